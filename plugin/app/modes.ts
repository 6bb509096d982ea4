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
import { startProcess } from './start-process.ts'
import type { Mode } from '../concepts/modes.ts'
import type { Settings, Target } from '../concepts/settings.ts'

const running = (argumentsFor: (request: StartRequest) => string[]): Runner => ({
  start: (request, signal) => startProcess(request, { argv: argumentsFor(request) }, signal)
})
const keptBy = (primary: URL) => running((request) => primaryArguments(primary, request))

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
  single: running(singleArguments),
  cluster: keptBy(builtModule('primaries/cluster-primary.js')),
  pm2,
  reusePort: {
    ...keptBy(builtModule('primaries/reuse-port-primary.js')),
    check: async (_settings, { name }) => checkSharedPort(name)
  },
  ports: inInstances(keptBy(builtModule('primaries/ports-primary.js'))),
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

type Called = Pick<StartRequest, 'app' | 'variant' | 'pidHeader' | 'preload'>

export function singleArguments({ app: { nodeArgs, script, args }, variant, ...given }: Called) {
  return [...preloaded({ nodeArgs, ...given }), String(script), ...args, ...variant.args]
}

type Kept = Called & Pick<StartRequest, 'groups'> & { target: Pick<Target, 'hostname'> }

/** @param primary a module that keeps the workers */
export function primaryArguments(
  primary: URL,
  {
    app,
    variant: { args, workers, instances, scheduling },
    target: { hostname },
    pidHeader,
    preload,
    groups = []
  }: Kept
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
