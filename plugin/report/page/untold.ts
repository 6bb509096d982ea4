import { isolated, list } from '../../concepts/wording.ts'
import { section, type ScenarioView } from './section.ts'
import type { Mode } from '../../concepts/codes.ts'
import type { Run } from '../../concepts/run.ts'
import type { Markup } from '../markup.ts'

/** what is not a Node process that we start: nothing inside of it talks to us */
const outside: Partial<Record<Mode, string>> = { command: 'started by a command', url: 'running elsewhere' }

/**
 * @param name of a variant
 * @returns whether only what it sends can be known of it
 */
export const isOutside = ({ planned }: Pick<ScenarioView, 'planned'>, name: string): boolean => planned[name]?.mode in outside

/** @returns whether no single request of it was recorded here */
export const isMetered = ({ generator }: Pick<Run, 'generator'>): boolean => generator.threads === 0

/**
 * @param what of metered runs is known, and is not
 * @returns sentence
 */
export function byMetrics(what: string): string {
  return `The option generator was set, so that Artillery’s own metrics are all that tells of the load: ${what}.`
}

/**
 * What stands in the place of a section that is about single latencies.
 *
 * @param view of which no single latency is known
 * @param what is known instead, or is not
 * @returns null: there was no response that counts
 */
export function withoutLatencies(view: ScenarioView, place: { id: string, title: string }, what: string): Markup | null {
  const metered = view.runs.some(({ run }) => isMetered(run) && run.latencyMs !== null)
  return metered ? section(view, { ...place, lead: byMetrics(what) }, null) : null
}

/**
 * Variants of which something can’t be known, with the reason.
 *
 * @param names of variants
 * @returns such as "threads (started by a command)"
 */
export function listUntold({ planned }: Pick<ScenarioView, 'planned'>, names: readonly string[]): string {
  return list(names.map((name) => {
    const reason = outside[planned[name]?.mode]
    return reason === undefined ? isolated(name) : `${isolated(name)} (${reason})`
  }))
}
