import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startVariant } from '../../app/modes.ts'
import { Unseen } from '../../app/pass.ts'
import { portsBeside } from '../../app/port.ts'
import type { RunningVariant, StartRequest } from '../../app/runner.ts'
import { isByCommand, modes } from '../../concepts/modes.ts'
import { SpeedupError } from '../../concepts/errors.ts'
import type { Variant } from '../../concepts/settings.ts'
import { readIfThere } from '../../processes/proc.ts'
import { openWorkbench, type Workbench } from '../../processes/guard.ts'
import { connections } from './app/checks/connections.ts'
import { cores } from './app/checks/cores.ts'
import { counts } from './app/checks/counts.ts'
import { etags } from './app/checks/etags.ts'
import { files } from './app/checks/files.ts'
import { idle } from './app/checks/idle.ts'
import { jobs } from './app/checks/jobs.ts'
import { memory } from './app/checks/memory.ts'
import { parallel } from './app/checks/parallel.ts'
import { ports } from './app/checks/ports.ts'
import { sessions } from './app/checks/sessions.ts'
import { sockets } from './app/checks/sockets.ts'
import { sigterm } from './app/checks/sigterm.ts'
import { starting } from './app/checks/starting.ts'
import type { Flow } from './app/flow.ts'
import { watchStarted, type Check } from './app/started.ts'
import {
  findingLevels,
  levels,
  type CodePlace,
  type Conclusion,
  type Examination,
  type FindingCode
} from './concepts.ts'
import type { Subject } from './init/subject.ts'

/** In the order in which they look: the first one reads what the start has cost, the last one ends the app. */
const checks: Record<string, Check> = {
  starting,
  sessions,
  sockets,
  counts,
  etags,
  jobs,
  connections,
  files,
  memory,
  ports,
  idle,
  parallel,
  cores,
  sigterm
}
export const checkNames = Object.keys(checks)

/** For an app that first finishes what it does: as long as Docker waits. */
const stopTimeoutSeconds = 10
/** For what the app still begins when it listens, such as a second server. */
const settleMs = 300
/** For workers that the app forks by itself. */
const forkedMs = 2000
/** For an end to be heard of. */
const deathMs = 100
/** For the first word of each process, on a machine that has much to do. */
const reportsMs = 10_000
/** A longer line is no quotation. */
const longestQuote = 120
/** Two show what several would do. */
const workersStarted = 2

/** What the checks saw in one way, or why they saw nothing, by name; isCluster: the app forks workers by itself */
interface Looked {
  isCluster: boolean
  seen: Record<string, unknown>
  unseen: Record<string, string>
}

type Concluded = Conclusion & { check: string }

/**
 * Starts the app as one process and as two workers, looks at both, and concludes what would break in a cluster.
 *
 * @param find what is examined. names: of checks; accepted: what is known, and counts no more
 * @throws SpeedupError it does not run as one process either
 */
export async function examine(
  find: (workbench: Workbench) => Promise<Subject & { accepted?: FindingCode[] }>,
  { names, accepted }: { names: string[]; accepted: FindingCode[] },
  signal: AbortSignal
): Promise<Examination> {
  const begun = performance.now()
  const workbench = openWorkbench()
  try {
    const { name, folder: home, settings, alone, wanted, findFlow, ...given } = await find(workbench)
    const known = [...accepted, ...(given.accepted ?? [])]
    const spent = { requests: 0 }
    let flow: Flow | null = null
    let { readyTimeoutSeconds } = settings.app
    /** An app that dies in a check is started again for the others. */
    const lookAt = async (variant: Variant): Promise<Looked> => {
      const looked: Looked = { isCluster: false, seen: {}, unseen: {} }
      for (let left = names; left.length > 0;) left = await lookOnce(variant, left, looked)
      return looked
    }
    const lookOnce = async (variant: Variant, names: string[], looked: Looked) => {
      const folder = join(workbench.folder, variant.name)
      mkdirSync(folder, { recursive: true })
      const logFile = workbench.createLog(variant.name)
      const request = {
        ...settings,
        app: { ...settings.app, readyTimeoutSeconds, ...(variant === alone && { stopTimeoutSeconds }) },
        variant,
        logFile,
        ...workbench,
        preload: { watchFolder: folder },
        doing: () => 'was examined'
      }
      const running = await startVariant(request, signal)
      // Several at once on few cores take their time.
      readyTimeoutSeconds = Math.max(readyTimeoutSeconds, 10 * running.readySeconds)
      try {
        flow ??= await findFlow(spent, signal)
        const { mode } = variant
        const isCommand = isByCommand(mode)
        await reportsOf(running, isCommand ? 0 : (variant.workers ?? 1), signal)
        const isAlone = variant === alone && !modes[mode].stopsApart
        const startAgain = async () => (isAlone ? startBeside(request, signal) : null)
        const watching = {
          ...settings,
          home,
          folder,
          flow,
          spent,
          isCommand,
          isAlone,
          isIdle: isAlone && names.includes('idle'),
          startAgain
        }
        return await lookWith(names, running, { looked, watching }, signal)
      } finally {
        await running.stop()
      }
    }
    const single = await lookAt(alone)
    const clustered = single.isCluster
      ? single
      : await lookAt(isByCommand(wanted.mode) ? wanted : { ...wanted, workers: workersStarted }).catch((error) => {
          if (error instanceof SpeedupError && error.code === 'APP_NOT_READY') return error
          throw error
        })
    const workers = Math.max(workersStarted, wanted.workers ?? availableParallelism())
    const concluded = conclude(names, single, clustered, workers)
    const findings = concluded
      .flatMap(({ check, findings }) =>
        findings.map(({ place, ...found }) => ({
          ...found,
          ...(place?.isBundle && { sentence: `${found.sentence} (in a bundle: it may be a package’s)` }),
          check,
          level: findingLevels[found.code],
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
      fine: concluded.flatMap(({ findings, fine }) => (findings.length === 0 && fine !== null ? [fine] : []))
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
    return new RegExp(`\\b${request.target.port}\\b`).test(error.message) ? null : error.message
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
function placeIn(home: string, { file, line }: { file: string; line: number }): CodePlace {
  const text = readIfThere(file).split('\n')[line - 1]?.trim().slice(0, longestQuote)
  return { file: relative(home, file), line, ...(text && { text }) }
}

/** @returns the checks that are left, as the app died in the one before them */
async function lookWith(
  names: string[],
  running: RunningVariant,
  { looked, watching }: { looked: Looked; watching: Parameters<typeof watchStarted>[1] },
  signal: AbortSignal
): Promise<string[]> {
  const death = new AbortController()
  void running.died.then((error) => death.abort(error))
  looked.isCluster = running.reported().forks !== undefined
  const app = watchStarted(running, watching, AbortSignal.any([signal, death.signal]))
  try {
    for (const [i, name] of names.entries()) {
      try {
        if (app.outside !== null && !checks[name].isOutside) throw new Unseen(app.outside)
        looked.seen[name] = await checks[name].look(app)
      } catch (error) {
        // Its end is heard of a little later.
        await Promise.race([running.died, delay(deathMs, undefined, { signal })])
        // What was connected to may be gone.
        if (!(error instanceof Unseen || death.signal.aborted || 'code' in (error as Error))) throw error
        looked.unseen[name] = (death.signal.reason ?? error).message
        if (death.signal.aborted) return names.slice(i + 1)
      }
    }
  } finally {
    app.close()
  }
  return []
}

/** @param clustered an error: it did not start as a cluster */
function conclude(names: string[], single: Looked, clustered: Looked | SpeedupError, workers: number): Concluded[] {
  if (clustered instanceof SpeedupError) {
    const sentence = `the app works as one process, but not as 2 workers: ${clustered.message}`
    return [{ check: 'start', findings: [{ code: 'fails-as-cluster', sentence }], fine: null }]
  }
  return names.map((check) => {
    const why = single.unseen[check] ?? clustered.unseen[check]
    const sentence = `${checks[check].title}: ${why}`
    if (why !== undefined) return { check, findings: [{ code: 'not-seen', sentence }], fine: null }
    return {
      check,
      ...checks[check].conclude({ single: single.seen[check], clustered: clustered.seen[check], workers })
    }
  })
}
