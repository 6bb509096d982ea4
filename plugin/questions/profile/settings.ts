import { modes } from '../../concepts/modes.ts'
import type { Variant } from '../../concepts/settings.ts'
import { refuse, truth } from '../../settings/shapes.ts'

/** What users write to ask where the time goes. */
export const profileWritten = {
  apart: {
    profile: [
      truth,
      "After the rounds, run each variant once more with V8's CPU profiler: which functions took the time. " +
        'These runs are not measured, and come on top of time. Refused with capacity, disturb, generator, and modes command and url.',
      { default: false }
    ]
  },
  conflicts: [
    ['profile', 'generator', "but only the plugin's own load says when it begins and ends. Remove one of them."]
  ],
  explaining: { profile: true },
  explains: 'profiles both, so that functions that take longer are named',
  flags: { profile: "after the rounds, each variant runs once more with V8's CPU profiler, as with the option profile" }
} as const

export const profileRead = {
  /** @throws SpeedupError it is asked of what no profiler can be loaded into */
  read({ profile }: { profile?: boolean }, { variants }: { variants: Variant[] }) {
    if (!profile) return { profile: false }
    const unseen = variants.find(({ mode }) => modes[mode].outside !== undefined)
    if (unseen === undefined) return { profile }
    const { name, mode } = unseen
    return refuse(
      `plugins.speedup.profile is true, but plugins.speedup.variants.${name} (mode ${mode}) is ${modes[mode].outside}, so the profiler cannot be loaded into it. ` +
        `Remove profile, or compare ${name} in a scenario file of its own.`
    )
  }
}
