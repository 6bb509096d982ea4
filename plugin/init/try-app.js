import { setTimeout as delay } from 'node:timers/promises'
import { SpeedupError } from '../errors.js'
import { startVariant } from '../variants/start-variant.js'
import { choosePath } from './choose-path.js'
import { chooseTarget } from './choose-target.js'
import { measureAnswers } from './measure-answers.js'
import { searchSource } from './search-source.js'
import { settingsFor } from './settings-for.js'
import { openWorkbench } from '../processes/workbench.js'
/**
 * @import { Settings } from '../vocabulary.js'
 * @import { Project } from './read-project.js'
 * @import { PortFacts } from './choose-target.js'
 * @import { FoundApp } from './find-app.js'
 * @import { FoundPath, Refused } from './find-path.js'
 * @import { AnswerTimes } from './measure-answers.js'
 * @import { Hints } from './search-source.js'
 * @import { Wishes } from './read-wishes.js'
 * @import { Workbench } from '../processes/workbench.js'
 */

/**
 * What trying an app has shown.
 *
 * @typedef {object} Findings
 * @property {Settings} settings as they will be read from the file
 * @property {FoundPath} path
 * @property {AnswerTimes} times
 *
 * @typedef {Findings & PortFacts} Trial
 */

/**
 * @typedef {object} Trying
 * @property {Project} project
 * @property {string} scenarioFile absolute path; need not be there
 * @property {Wishes} wishes
 * @property {(refused: Refused[], signal: AbortSignal) => Promise<string | null>} askPath for one when none of these
 *   answered; null: nobody knows
 * @property {(path: string, signal: AbortSignal) => Promise<boolean>} mayLoad whether to go on with one that was found
 */

/** The app works, but alone. */
export class NotClustered extends SpeedupError {}

/** Until the end of a process is known here. */
const noticeMs = 200

/**
 * Starts the app as the plugin will start it, as one process and clustered, and asks it. It is gone afterwards.
 *
 * @param {FoundApp} app
 * @param {Trying} trying
 * @param {AbortSignal} signal
 * @returns {Promise<Trial>}
 * @throws {SpeedupError} APP_NOT_READY, APP_DIED, PORT_TAKEN, INVALID_SETTINGS
 */
export async function tryApp(app, trying, signal) {
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

/**
 * @param {Settings} settings
 * @param {{ trying: Trying, hints: Hints, workbench: Workbench }} how
 * @param {AbortSignal} signal
 * @returns {Promise<{ path: FoundPath, times: AnswerTimes }>}
 */
async function askSingle(settings, { trying, hints, workbench }, signal) {
  const { variants: [single, clustered], target: { hostname, port } } = settings
  const running = await startVariant({ ...settings, variant: single, logFile: workbench.createLog('single'), ...workbench }, signal)
  const death = running.died.then((error) => Promise.reject(error))
  // What asks must not outlive the app: the next question, or another app's port, would get it.
  const own = new AbortController()
  const until = AbortSignal.any([signal, own.signal])
  const askPath = async (/** @type {Refused[]} */ refused) => {
    // What closes connections may be the app's end.
    await Promise.race([death, delay(noticeMs)])
    return trying.askPath(refused, until)
  }
  const mayLoad = (/** @type {string} */ path) => trying.mayLoad(path, until)
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

/**
 * What works alone need not work as a cluster.
 *
 * @param {Settings} settings
 * @param {Workbench} workbench
 * @param {AbortSignal} signal
 */
async function startClustered(settings, workbench, signal) {
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
