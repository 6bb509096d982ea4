import { modes } from '../../concepts/modes.ts'
import { largestBy, meanBy, sum, sumBy } from '../../statistics/descriptive.ts'
import { unattributedAllowed, unattributedShare } from '../candidate-limits.ts'
import { headerAdvice, isOutside, nameless, oomKillsOf, runsOf, unansweredIn } from '../variant-use.ts'
import { isLeftAlone } from '../../questions/concepts.ts'
import { addCounts } from '../../concepts/failures.ts'
import { warning, warningOf } from './warning-of.ts'
import { counted, list, listCounts, percent } from '../../concepts/wording.ts'
import { wholeLoadSeconds, type Run } from '../../concepts/run.ts'
import type { Settings, Variant } from '../../concepts/settings.ts'

/** What went wrong in the app's processes, or in what the users did. */
export function checkApp(runs: Run[], settings: Settings, selfMade = ownWorkers(runs, settings.variants)) {
  return [
    ...warningOf(
      'worker-stalled',
      runs.filter(({ workers }) => workers.some(({ usage }) => usage?.stall != null)),
      longestStall
    ),
    ...warningOf(
      'worker-restarted',
      // Why others died is told by out-of-memory.
      runs.filter((run) => run.restarts > oomKillsOf(run)),
      (found) => {
        const count = sumBy(found, ({ restarts }) => restarts)
        return (
          `${counted(count, 'worker')} died and ${count === 1 ? 'was' : 'were'} restarted, so the app was slower ` +
          `than it could be. Find out why ${count === 1 ? 'it' : 'they'} died.`
        )
      },
      'warning'
    ),
    ...userErrors(runs),
    ...selfClustered(selfMade, settings),
    ...checkAttribution(runs, settings),
    ...silentWorkers(runs, selfMade, settings),
    ...slowStarts(runs, settings),
    ...killed(runs, settings)
  ]
}

function longestStall(runs: Run[]) {
  const all = runs.flatMap(({ variant, workers }) =>
    workers.flatMap(({ pid, usage }) => (usage?.stall ? { variant, pid, ...usage.stall } : []))
  )
  const { variant, pid, seconds, cpuSeconds } = largestBy(all, (stall) => stall.seconds)
  const waited = 'so its requests waited and its latencies rose.'
  const what =
    cpuSeconds > seconds / 2
      ? `computed for ${seconds} s without a break, ${waited} Find out what blocks its event loop.`
      : `stood still for ${seconds} s and used hardly any CPU time (${cpuSeconds} s), ${waited} It ` +
        'was stopped, waited in a synchronous call, or got no CPU: find out which.'
  return `process ${pid} of ${variant} ${what}`
}

/** Users that fail without a failed request make less load, and leave no other trace. */
function userErrors(runs: Run[]) {
  // A status is not an error to Artillery: requests without an answer are.
  const concerned = runs.filter((run) => sum(Object.values(run.artilleryErrors)) > unansweredIn(run))
  return warningOf('scenario-errors', concerned, (found) => {
    const kinds = addCounts(found.map(({ artilleryErrors }) => artilleryErrors))
    const errors = sum(Object.values(kinds))
    const failures = sumBy(found, unansweredIn)
    return (
      `Artillery counted ${counted(errors, 'error')} but only ${counted(failures, 'unanswered request')}: ` +
      `${listCounts(kinds)}. The affected users did not do what the scenario says, so the load was not the ` +
      'intended one. Fix the scenario.'
    )
  })
}

const wayOut =
  'Start it without its own cluster, for example with `env: { WEB_CONCURRENCY: 1 }` in this variant if the app ' +
  'reads that variable, or set plugins.speedup.app to the file that serves requests and forks nothing. To measure ' +
  'its own cluster, use a variant of mode command.'

/** No verdict holds where the baseline has the workers already whose worth is asked for. */
const selfClustered = (selfMade: Map<string, OwnWorkers>, { baseline }: Settings) =>
  [...selfMade].map(([name, own]) =>
    warning(
      'clusters-itself',
      name,
      `${name}: ${clustersItself(name, own)}. ${wayOut}`,
      name === baseline && own.count > 1 ? 'problem' : 'warning'
    )
  )

function silentWorkers(runs: Run[], selfMade: Map<string, OwnWorkers>, { variants }: Settings) {
  const outside = variants.filter(({ mode }) => isOutside(mode)).map(({ name }) => name)
  // A shorter load leaves no time for reports.
  const expected = runs.filter(
    (run) => wholeLoadSeconds(run) >= 1.5 && run.loadSeconds >= 0.5 && !outside.includes(run.variant)
  )
  // That an app clusters itself is said already.
  const silent = expected.filter(
    ({ variant, workers }) => !selfMade.has(variant) && workers.some(({ usage }) => usage === null)
  )
  return warningOf('telemetry-missing', silent, (found) => {
    const [first, ...more] = found.flatMap(({ workers }) =>
      workers.filter(({ usage }) => usage === null).map(({ pid }) => pid)
    )
    return (
      `${counted(1 + more.length, 'process', 'processes')} (PID ${first}${more.length > 0 ? ' ...' : ''}) ` +
      `reported little or nothing about how busy ${more.length === 0 ? 'it was' : 'they were'}, so the speedup is ` +
      'measured but not explained. Check whether the app closes its IPC channel or starts these processes itself.'
    )
  })
}

/** Where we choose the length of the runs, the time that a start takes decides how much of the whole is measured. */
function slowStarts(runs: Run[], { lengthIsFree, variants, generatorPerRun, timeOption }: Settings) {
  // Elsewhere nothing is started, and an Artillery for each run takes its own time.
  const started = !lengthIsFree || generatorPerRun ? [] : variants.filter(({ mode }) => !modes[mode].isElsewhere)
  return started.flatMap(({ name }) => {
    const own = runsOf(runs, name)
    const load = meanBy(own, wholeLoadSeconds)
    const exchange = meanBy(own, (run) => run.wallSeconds - wholeLoadSeconds(run))
    const message =
      `${name}: stopping and starting the app took ${exchange.toFixed(1)} s per run, and the load ` +
      `${load.toFixed(1)} s, so most of the time measures nothing. Increase ${timeOption}, or make the app start ` +
      'faster.'
    return exchange <= load ? [] : warning('slow-start', name, message)
  })
}

function killed(runs: Run[], { app, variants }: Settings) {
  return variants.flatMap(({ name, mode }) => {
    const rounds = runsOf(runs, name).flatMap((run) => (run.killed ? run.round : []))
    // It is not a child of the command, but of a daemon.
    const delegated =
      ' A command such as docker run leaves the work to a daemon: make sure that its container ends, too (docker ' +
      'run --rm --init).'
    const message =
      `${name}: after ${counted(rounds.length, 'run')} the app did not exit within ${app.stopTimeoutSeconds} s of ` +
      'SIGTERM and was killed. Make it exit on SIGTERM, or raise ' +
      `plugins.speedup.app.stopTimeout.${modes[mode].mayDelegate ? delegated : ''}`
    return rounds.length === 0 ? [] : { ...warning('app-killed', name, message), rounds }
  })
}

/** Responses that do not name the process that sent them. */
function checkAttribution(runs: Run[], { variants, pidHeader }: Settings) {
  const shares = variants.map(({ name, mode }) => ({ name, mode, share: unattributedShare(runsOf(runs, name)) }))
  // Programs that we don't start ourselves are not expected to send the header.
  const isNameless = ({ name, mode, share }: (typeof shares)[0]) =>
    isOutside(mode) && share === 1 && runsOf(runs, name).every(({ headerValues }) => headerValues === undefined)
  const partly = shares
    .filter((variant) => variant.share > 0 && !isNameless(variant))
    .map(({ name, mode, share }) => {
      const consequence =
        share > unattributedAllowed
          ? 'so the distribution of the work is unknown'
          : 'so the distribution leaves them out'
      const [had, advice] = nameless(runsOf(runs, name), mode, pidHeader)
      const message = `${name}: ${percent(share)} of the responses ${had}, ${consequence}. ${advice}`
      return warning('unattributed-responses', name, message, 'warning')
    })
  const names = shares.filter(isNameless).map(({ name }) => name)
  if (names.length === 0) return partly
  const message =
    `${list(names)}: no response had the ${pidHeader} header, so it is unknown which process sent it. ` +
    `${headerAdvice('command')}`
  return [...partly, warning('unattributed-responses', names.length === 1 ? names[0] : null, message, 'note')]
}

/**
 * Of an app that clusters itself: the most processes of a run; doAnswer: false: no response tells who sent it, and they
 * were only seen to be forked
 */
export interface OwnWorkers {
  count: number
  doAnswer: boolean
}

/** @returns of each variant that clusters itself, by its name */
export const ownWorkers = (runs: readonly Run[], variants: readonly Variant[]): Map<string, OwnWorkers> =>
  new Map(
    variants.flatMap((variant) => {
      const found = ownWorkersOf(variant, runsOf(runs, variant.name))
      return found.count === 0 ? [] : [[variant.name, found]]
    })
  )

/**
 * Started as one process, more processes answer than were started here, or another one answers than that. Forks alone
 * are no proof: they may work in the background, or replace one that died. A command is expected to cluster itself;
 * where a worker died, or the app was disturbed, more answer than there are at a time.
 */
function ownWorkersOf({ mode, workers }: Variant, runs: readonly Run[]) {
  if (isOutside(mode) || workers === null) return { count: 0, doAnswer: false }
  const calm = runs.filter((run) => run.restarts === 0 && isLeftAlone(run))
  const answering = calm.map((run) => ({
    forks: run.forks ?? 0,
    those: run.workers.filter(({ requests }) => requests > 0)
  }))
  const doAnswer = answering.some(({ those }) => those.length > 0)
  // What was started here reports how busy it is.
  const counts = answering.map(({ forks, those }) =>
    !doAnswer
      ? forks
      : (those.length > workers && those.some(({ usage }) => usage === null)) ||
          (forks > 0 && those.every(({ usage }) => usage === null))
        ? those.length
        : 0
  )
  return { count: Math.max(0, ...counts), doAnswer }
}

/** The beginning of a sentence. */
export const clustersItself = (name: string, { count, doAnswer }: OwnWorkers) =>
  'the app clusters itself: ' +
  (doAnswer
    ? `${name} answers from ${count === 1 ? 'a process' : `${count} processes`} of its own`
    : `${name} forks ${counted(count, 'worker')} of its own`)
