import type { ClientUse } from '../vocabulary.ts'
import type { ClientReport } from '../load/run-order.ts'

/**
 * What sent the requests of a run: Artillery's client, if any of the scenarios that were run used it.
 *
 * @param reports of all load threads
 * @param only the pattern for --scenario-name; null: all scenarios were run
 * @returns null: nobody told
 */
export function summariseClient(reports: readonly ClientReport[], only: string | null): ClientUse | null {
  const ran = only === null ? reports : reports.filter(({ scenario }) => new RegExp(only).test(String(scenario)))
  if (ran.length === 0) return null
  const other = ran.find(({ name }) => name === 'artillery')
  if (other === undefined) return { name: 'lean', because: null }
  const { scenario, because } = other
  const isOneOfSeveral = ran.some((report) => report.scenario !== scenario)
  return { name: 'artillery', because: because !== null && isOneOfSeveral ? `${because}, in ${scenario ?? 'a scenario without a name'}` : because }
}
