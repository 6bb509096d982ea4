import { fileURLToPath } from 'node:url'
import { builtModule } from '../package-files.ts'
import { checkProgram, pathOf } from './find-program.ts'
import { preloaded, type InstanceOptions, type PreloadOptions, type WorkerOptions } from './keep-workers.ts'
import { pm2 } from './modes/pm2.ts'
import { inInstances, type SeenInstances } from './modes/ports.ts'
import { url } from './modes/url.ts'
import { checkSharedPort } from './port.ts'
import { startProcess, type Program } from './start-process.ts'
import type { SpeedupError } from '../concepts/errors.ts'
import type { Disturbance, Disturbed, Life } from '../concepts/disturbances.ts'
import type { Mode } from '../concepts/modes.ts'
import type { App, Settings, Target, Variant } from '../concepts/settings.ts'
import type { Guard } from '../processes/guard.ts'
import type { Kin } from '../processes/members.ts'
import type { UsageReport } from './messages.ts'

/**
 * Of the settings, insecure and generator matter in mode url only: what Artillery would accept, and from where it makes
 * the load.
 */
export interface StartRequest extends Pick<
  Settings,
  'app' | 'target' | 'pidHeader' | 'insecure' | 'generator' | 'scriptFile'
> {
  variant: Variant
  logFile: string // of the app's output
  guard: Guard
  preload?: PreloadOptions
  killedFor?: () => string // why the kernel may have ended it, in words; empty: it did not
  doing?: () => string // what it does now, in words, should it die; left out: it is measured, or profiled
}

export interface RunningVariant {
  readySeconds: number
  /** by its processes so far; workerPids: that listen on the target's port, empty where they can't be known */
  reported: () => {
    workerPids: string[]
    restarts: number
    forks?: number
    coresSeen?: number | undefined
    printed?: string[] // last, each line once; left out: by nobody here
    usage: UsageReport[]
    lives: Life[]
  } & Partial<SeenInstances>
  kin: Kin | null // its processes on this machine; null: none are known
  died: Promise<SpeedupError> // resolves when the app leaves without having been asked to
  // resolves when it is over; turn: the worker to take, counted round
  disturb: (disturbance: Disturbance, turn: number) => Promise<Disturbed>
  stop: () => Promise<boolean> // true if it had to be killed
}

/** How a mode runs the app. */
export interface Runner {
  // what can be known before anything is started
  check?: (settings: Settings, variant: Variant, signal: AbortSignal) => Promise<void>
  start: (request: StartRequest, signal: AbortSignal) => Promise<RunningVariant> // resolves when it is ready
}

const running = (program: (request: StartRequest) => Program): Runner => ({
  start: (request, signal) => startProcess(request, program(request), signal)
})
const keptBy = (primary: URL) => running((request) => ({ argv: primaryArguments(primary, request) }))

/** Any program, found as an npm script would find it. */
const command: Runner = {
  check: async (settings, variant) => checkProgram({ ...settings, variant }),
  start(request, signal) {
    const { command: given } = request.variant
    // A line is the shell's, with all that it can: quotes, variables, `&&`.
    const [file, ...argv] = typeof given === 'string' ? ['/bin/sh', '-c', given] : (given ?? [])
    return startProcess(request, { file, argv, isStranger: true, env: { PATH: pathOf(request) } }, signal)
  }
}

/** What is known of a mode beside this is in concepts/modes.ts. */
const runners: Record<Mode, Runner> = {
  single: running(({ app, variant, ...given }) => ({ argv: singleArguments(app, variant.args, given) })),
  cluster: keptBy(builtModule('app/cluster-primary.js')),
  pm2,
  reusePort: {
    ...keptBy(builtModule('app/reuse-port-primary.js')),
    check: async (_settings, { name }) => checkSharedPort(name)
  },
  ports: inInstances((request, groups, signal) =>
    startProcess(request, { argv: primaryArguments(builtModule('app/ports-primary.js'), request, groups) }, signal)
  ),
  command,
  url
}

/**
 * Before anything starts: half of a comparison is of no use if the other half can't work.
 * @throws SpeedupError UNSUPPORTED, APP_NOT_READY, INVALID_SETTINGS
 */
export async function checkVariants(settings: Settings, signal: AbortSignal) {
  for (const variant of settings.variants) await runners[variant.mode].check?.(settings, variant, signal)
}

/**
 * Starts the app as the variant says, but in mode url, and waits until it is ready: it answers on the target's port and
 * every worker that can report listens. Its owner has to stop it; the signal stops it.
 *
 * @throws SpeedupError PORT_TAKEN, APP_NOT_READY
 */
export const startVariant: Runner['start'] = (request, signal) =>
  runners[request.variant.mode].start({ ...request, app: placed(request) }, signal)

/** @returns the app of that variant: of its version, and with its own arguments for Node */
function placed({ app, variant: { place, nodeArgs } }: Pick<StartRequest, 'app' | 'variant'>): App {
  const own = { ...app, nodeArgs: [...app.nodeArgs, ...nodeArgs] }
  return place === null ? own : { ...own, script: place.script, cwd: place.cwd }
}

/** @param args after the app's */
export const singleArguments = (
  { nodeArgs, script, args: ofApp }: App,
  args: string[],
  given: Pick<StartRequest, 'pidHeader' | 'preload'>
): string[] => [...preloaded({ nodeArgs, ...given }), String(script), ...ofApp, ...args]

type Kept = Pick<StartRequest, 'app' | 'variant' | 'pidHeader' | 'preload'> & { target: Pick<Target, 'hostname'> }

/**
 * @param primary a module that keeps the workers
 * @param groups of cgroups' folders, one for each instance
 */
export function primaryArguments(
  primary: URL,
  { app, variant: { args, workers, instances, scheduling }, target: { hostname }, pidHeader, preload }: Kept,
  groups: string[][] = []
): string[] {
  const { script, nodeArgs } = app
  const options = {
    script: String(script),
    args: [...app.args, ...args],
    nodeArgs,
    pidHeader,
    preload,
    scheduling,
    hostname
  }
  const counted: WorkerOptions | InstanceOptions =
    instances === null
      ? { ...options, workers: Number(workers) }
      : { ...options, instances, workers: workers && workers / instances, groups }
  return [fileURLToPath(primary), JSON.stringify(counted)]
}
