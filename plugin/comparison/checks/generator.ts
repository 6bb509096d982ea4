import { generatorAtPace, generatorBusy, isGeneratorBusy } from '../what-it-carries.ts'
import { counted, percent } from '../../wording.ts'
import { warningOf } from './warning-of.ts'
import type { LoadShape, Run, Settings, VariantUse, Warning } from '../../vocabulary.ts'

/**
 * Whether the load was what the scenario says, and measured by somebody who had time for it.
 *
 * @param client as it was asked for
 */
export function checkGenerator(runs: Run[], client: Settings['client']): Warning[] {
  return [...saturated(runs, client), ...skippedUsers(runs)]
}

function saturated(runs: Run[], client: Settings['client']) {
  return warningOf({ code: 'generator-saturated', severity: 'problem' }, runs.filter(isGeneratorBusy), (of) => {
    const busiest = Math.max(...of.map(({ generator }) => Number(generator.utilization)))
    const threads = Math.max(...of.map(({ generator }) => generator.threads))
    const advice = threads > 1 ? ', spread the users over the load threads (arrivalRate instead of arrivalCount)' : ''
    return (
      `the load generator was ${percent(busiest)} busy, so the latencies include its own delay and the throughput is its own; no verdict is drawn.${arrivals(of)} ` +
      `${loadLess(advice)}${leaner(of, client)}`
    )
  })
}

/** @param otherwise one more way, after a comma */
function loadLess(otherwise: string = '') {
  return `Load less (fewer users, or think time between requests)${otherwise}, ask for heavier work, or use a machine with more cores.`
}

/**
 * Artillery makes up for users that come late as soon as it can: a generator that is busy with arrivals makes as many as it
 * can, whatever the script asks for.
 *
 * @returns a sentence, or none: the users are a fixed number, and it is their requests that keep it busy
 */
function arrivals(runs: Run[]): string {
  const open = runs.map(({ generator }) => generator).filter(({ shortestSessionMs, arrivalSeconds }) => shortestSessionMs !== null && shortestSessionMs / 1000 < arrivalSeconds)
  if (open.length < runs.length) return ''
  const most = Math.max(...open.map(({ users, arrivalSeconds }) => users / arrivalSeconds))
  return ` Users came at ${Math.round(most)} a second: more such users it can hardly make here, whatever the script asks for.`
}

/**
 * The lean client takes a small part of what Artillery's does.
 *
 * @returns a sentence, or none
 */
function leaner(runs: Run[], client: Settings['client']): string {
  const other = runs.map((run) => run.client).find((use) => use?.name === 'artillery')
  if (other === undefined || other === null) return ''
  if (client === 'artillery') return ' Or leave plugins.speedup.client out: the lean client takes far less CPU.'
  return other.because === null ? '' : ` Or do without what kept the lean client, which takes far less CPU, from making this load: ${other.because}.`
}

function skippedUsers(runs: Run[]) {
  return warningOf({ code: 'users-skipped', severity: 'warning' }, runs.filter(({ generator }) => generator.skippedUsers > 0), (of) => {
    const skipped = of.reduce((sum, { generator }) => sum + generator.skippedUsers, 0)
    const came = of.reduce((sum, { generator }) => sum + generator.users, 0)
    return (
      `the load generator left out ${counted(skipped, 'user')} of ${skipped + came}, since maxVusers was reached, so the load was less than the scenario says, ` +
      'and the slower the app, the less. Raise maxVusers or lower the arrival rate.'
    )
  })
}

/**
 * The load generator had time to spare, because the candidate was slow, and the candidate was slow because of the generator.
 *
 * @param uses of each variant
 */
export function checkGeneratorAtPace(runs: Run[], uses: VariantUse[], { baseline, load }: { baseline: string, load: LoadShape }): Warning[] {
  if (runs.some(isGeneratorBusy)) return []
  const first = uses.find(({ name }) => name === baseline)
  return uses.flatMap((use) => {
    const busy = first === undefined || use === first ? null : generatorAtPace(first, use, load)
    if (busy === null || busy <= generatorBusy) return []
    return {
      code: 'generator-saturated' as const,
      severity: 'problem' as const,
      variant: use.name,
      rounds: [],
      message:
        `${use.name}: at the pace of ${baseline} the load generator would be ${percent(busy)} busy, so it may be what makes ${use.name} slower; no verdict is drawn. ` +
        loadLess()
    }
  })
}
