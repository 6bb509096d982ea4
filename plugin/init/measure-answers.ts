import { Client } from 'undici'
import { noAnswer, urlOf, type Place } from './find-path.ts'

export interface AnswerTimes {
  medianMs: number // of answers to one user who asks again and again
  users: number // who asked at once
  perSecond: number // answers to these users: the app's pace, if they were enough
  failures: Record<string, number> // status or problem -> count, among the answers to users at once
}

const fewestUsers = 20
const mostUsers = 320
const moreUsers = 4
/** With so many more users, a pace that grows less than this is the app's. */
const worthMore = 1.5
const patienceMs = 10_000
/** As the lean client of a comparison sends them: to compress what it sends may be the most that an app does. */
const headers = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br, zstd' }

type Target = Place & { path: string }

/** For one user, and for each number of users at once. */
const trialSeconds = { alone: 1, together: 3 }

/**
 * What the app can do, seen with the client that a comparison uses, undici's.
 *
 * @param workers that shall have enough to do
 */
export async function measureAnswers(target: Target, workers: number, signal: AbortSignal, seconds = trialSeconds): Promise<AnswerTimes> {
  // One user waits for every answer, so that there is one.
  const { latenciesMs } = await askFor(seconds.alone, 1, target, signal)
  signal.throwIfAborted()
  const counted = latenciesMs.slice(latenciesMs.length >> 1).sort((a, b) => a - b)
  const medianMs = counted[counted.length >> 1]
  let slower = 0
  for (let users = fewestUsers; ; users *= moreUsers) {
    const until = AbortSignal.any([signal, AbortSignal.timeout(seconds.together * 1000)])
    const { perSecond, failures } = await askFor(seconds.together, users, target, until)
    signal.throwIfAborted()
    const isEnough = users >= enoughUsers({ medianMs, perSecond }, workers) || perSecond < worthMore * slower
    // Where hardly one answer came in the time, one user knows more than many.
    if (isEnough || users >= mostUsers) return { medianMs, users, perSecond: Math.max(perSecond, 1000 / medianMs), failures }
    slower = perSecond
  }
}

/** @returns users who keep all workers busy, though each of them is away for as long as an answer to one takes */
function enoughUsers({ medianMs, perSecond }: Pick<AnswerTimes, 'medianMs' | 'perSecond'>, workers: number): number {
  return Math.ceil((workers * perSecond * medianMs) / 1000)
}

/**
 * Lets each of these users ask again and again, on a connection of their own. For the pace, the first half of the time
 * does not count: the app warms up and users come.
 *
 * @param signal what is still asked when it aborts gets no answer
 */
async function askFor(seconds: number, users: number, { path, ...place }: Target, signal: AbortSignal) {
  const clients = Array.from({ length: users }, () => new Client(urlOf(place), { headersTimeout: patienceMs, bodyTimeout: patienceMs }))
  const leave = () => clients.forEach((client) => void client.destroy().catch(() => {}))
  signal.addEventListener('abort', leave)
  const half = performance.now() + seconds * 500
  const end = half + seconds * 500
  const latenciesMs: number[] = []
  const failures: Record<string, number> = {}
  let answers = 0
  try {
    await Promise.all(clients.map(async (client) => {
      do {
        const begun = performance.now()
        const failure = await ask(client, path)
        if (signal.aborted) return
        const now = performance.now()
        latenciesMs.push(now - begun)
        if (now >= half) answers++
        if (failure !== null) failures[failure] = (failures[failure] ?? 0) + 1
      } while (performance.now() < end)
    }))
  } finally {
    signal.removeEventListener('abort', leave)
    leave()
  }
  return { latenciesMs, failures, perSecond: (1000 * answers) / (performance.now() - half) }
}

/** @returns when all of the answer has come: what is wrong with it; null: nothing */
function ask(client: Client, path: string): Promise<string | null> {
  return new Promise((resolve) => {
    let status = 0
    client.dispatch({ method: 'GET', path, headers }, {
      onRequestStart() {},
      onResponseData() {},
      onResponseStart: (_controller, code) => void (status = code),
      onResponseEnd: () => resolve(status < 400 ? null : String(status)),
      onResponseError: (_controller, error) => resolve(`${noAnswer} (${error.message})`)
    })
  })
}

/** a closed loop: users who ask again as soon as they have an answer */
export interface Load {
  users: number // who come within a second
  seconds: number // that they stay
  timeoutSeconds: number | null // for one answer, where Artillery's own 10 s could be too few
}

const usualUsers = 20
const fewestUsersOfLoad = 4
const usualSeconds = 8
/** With fewer on each connection, the first, which waits longest, would count. */
const fewestRequests = 10
const longestWaitMs = 2000
const ampleTimeoutSeconds = 60

/** A load that leaves one process no time to spare, and all workers of a cluster none. */
export function chooseLoad(times: Pick<AnswerTimes, 'medianMs' | 'users' | 'perSecond'>, workers: number): Load {
  const answerMs = 1000 / times.perSecond
  const wanted = Math.max(usualUsers, Math.min(enoughUsers(times, workers), times.users))
  const users = Math.max(fewestUsersOfLoad, Math.min(wanted, Math.floor(longestWaitMs / answerMs)))
  return {
    users,
    seconds: Math.max(usualSeconds, Math.ceil((fewestRequests * users * answerMs) / 1000)),
    timeoutSeconds: users * answerMs > 2 * longestWaitMs ? ampleTimeoutSeconds : null
  }
}
