import { dirname, join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startVariant } from '../app/modes.ts'
import { SpeedupError } from '../concepts/errors.ts'
import type { Settings } from '../concepts/settings.ts'
import { openWorkbench, type Workbench } from '../processes/guard.ts'
import { readSettings } from '../settings/read-settings.ts'
import type { FoundApp } from './find-app.ts'
import { choosePath, type FoundPath } from './find-path.ts'
import { chooseTarget, type PortFacts } from './find-port.ts'
import { measureAnswers, type AnswerTimes } from './measure-answers.ts'
import type { Questions, Wishes } from './questions.ts'
import type { Project } from './read-project.ts'
import { searchSource, type Hints } from './search-source.ts'

/** What trying an app has shown. */
export interface Trial extends PortFacts {
  settings: Settings // as they will be read from the file
  path: FoundPath
  times: AnswerTimes
}

export interface Trying {
  project: Project
  wishes: Wishes
  hints: Hints
  workbench: Workbench
}

/** The app works, but alone. */
export class NotClustered extends SpeedupError {}

/** From the package's folder. */
export const scenarioPath = 'scenarios/speedup.yml'

/** Until the end of a process is known here. */
const noticeMs = 200

/**
 * Starts the app as the plugin will start it, as one process and clustered, and asks it. It is gone afterwards.
 *
 * @throws SpeedupError APP_NOT_READY, APP_DIED, PORT_TAKEN, INVALID_SETTINGS
 */
export async function tryApp(app: FoundApp, project: Project, wishes: Wishes, questions: Questions, signal: AbortSignal): Promise<Trial> {
  const workbench = openWorkbench()
  try {
    const trying = { project, wishes, hints: searchSource(project, app.script), workbench }
    const { url, ...port } = await chooseTarget(app, trying, signal)
    const settings = settingsFor(app, trying, url)
    const asked = await askSingle(settings, trying, questions, signal)
    await startClustered(settings, workbench, signal)
    return { settings, ...port, ...asked }
  } finally {
    await workbench.close()
  }
}

async function askSingle(settings: Settings, { wishes, hints, workbench }: Trying, { whichPath, mayLoad }: Questions, signal: AbortSignal) {
  const { variants: [single, clustered], target: { hostname, port } } = settings
  const running = await startVariant({ ...settings, variant: single, logFile: workbench.createLog('single'), ...workbench }, signal)
  const death = running.died.then((error) => Promise.reject(error))
  // What asks must not outlive the app: the next question, or another app's port, would get it.
  const own = new AbortController()
  const until = AbortSignal.any([signal, own.signal])
  const ask = async () => {
    const path = await choosePath({ hostname, port }, {
      wanted: wishes.path,
      paths: hints.paths,
      async askPath(refused) {
        // What closes connections may be the app's end.
        await Promise.race([death, delay(noticeMs)])
        return whichPath(refused, until)
      },
      mayLoad: (path) => mayLoad(path, until)
    }, until)
    return { path, times: await measureAnswers({ hostname, port, path: path.path }, Number(clustered.workers), until) }
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
  try {
    const variant = settings.variants[1]
    const running = await startVariant({ ...settings, variant, logFile: workbench.createLog('clustered'), ...workbench }, signal)
    await running.stop()
  } catch (error) {
    if (!(error instanceof SpeedupError)) throw error
    throw new NotClustered(error.code, `As one process the app works, but not as a cluster. ${error.message}\n` +
      'In a cluster each worker runs the whole file: see that nothing in it, such as a lock or a second port, can be had only once.')
  }
}

/** @returns read as the plugin reads them */
export function settingsFor({ script, args, nodeArgs, env }: FoundApp, { project: { folder }, wishes }: Trying, target: string): Settings {
  const scenarioFile = join(folder, scenarioPath)
  const { PORT: _port, ...variables } = env
  const timeout = wishes.readyTimeoutSeconds === null ? {} : { readyTimeout: wishes.readyTimeoutSeconds }
  const speedup = { app: { script: relative(dirname(scenarioFile), script), args, nodeArgs, env: variables, ...timeout } }
  const scenario = { config: { target, plugins: { speedup } }, scenarios: [{ flow: [] }] }
  return readSettings({ script: scenario, scriptFile: scenarioFile, configFile: scenarioFile, workingDirectory: folder })
}
