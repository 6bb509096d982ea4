import { setTimeout as delay } from 'node:timers/promises'
import { startVariant } from '../app/modes.ts'
import { SpeedupError } from '../concepts/errors.ts'
import type { Settings, Variant } from '../concepts/settings.ts'
import { openWorkbench } from '../processes/guard.ts'
import type { FoundApp } from './find-app.ts'
import { choosePath, findGraphql } from './find-path.ts'
import { choosePort } from './find-port.ts'
import { chooseLoad, measureAnswers } from './measure-answers.ts'
import { createQuestions, type Questions, type Wishes } from './questions.ts'
import type { Project } from './read-project.ts'
import { graphqlContent, logIn } from './requests.ts'

/** What trying an app has shown; its settings are as they will be read from the file. */
export type Trial = Awaited<ReturnType<typeof tryApp>>
/** The app works, but alone. */
export class NotClustered extends SpeedupError {}

/**
 * Starts the app as the plugin will start it, as one process and clustered, and asks it. It is gone afterwards.
 * isClustered: false: as one process alone
 */
export async function tryApp(
  app: FoundApp,
  project: Project,
  wishes: Wishes,
  signal: AbortSignal,
  { questions = createQuestions(null), isClustered = true } = {}
) {
  const workbench = openWorkbench()
  try {
    const { settings, routes, ...port } = await choosePort(app, { project, wishes, workbench }, signal)
    const start = (variant: Variant) =>
      startVariant({ ...settings, variant, logFile: workbench.createLog(variant.name), ...workbench }, signal)
    const asked = await askSingle(settings, start, { project, wishes, routes }, questions, signal)
    if (isClustered) await startClustered(settings, start)
    return { ...wishes, settings, isClustered, ...port, ...asked }
  } finally {
    await workbench.close()
  }
}

type Start = (variant: Variant) => ReturnType<typeof startVariant>

async function askSingle(
  settings: Settings,
  start: Start,
  { project, wishes, routes }: { project: Project; wishes: Wishes; routes: string[] },
  questions: Questions,
  signal: AbortSignal
) {
  const {
    variants: [single],
    target: { url }
  } = settings
  const running = await start(single)
  const death = running.died.then((error) => Promise.reject(error))
  // What asks must not outlive the app: the next question, or another app's port, would get it.
  const own = new AbortController()
  const until = AbortSignal.any([signal, own.signal])
  const ask = async () => {
    const { content, session } = await logIn(url, wishes, until)
    const choose = (wanted: string | null) =>
      choosePath(
        url,
        {
          wanted,
          content,
          paths: routes,
          // What closes connections may be the app's end, which is known here a moment later.
          askPath: (refused) => Promise.race([death, delay(200)]).then(() => questions.whichPath(refused, until)),
          mayLoad: (path) => questions.mayLoad(path, until)
        },
        until
      )
    const [wanted = null, ...more] = wishes.paths
    const { headers } = content
    const isPlain = content.method === 'GET' && more.length === 0
    const path =
      (isPlain ? await findGraphql(url, { dependencies: project.dependencies, wanted, headers }, until) : null) ??
      (await choose(wanted))
    const paths = [path.path]
    for (const wanted of more) paths.push((await choose(wanted)).path)
    const sent = path.isGraphql ? graphqlContent(headers) : content
    const workers = clusteredOf(settings).workers ?? 0
    const times = await measureAnswers(
      { urls: paths.map((path) => new URL(`${url}${path}`)), content: sent },
      workers,
      until
    )
    return { path, paths, session, times, load: chooseLoad(times, workers, wishes.users) }
  }
  try {
    return await Promise.race([ask(), death])
  } finally {
    own.abort()
    await running.stop()
  }
}

/** That of the most workers. */
export const clusteredOf = ({ variants }: Pick<Settings, 'variants'>) =>
  variants.slice(1).reduce((most, variant) => ((variant.workers ?? 0) > (most.workers ?? 0) ? variant : most))

/** What works alone need not work as a cluster. */
async function startClustered(settings: Settings, start: Start) {
  try {
    const running = await start(clusteredOf(settings))
    await running.stop()
  } catch (error) {
    if (!(error instanceof SpeedupError)) throw error
    throw new NotClustered(
      error.code,
      `The app works as one process, but not as a cluster. ${error.message}\n` +
        'In a cluster, each worker runs the whole file: make sure it needs nothing that exists only once, such as a lock or a second port.'
    )
  }
}
