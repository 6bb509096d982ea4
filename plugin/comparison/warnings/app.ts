import { modes } from '../../concepts/modes.ts'
import { sum } from '../../statistics/descriptive.ts'
import { headerAdvice, isStranger } from '../bound.ts'
import { unattributedAllowed, unattributedShare } from '../limits.ts'
import { addCounts, warning, warningOf } from './warning-of.ts'
import { counted, list, listCounts, percent } from '../../concepts/wording.ts'
import type { Warning } from '../../concepts/comparison.ts'
import type { Run } from '../../concepts/run.ts'
import type { Settings } from '../../concepts/settings.ts'

/** What went wrong in the app's processes, or in what the users did. */
export function checkApp(runs: Run[], settings: Settings): Warning[] {
  return [
    ...stalls(runs),
    ...restarts(runs),
    ...userErrors(runs),
    ...checkAttribution(runs, settings),
    ...silentWorkers(runs, settings),
    ...killed(runs, settings)
  ]
}

function stalls(runs: Run[]) {
  const stalled = runs.filter(({ workers }) => workers.some(({ usage }) => usage?.stall != null))
  return warningOf('worker-stalled', stalled, (found) => {
    const all = found.flatMap(({ variant, workers }) => workers.flatMap(({ pid, usage }) => (usage?.stall ? [{ variant, pid, ...usage.stall }] : [])))
    const { variant, pid, seconds, cpuSeconds } = all.reduce((a, b) => (b.seconds > a.seconds ? b : a))
    const how =
      cpuSeconds > seconds / 2
        ? `computed for ${seconds} s in one piece, its requests waited, and the latencies say so. Find what blocks its event loop.`
        : `stood still for ${seconds} s with hardly any CPU time (${cpuSeconds} s), its requests waited, and the latencies say so. It ` +
          'was stopped, waited in a synchronous call, or got no CPU: find out which.'
    return `the process ${pid} of ${variant} ${how}`
  })
}

function restarts(runs: Run[]) {
  return warningOf('worker-restarted', runs.filter((run) => run.restarts > 0), (found) => {
    const count = sum(found.map((run) => run.restarts))
    return `${counted(count, 'worker')} died and ${count === 1 ? 'was' : 'were'} forked again, so the app was slower than it could be. Find out why.`
  })
}

/** Users that fail without a failed request make less load, and leave no other trace. */
function userErrors(runs: Run[]) {
  const count = (byKind: Record<string, number>) => sum(Object.values(byKind))
  // A status is no error to Artillery: requests without an answer are.
  const isUnanswered = ([kind]: [string, number]) => Number.isNaN(Number(kind))
  const unanswered = ({ failureKinds }: Run) => count(Object.fromEntries(Object.entries(failureKinds).filter(isUnanswered)))
  const concerned = runs.filter((run) => count(run.artilleryErrors) > unanswered(run))
  return warningOf('scenario-errors', concerned, (found) => {
    const kinds = addCounts(found.map(({ artilleryErrors }) => artilleryErrors))
    const failures = sum(found.map(unanswered))
    return (
      `Artillery counted ${counted(count(kinds), 'error')} where ${counted(failures, 'request')} got no answer: ${listCounts(kinds)}. ` +
      'The users concerned did not do what the scenario says, so the load was another one. Mend the scenario.'
    )
  })
}

/** A shorter load leaves no time for reports. */
const leastSeconds = 1.5

function silentWorkers(runs: Run[], { variants }: Settings) {
  const strangers = variants.filter(({ mode }) => isStranger(mode)).map(({ name }) => name)
  const expected = runs.filter(({ variant, loadSeconds }) => loadSeconds >= leastSeconds && !strangers.includes(variant))
  const silent = expected.filter(({ workers }) => workers.some(({ usage }) => usage === null))
  return warningOf('telemetry-missing', silent, (found) => {
    const pids = found.flatMap(({ workers }) => workers.filter(({ usage }) => usage === null).map(({ pid }) => pid))
    return (
      `${counted(pids.length, 'process', 'processes')} (PID ${pids[0]}${pids.length > 1 ? ' ...' : ''}) told little or nothing of how ` +
      `busy ${pids.length === 1 ? 'it was' : 'they were'}, ` +
      'so the speedup is measured but not explained. Did the app close its IPC channel, or start these processes itself?'
    )
  })
}

/** It is no child of the command, but of a daemon. */
const whatMayStay = 'What a command such as docker run has others do may go on: see that its container ends (docker run --rm --init).'

function killed(runs: Run[], { app, variants }: Settings): Warning[] {
  return variants.flatMap(({ name, mode }) => {
    const rounds = runs.filter((run) => run.variant === name && run.killed).map(({ round }) => round)
    if (rounds.length === 0) return []
    const message =
      `${name}: after ${counted(rounds.length, 'run')} the app did not leave within ${app.stopTimeoutSeconds} s of SIGTERM and was killed. ` +
      `Let it end on SIGTERM, or raise plugins.speedup.app.stopTimeout.${modes[mode].mayDelegate ? ` ${whatMayStay}` : ''}`
    return [{ ...warning('app-killed', name, message), rounds }]
  })
}

/** Responses of which nobody knows who made them. */
function checkAttribution(runs: Run[], { variants, pidHeader }: Settings): Warning[] {
  const shares = variants.map(({ name, mode }) => ({ name, mode, share: unattributedShare(runs.filter(({ variant }) => variant === name)) }))
  // Nobody expects the header of programs that we don't start ourselves.
  const isNameless = ({ mode, share }: typeof shares[0]) => isStranger(mode) && share === 1
  const partly = shares.filter((variant) => variant.share > 0 && !isNameless(variant)).map(({ name, mode, share }) => {
    const consequence = share > unattributedAllowed ? 'so nobody knows how the work was distributed' : 'so the distribution leaves them out'
    const message = `${name}: ${percent(share)} of the responses carried no ${pidHeader} header, ${consequence}. ${headerAdvice(mode)}`
    return warning('unattributed-responses', name, message, 'warning')
  })
  const nameless = shares.filter(isNameless)
  if (nameless.length === 0) return partly
  const [{ name, mode }] = nameless
  const message =
    `${list(nameless.map((variant) => variant.name))}: no response carried the ${pidHeader} header, ` +
    `so nobody knows which process made it. ${headerAdvice(mode)}`
  return [...partly, warning('unattributed-responses', nameless.length === 1 ? name : null, message, 'note')]
}
