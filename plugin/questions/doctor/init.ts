import { mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startVariant } from '../../app/modes.ts'
import { portsBeside } from '../../app/port.ts'
import type { RunningVariant, StartRequest } from '../../app/runner.ts'
import { isByCommand, modes } from '../../concepts/modes.ts'
import { SpeedupError } from '../../concepts/errors.ts'
import type { Variant } from '../../concepts/settings.ts'
import { builtModule } from '../../package-files.ts'
import { readIfThere } from '../../processes/proc.ts'
import { openWorkbench, type Workbench } from '../../processes/guard.ts'
import { checks, conclude, lookWith, spentBy, workersStarted, type Looked } from './app/checks.ts'
import { mostRequests, type Flow } from './app/started.ts'
import { findingLevels, levels, type CodePlace, type Examination, type FindingCode } from './concepts.ts'
import type { Subject } from './init/subject.ts'

export const checkNames = Object.keys(checks)

/** For an app that first finishes what it does: as long as Docker waits. */
const stopTimeoutSeconds = 10
/** For what the app still begins when it listens, such as a second server. */
const settleMs = 300
/** For workers that the app forks by itself. */
const forkedMs = 2000
/** For the first word of each process, on a machine that has much to do. */
const reportsMs = 10_000
/** A longer line is no quotation. */
const longestQuote = 120

/** How often each request of a user is sent if nothing is found: in the single process, and in the workers. */
const timesAsked = 3 + 3
/** To be sure of what is found, if that is soon. */
const requestsToRepeat = 40

/**
 * Starts the app as one process and as two workers, looks at both, and concludes what would break in a cluster.
 *
 * @param find what is examined. names: of checks; accepted: what is known, and counts no more; cores: as many workers
 * are wanted, where nobody says it
 * @throws SpeedupError it does not run as one process either
 */
export async function examine(
  find: (workbench: Workbench) => Promise<Subject>,
  { names, accepted, cores }: { names: string[]; accepted: FindingCode[]; cores: number },
  signal: AbortSignal
): Promise<Examination> {
  const begun = performance.now()
  const workbench = openWorkbench()
  try {
    const { name, folder: home, settings, alone, wanted, findFlow, accepted: ofFile } = await find(workbench)
    const known = [...accepted, ...ofFile]
    const spent = { requests: 0 }
    let flow: Flow | null = null
    let steps = 0
    let { readyTimeoutSeconds } = settings.app
    // What was seen of it; null: it is what is looked at.
    let single: Looked | null = null
    /** An app that dies in a check is started again for the others. */
    const lookAt = async (variant: Variant) => {
      const looked: Looked = { forksItself: false, seen: {}, unseen: {} }
      // What was not seen of one cannot be compared.
      let left = names.filter((name) => !single?.unseen[name])
      do left = await lookOnce(variant, left, looked)
      while (left.length > 0)
      return looked
    }
    const lookOnce = async (variant: Variant, names: string[], looked: Looked) => {
      const folder = join(workbench.folder, variant.name)
      mkdirSync(folder, { recursive: true })
      const logFile = workbench.createLog(variant.name)
      const request = {
        ...settings,
        app: { ...settings.app, readyTimeoutSeconds, ...(single === null && { stopTimeoutSeconds }) },
        variant,
        logFile,
        ...workbench,
        preload: { watcher: builtModule('questions/doctor/in-app/watch-app.js').href, watchFolder: folder },
        doing: () => 'was examined'
      }
      const running = await startVariant(request, signal)
      // Several at once on few cores take their time.
      readyTimeoutSeconds = Math.max(readyTimeoutSeconds, 10 * running.readySeconds)
      try {
        if (flow === null) {
          flow = await findFlow(spent, signal)
          const others = (1 + workersStarted) * spentBy(names) + requestsToRepeat
          steps = Math.max(2, Math.floor((mostRequests - spent.requests - others) / timesAsked))
        }
        const isCommand = isByCommand(variant.mode)
        await reportsOf(running, isCommand ? 0 : (variant.workers ?? 1), signal)
        const isAlone = single === null && !modes[variant.mode].stopsApart
        const watching = {
          target: settings.target,
          home,
          folder,
          flow,
          steps,
          spent,
          isCommand,
          isAlone,
          isIdle: isAlone && names.includes('idle'),
          startAgain: async () => (isAlone ? startBeside(request, signal) : null)
        }
        return await lookWith(names, running, { looked, single, watching }, signal)
      } finally {
        await running.stop()
      }
    }
    single = await lookAt(alone)
    const several = isByCommand(wanted.mode) ? wanted : { ...wanted, workers: workersStarted }
    const clustered = single.forksItself
      ? single
      : await lookAt(several).catch((error) => {
          if (error instanceof SpeedupError && error.code === 'APP_NOT_READY') return error
          throw error
        })
    const workers = Math.max(workersStarted, wanted.workers ?? cores)
    const concluded = conclude(names, single, clustered, workers)
    const findings = concluded
      .flatMap(({ check, title, findings }) =>
        findings.map(({ code, sentence, place }) => ({
          code,
          sentence: place?.isBundle ? `${sentence} (in a bundle: it may be a package’s)` : sentence,
          check,
          title,
          level: findingLevels[code],
          place: place ? placeIn(home, place) : null
        }))
      )
      .sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level))
    return {
      app: name,
      workers,
      seconds: (performance.now() - begun) / 1000,
      requests: spent.requests,
      checks: names,
      findings: findings.filter(({ code }) => !known.includes(code)),
      accepted: findings.filter(({ code }) => known.includes(code)),
      fine: concluded.flatMap(({ title, fine }) => (fine === undefined ? [] : [{ title, text: fine }]))
    }
  } finally {
    await workbench.close()
  }
}

/** @returns null: the app takes no other port */
async function startBeside(request: StartRequest, signal: AbortSignal) {
  const [port] = await portsBeside(request.target, 1)
  const url = request.target.url.replace(/:\d+$/, `:${port}`)
  try {
    const running = await startVariant({ ...request, target: { ...request.target, port, url } }, signal)
    // What it begins afterwards may fail.
    const death = await Promise.race([running.died, delay(settleMs)])
    await running.stop()
    return death?.message ?? running.readySeconds
  } catch (error) {
    if (!(error instanceof SpeedupError)) throw error
    // It takes no other, or ours is an outgoing connection's by now.
    return new RegExp(`\\b(?:${request.target.port}|${port})\\b`).test(error.message) ? null : error.message
  }
}

/** Waits for what it still begins, and until as many of its processes are known as there should be. */
async function reportsOf(running: RunningVariant, workers: number, signal: AbortSignal) {
  const begun = performance.now()
  do await delay(settleMs, undefined, { signal })
  while (running.reported().workerPids.length < workers && performance.now() - begun < reportsMs)
  // Its own workers tell us nothing.
  if (running.reported().forks !== undefined) await delay(forkedMs, undefined, { signal })
}

/** @returns a line of the app's as it is told */
function placeIn(home: string, { file, line }: CodePlace): CodePlace {
  const text = readIfThere(file).split('\n')[line - 1]?.trim().slice(0, longestQuote)
  return { file: relative(home, file), line, ...(text && { text }) }
}
