import { runners } from './modes.ts'
import type { App, Generator, Target, Variant } from '../concepts/settings.ts'
import type { Guard } from '../processes/guard.ts'
import type { Kin } from '../processes/members.ts'
import type { SpeedupError } from '../concepts/errors.ts'
import type { UsageReport } from './messages.ts'

export interface StartRequest {
  app: App
  variant: Variant
  target: Target
  pidHeader: string
  insecure: boolean // in mode url: any certificate will do, as for Artillery
  generator: Generator | null // who makes the load; one elsewhere may reach what nobody reaches from here
  logFile: string // of the app's output
  guard: Guard
  scriptFile: string // absolute path of the Artillery script: where the project is
}

export interface RunningVariant {
  readySeconds: number
  workerPids: () => string[] // that listen on the target's port; empty where they can't be known
  restarts: () => number
  usage: () => UsageReport[] // told by its processes so far
  kin: Kin | null // its processes on this machine; null: it has none that we know
  died: Promise<SpeedupError> // resolves when the app leaves without having been asked to
  stop: () => Promise<boolean> // true if it had to be killed
}

/**
 * Starts the app as the variant says, but in mode url, and waits until it is ready: it answers on the target's port and
 * every worker that can tell us listens.
 *
 * @param signal kills the app at once
 * @returns its owner has to stop it
 * @throws SpeedupError PORT_TAKEN, APP_NOT_READY
 */
export function startVariant(request: StartRequest, signal: AbortSignal): Promise<RunningVariant> {
  return runners[request.variant.mode].start(request, signal)
}
