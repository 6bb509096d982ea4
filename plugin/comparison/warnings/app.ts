import { counted, listCounts, list, percent } from '../../concepts/wording.ts'
import { isStranger, headerAdvice } from '../bound.ts'
import { addCounts, warningOf } from './warning-of.ts'
import type { Run } from '../../concepts/run.ts'
import type { Settings } from '../../concepts/settings.ts'
import type { Warning } from '../../concepts/comparison.ts'
import { unattributedAllowed, unattributedShare } from '../limits.ts'
import { modes, type Mode } from '../../concepts/modes.ts'

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
  return warningOf({ code: 'worker-stalled', severity: 'warning' }, stalled, (of) => {
    const all = of.flatMap(({ variant, workers }) => workers.flatMap(({ pid, usage }) => (usage?.stall ? [{ variant, pid, ...usage.stall }] : [])))
    const { variant, pid, seconds, cpuSeconds } = all.reduce((a, b) => (b.seconds > a.seconds ? b : a))
    const how =
      cpuSeconds > seconds / 2
        ? `computed for ${seconds} s in one piece, its requests waited, and the latencies say so. Find what blocks its event loop.`
        : `stood still for ${seconds} s with hardly any CPU time (${cpuSeconds} s), its requests waited, and the latencies say so. It was stopped, waited in a synchronous call, or got no CPU: find out which.`
    return `the process ${pid} of ${variant} ${how}`
  })
}

function restarts(runs: Run[]) {
  return warningOf({ code: 'worker-restarted', severity: 'warning' }, runs.filter((run) => run.restarts > 0), (of) => {
    const count = of.reduce((sum, run) => sum + run.restarts, 0)
    return `${counted(count, 'worker')} died and ${count === 1 ? 'was' : 'were'} forked again, so the app was slower than it could be. Find out why.`
  })
}

/** Users that fail without a failed request make less load, and leave no other trace. */
function userErrors(runs: Run[]) {
  const count = (byKind: Record<string, number>) => Object.values(byKind).reduce((sum, one) => sum + one, 0)
  // A status is no error to Artillery: requests without an answer are.
  const isUnanswered = ([kind]: [string, number]) => Number.isNaN(Number(kind))
  const unanswered = ({ failureKinds }: Run) => count(Object.fromEntries(Object.entries(failureKinds).filter(isUnanswered)))
  const concerned = runs.filter((run) => count(run.artilleryErrors) > unanswered(run))
  return warningOf({ code: 'scenario-errors', severity: 'warning' }, concerned, (of) => {
    const kinds = addCounts(of.map(({ artilleryErrors }) => artilleryErrors))
    const failures = of.reduce((sum, run) => sum + unanswered(run), 0)
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
  return warningOf({ code: 'telemetry-missing', severity: 'note' }, silent, (of) => {
    const pids = of.flatMap(({ workers }) => workers.filter(({ usage }) => usage === null).map(({ pid }) => pid))
    return (
      `${counted(pids.length, 'process', 'processes')} (PID ${pids[0]}${pids.length > 1 ? ' ...' : ''}) told little or nothing of how busy ${pids.length === 1 ? 'it was' : 'they were'}, ` +
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
    return [{ code: 'app-killed', severity: 'note', variant: name, rounds, message }]
  })
}

/** Responses of which nobody knows who made them. */
function checkAttribution(runs: Run[], { variants, pidHeader }: Settings): Warning[] {
  const shares = variants.map(({ name, mode }) => ({ name, mode, share: unattributedShare(runs.filter(({ variant }) => variant === name)) }))
  const isNameless = ({ mode, share }: typeof shares[0]) => isStranger(mode) && share === 1
  return [
    ...shares.filter((one) => one.share > 0 && !isNameless(one)).map((one) => partlyUnattributed(one, pidHeader)),
    ...nameless(shares.filter(isNameless), pidHeader)
  ]
}

function partlyUnattributed({ name, mode, share }: { name: string, mode: Mode, share: number }, pidHeader: string): Warning {
  const consequence = share > unattributedAllowed ? 'so nobody knows how the work was distributed' : 'so the distribution leaves them out'
  const message = `${name}: ${percent(share)} of the responses carried no ${pidHeader} header, ${consequence}. ${headerAdvice(mode)}`
  return { code: 'unattributed-responses', severity: 'warning', variant: name, rounds: [], message }
}

/**
 * Nobody expects the header of programs that we don't start ourselves.
 *
 * @param strangers without it
 */
function nameless(strangers: { name: string, mode: Mode }[], pidHeader: string): Warning[] {
  if (strangers.length === 0) return []
  const names = strangers.map(({ name }) => name)
  const message = `${list(names)}: no response carried the ${pidHeader} header, so nobody knows which process made it. ${headerAdvice(strangers[0].mode)}`
  return [{ code: 'unattributed-responses', severity: 'note', variant: names.length === 1 ? names[0] : null, rounds: [], message }]
}
