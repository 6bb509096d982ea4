import type { UsageReport, Wanted } from '../messages/app.ts'
import type { SpeedupError } from '../concepts/errors.ts'
import type { Life, GroupReading } from '../concepts/spans.ts'
import type { Settings, Variant } from '../concepts/settings.ts'
import type { Guard } from '../processes/guard.ts'
import type { Kin } from '../processes/members.ts'
import type { OwnedProcess } from '../processes/owned-process.ts'

/**
 * Of the settings, insecure and generator matter in mode url only: what Artillery would accept, and from where it makes
 * the load.
 */
export interface StartRequest extends Wanted, Pick<Settings, 'insecure' | 'generator' | 'scriptFile'> {
  guard: Guard
  timeoutOption?: string // that allows the app more time to become ready; left out: that of a scenario file
  groups?: string[][] // for each instance, the folders of the cgroups that it is started in; left out: it has no limits
  killedFor?: () => string // why the kernel may have ended it, in words; empty: it did not
  doing?: () => string // what it does now, in words, should it die; left out: it is measured
}

export interface RunningVariant {
  readySeconds: number
  /** by its processes so far; workerPids: that listen on the target's port, empty where they can't be known */
  reported: () => {
    workerPids: string[]
    restarts: number
    forks?: number
    coresSeen?: number
    printed?: string[] // last, each line once; left out: by nobody here
    usage: UsageReport[]
    lives: Life[]
    instances?: GroupReading[][] // what the kernel counted of each instance so far, in the order of time
  }
  kin: Kin | null // its processes on this machine; null: none are known
  died: Promise<SpeedupError> // resolves when the app leaves without having been asked to
  grip: (() => Grip) | null // null: it runs elsewhere
  stop: () => Promise<boolean> // true if it had to be killed
}

/** What who does something to a running app needs, as it is at that moment. */
export interface Grip {
  request: StartRequest
  owned: OwnedProcess
  workers: number[] // PIDs of those that listen on its port
  told: () => { pid: number; atMs: number }[] // of all its processes so far, those that were told to leave
  // stops the app and starts it again; null: something else knows how to replace its workers
  restart: (() => Promise<unknown>) | null
  mayLeave: () => void // from now on, its end is what is measured
  signal: AbortSignal // its app is to end
}

/** How a mode runs the app. */
export interface Runner {
  // what can be known before anything is started
  check?: (settings: Settings, variant: Variant, signal: AbortSignal) => Promise<void>
  start: (request: StartRequest, signal: AbortSignal) => Promise<RunningVariant> // resolves when it is ready
}
