import { setTimeout as delay } from 'node:timers/promises'
import { dirname, relative } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { startVariant } from '../app/start-variant.ts'
import { choosePath, type FoundPath, type Refused } from './find-path.ts'
import { chooseTarget, type PortFacts } from './find-port.ts'
import { measureAnswers, type AnswerTimes } from './measure-answers.ts'
import { searchSource, type Hints } from './search-source.ts'
import { openWorkbench, type Workbench } from '../processes/guard.ts'
import type { Settings } from '../concepts/settings.ts'
import type { Project } from './read-project.ts'
import type { FoundApp } from './find-app.ts'
import type { Wishes } from './questions.ts'
import { readSettings } from '../settings/read-settings.ts'

/** What trying an app has shown. */
interface Findings {
  settings: Settings // as they will be read from the file
  path: FoundPath
  times: AnswerTimes
}

export type Trial = Findings & PortFacts

export interface Trying {
  project: Project
  scenarioFile: string // absolute path; need not be there
  wishes: Wishes
  /** for one when none of these answered; null: nobody knows */
  askPath: (refused: Refused[], signal: AbortSignal) => Promise<string | null>
  mayLoad: (path: string, signal: AbortSignal) => Promise<boolean> // whether to go on with one that was found
}

/** The app works, but alone. */
export class NotClustered extends SpeedupError {}

/** Until the end of a process is known here. */
const noticeMs = 200

/**
 * Starts the app as the plugin will start it, as one process and clustered, and asks it. It is gone afterwards.
 *
 * @throws SpeedupError APP_NOT_READY, APP_DIED, PORT_TAKEN, INVALID_SETTINGS
 */
export async function tryApp(app: FoundApp, trying: Trying, signal: AbortSignal): Promise<Trial> {
  const workbench = openWorkbench()
  try {
    const hints = searchSource(trying.project, app.script)
    const { url, ...port } = await chooseTarget(app, { trying, hints, workbench }, signal)
    const settings = settingsFor(app, trying, url)
    const asked = await askSingle(settings, { trying, hints, workbench }, signal)
    await startClustered(settings, workbench, signal)
    return { settings, ...port, ...asked }
  } finally {
    await workbench.close()
  }
}

async function askSingle(settings: Settings, { trying, hints, workbench }: { trying: Trying, hints: Hints, workbench: Workbench }, signal: AbortSignal): Promise<{ path: FoundPath, times: AnswerTimes }> {
  const { variants: [single, clustered], target: { hostname, port } } = settings
  const running = await startVariant({ ...settings, variant: single, logFile: workbench.createLog('single'), ...workbench }, signal)
  const death = running.died.then((error) => Promise.reject(error))
  // What asks must not outlive the app: the next question, or another app's port, would get it.
  const own = new AbortController()
  const until = AbortSignal.any([signal, own.signal])
  const askPath = async (refused: Refused[]) => {
    // What closes connections may be the app's end.
    await Promise.race([death, delay(noticeMs)])
    return trying.askPath(refused, until)
  }
  const mayLoad = (path: string) => trying.mayLoad(path, until)
  const ask = async () => {
    const path = await choosePath({ hostname, port }, { wanted: trying.wishes.path, paths: hints.paths, askPath, mayLoad }, until)
    return { path, times: await measureAnswers({ hostname, port, path: path.path, workers: Number(clustered.workers) }, until) }
  }
  try {
    return await Promise.race([ask(), death])
  } finally {
    own.abort()
    await running.stop()
  }
}

/** What works alone need not work as a cluster. */
async function startClustered(settings: Settings, workbench: Workbench, signal: AbortSignal) {
  const [, clustered] = settings.variants
  const request = { ...settings, variant: clustered, logFile: workbench.createLog('clustered'), ...workbench }
  try {
    const running = await startVariant(request, signal)
    await running.stop()
  } catch (error) {
    if (!(error instanceof SpeedupError)) throw error
    throw new NotClustered(error.code, `As one process the app works, but not as a cluster. ${error.message}\nIn a cluster each worker runs the whole file: see that nothing in it, such as a lock or a second port, can be had only once.`)
  }
}

/** @returns read as the plugin reads them */
export function settingsFor({ script, args, nodeArgs, env }: FoundApp, { project, scenarioFile, wishes }: Trying, target: string): Settings {
  const variables = Object.fromEntries(Object.entries(env).filter(([name]) => name !== 'PORT'))
  const timeout = wishes.readyTimeoutSeconds === null ? {} : { readyTimeout: wishes.readyTimeoutSeconds }
  const speedup = { app: { script: relative(dirname(scenarioFile), script), args, nodeArgs, env: variables, ...timeout } }
  const scenario = { config: { target, plugins: { speedup } }, scenarios: [{ flow: [] }] }
  return readSettings({ script: scenario, scriptFile: scenarioFile, configFile: scenarioFile, workingDirectory: project.folder })
}
