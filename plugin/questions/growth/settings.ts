import { modes } from '../../concepts/modes.ts'
import type { ScenarioPlan, Variant, Script } from '../../concepts/settings.ts'
import { matching, orNull, refuse, takenBack, truth } from '../../settings/shapes.ts'

const sizeText = /^(\d+(?:\.\d+)?) ?([kM]?)B$/i
const size = matching(sizeText, 'a size with its unit, such as 500B, 5kB or 1MB')
const path = 'plugins.speedup.growth'

/** What users write to ask what requests leave in memory. */
export const growthWritten = {
  apart: {
    growth: [
      truth,
      'After the rounds, start each variant five times more, and find what each request leaves in memory. That takes half a minute to a minute for each, or longer where a pass does, on top of time.',
      { default: false }
    ]
  },
  variantLimits: {
    growth: [
      orNull(size),
      `Maximum that a request may leave in memory, such as 5kB, which growth then finds. ${takenBack}`,
      null,
      '5kB'
    ]
  },
  numbersOf: { growth: bytesOf },
  instead: { growth: 'compare instead what a request leaves behind in memory, in as many starts as growth makes' },
  conflicts: [
    [
      'growth',
      'capacity',
      'but what requests leave is found under one load, and a search chooses many. Remove one of them.'
    ],
    ['growth', 'disturb', 'but what requests leave is found in processes that nothing ends. Remove one of them.'],
    ['growth', 'generator', "but only the plugin's own load says how many requests it sent. Remove one of them."]
  ]
} as const

type Given = { script: Script; variants: Variant[]; scenarios: ScenarioPlan[] }

export const growthRead = {
  /** @throws SpeedupError it is asked of what can't be looked into, or of users who don't come again and again */
  read(options: { growth?: boolean }, { script, variants, scenarios }: Given) {
    const isLimited = scenarios.some(({ limits }) => Object.values(limits).some((own) => own.growth != null))
    if (!options.growth && !isLimited) return { growth: false }
    const at = options.growth ? path : 'plugins.speedup.limits.growth'
    const unseen = variants.find(({ mode }) => modes[mode].outside !== undefined)
    if (unseen !== undefined)
      refuse(
        `${at} is set, but plugins.speedup.variants.${unseen.name} (mode ${unseen.mode}) is ${modes[unseen.mode].outside}, so what it holds can't be read. Remove one of them.`
      )
    if (scenarios.some(({ loop }) => loop === null) || script.before !== undefined || script.after !== undefined)
      refuse(
        `${at} is set, and is found by short loads, one after the other. They need plugins.speedup.users, for example users: 20, and a script without sections before and after.`
      )
    return { growth: true }
  }
}

/** @returns bytes, in thousands, as the console tells them */
export function bytesOf(text: string) {
  const [, amount, unit] = sizeText.exec(text) ?? []
  return Number(amount) * 1000 ** ['', 'k', 'm'].indexOf(unit.toLowerCase())
}

/** @returns null: none is given. @throws SpeedupError it is no size */
export function readSize(text: string | undefined) {
  if (text === undefined) return null
  size(text, '--limit')
  return bytesOf(text)
}
