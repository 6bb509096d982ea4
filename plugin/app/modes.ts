import { fileURLToPath } from 'node:url'
import { builtModule } from '../package-files.ts'
import { checkProgram, pathOf } from './find-program.ts'
import { preloaded } from '../primaries/keep-workers.ts'
import type { InstanceOptions, WorkerOptions } from '../messages/app.ts'
import { pm2 } from './modes/pm2.ts'
import { inInstances } from './modes/ports.ts'
import type { StartRequest, Runner } from './runner.ts'
import { url } from './modes/url.ts'
import { checkSharedPort } from './port.ts'
import { startProcess, type Program } from './start-process.ts'
import type { Mode } from '../concepts/modes.ts'
import type { App, Settings, Target } from '../concepts/settings.ts'

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
  cluster: keptBy(builtModule('primaries/cluster-primary.js')),
  pm2,
  reusePort: {
    ...keptBy(builtModule('primaries/reuse-port-primary.js')),
    check: async (_settings, { name }) => checkSharedPort(name)
  },
  ports: inInstances((request, groups, signal) =>
    startProcess(
      request,
      { argv: primaryArguments(builtModule('primaries/ports-primary.js'), request, groups) },
      signal
    )
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
function placed({ app, variant: { place, nodeArgs } }: StartRequest) {
  const own = { ...app, nodeArgs: [...app.nodeArgs, ...nodeArgs] }
  return place === null ? own : { ...own, script: place.script, cwd: place.cwd }
}

/** @param args after the app's */
export const singleArguments = (
  { nodeArgs, script, args: ofApp }: App,
  args: string[],
  given: Pick<StartRequest, 'pidHeader' | 'preload'>
) => [...preloaded({ nodeArgs, ...given }), String(script), ...ofApp, ...args]

type Kept = Pick<StartRequest, 'app' | 'variant' | 'pidHeader' | 'preload'> & { target: Pick<Target, 'hostname'> }

/**
 * @param primary a module that keeps the workers
 * @param groups of cgroups' folders, one for each instance
 */
export function primaryArguments(
  primary: URL,
  { app, variant: { args, workers, instances, scheduling }, target: { hostname }, pidHeader, preload }: Kept,
  groups: string[][] = []
) {
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
