// What crosses between what starts the app, what keeps its workers, and what is loaded into it: arguments, and
// messages over IPC.
import { harmless } from '../processes/harmless.ts'
import { asMessage, contentOf, send } from './load.ts'
import type { LoopDelay } from '../concepts/run.ts'
import type { Settings, Variant } from '../concepts/settings.ts'

/** What the preload does in each process, beyond the usual. */
export interface PreloadOptions {
  reportMs?: number // between two reports of its usage; left out: 500
  watcher?: string // the address of a module of ours that is loaded, too, for its watch(); left out: none is
  watchFolder?: string // where what that sees is noted
  // left out: it is loaded into the processes that are started here; else into workers, too, that an app forks
  watchesIn?: 'forks' | 'forks and threads'
  usualPort?: number // whoever wants to listen there listens on PORT; left out: where it wants to
}

export type NodeOptions = { nodeArgs: string[]; pidHeader: string; preload?: PreloadOptions | undefined }
/** The one argument of each primary's script, as JSON; hostname: of the target. */
export type WorkerOptions = NodeOptions &
  Pick<Variant, 'args' | 'scheduling'> & { script: string; workers: number; hostname: string }
/**
 * The same of instances. workers: of each; null: as many as an instance sees CPUs. groups: for each instance, the
 * folders of the cgroups that it is started in; none: it has no limits.
 */
export type InstanceOptions = Omit<WorkerOptions, 'workers'> & {
  instances: number
  workers: number | null
  groups: string[][]
}

/** What PM2's ecosystem file does not say, or what has the last word over it. */
export interface Wanted extends Pick<Settings, 'app' | 'target' | 'pidHeader'> {
  variant: Variant
  logFile: string // of the app's output
  preload?: PreloadOptions
}

/** The one argument of pm2-host.ts, as JSON; pm2: absolute path of its main module */
export type HostOptions = Wanted & { pm2: string }

/** What a process of the app reports about itself, twice a second. */
export interface UsageReport {
  pid: number
  atMs: number // by machine/clock.ts
  activeMs: number // of the event loop, since it began
  idleMs: number // of the event loop, since it began
  cpuMs: number // of all its threads, since it began
  gcMs: number // of garbage collection, since it began
  rssBytes: number
  heapBytes: number
  loopDelayMs: LoopDelay | null // since it began to serve
  openConnections: number
  requestsInFlight: number // most since the last report
  /** of the first responses on their connections, and of later ones; null: it can't be seen */
  inApp: { first: ResponseSums; later: ResponseSums } | null
  steps?: UsageStep[] // in between, while it is asked; left out: it can't be seen
}

/** The same sums at a moment, of all responses. */
export type UsageStep = Pick<UsageReport, 'atMs' | 'cpuMs'> & Omit<ResponseSums, 'inAppMs'>

/** since the process began */
export interface ResponseSums {
  responses: number // whose first byte was sent, and that were measured: of many in a short time, a part
  inAppMs: number // from the request's arrival to the first byte of its response
  idleMs: number // for which the event loop was idle meanwhile
}

/** What the processes of an app send us over IPC. Everything else on that channel belongs to the app. */
export type AppEvent =
  // areStarting: they will tell PM2 when they are ready, and some have not
  | { event: 'expecting'; workers: number; areStarting?: boolean }
  // cores: as os.availableParallelism() tells them; left out: it was not asked there
  | { event: 'listening'; pid: number; port: number; address: string; cores?: number }
  | { event: 'usage'; report: UsageReport }
  | { event: 'forked' } // a cluster worker, by the app itself
  | { event: 'worker-exited'; pid: number; code: number | null; signal: string | null }
  | { event: 'worker-told'; pid: number } // to leave, as another has come
  // as it had been told; signal: null: it ended itself, or unknown
  | { event: 'worker-left'; pid: number; signal: string | null }
  | { event: 'gave-up'; deaths: number }
  | { event: 'reloaded'; problem: string | null } // null: all workers are new

/**
 * What we tell the process that keeps the app's workers: to bring in new ones for all, one at a time; or that we shall
 * end so many, which is not a crash.
 */
type AppCommand = { command: 'reload' } | { command: 'excuse'; deaths: number }

/** @returns false: there is no channel to the parent process; the app may have closed it */
export function tell(event: AppEvent) {
  if (!process.connected) return false
  harmless(send)(event)
  return true
}

export const asCommand: (command: AppCommand) => object = asMessage

/** @param obey called with each command that our parent sends */
export function hearCommands(obey: (command: AppCommand) => void) {
  const hear = (message: unknown) => {
    const content = contentOf<AppCommand>(message)
    if (content?.command) obey(content)
  }
  process.on('message', harmless(hear))
}

export const asAppEvent = contentOf<AppEvent>
