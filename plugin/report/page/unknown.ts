import { isolated, list } from '../../concepts/wording.ts'
import { section, type ScenarioView, type SectionHead } from './section.ts'
import { modes } from '../../concepts/modes.ts'
import type { Run } from '../../concepts/run.ts'
import type { Markup } from '../markup.ts'

/** @returns whether nothing but what the variant sends can be known of it */
export const isOutside = ({ planned }: Pick<ScenarioView, 'planned'>, name: string): boolean => outsideOf(planned[name]) !== null

/** @returns whether no single request of it was recorded here */
export const isMetered = ({ generator }: Pick<Run, 'generator'>): boolean => generator.threads === 0

/** @param known what of metered runs is known, and is not */
export function byMetrics(known: string): string {
  return `The option generator was set, so that Artillery’s own metrics are all that tells of the load: ${known}.`
}

/**
 * What stands in the place of a section on single latencies where none is known.
 *
 * @returns null: there was no response that counts
 */
export function withoutLatencies(view: ScenarioView, head: SectionHead, known: string): Markup | null {
  const metered = view.runs.some(({ run }) => isMetered(run) && run.latencyMs !== null)
  return metered ? section(view, { ...head, lead: byMetrics(known) }, null) : null
}

/** @returns variants with the reason why something can’t be known of them, such as "threads (started by a command)" */
export function listUnknown({ planned }: Pick<ScenarioView, 'planned'>, names: readonly string[]): string {
  const reasonOf = (name: string) => outsideOf(planned[name])
  return list(names.map((name) => `${isolated(name)}${reasonOf(name) === null ? '' : ` (${reasonOf(name)})`}`))
}

/** @param planned none of a variant that is not in the settings */
function outsideOf(planned: ScenarioView['planned'][string] | undefined) {
  return planned === undefined ? null : modes[planned.mode].outside
}
