import { refuse } from '../concepts/errors.ts'
import { Connection, mannerOf, type WireRequest } from '../load-thread/lean/http-connection.ts'
import type { Head } from '../load-thread/lean/http-head.ts'
import { toWire } from '../load-thread/lean/prepare-request.ts'
import { noAnswer } from './find-path.ts'
import type { Content } from './requests.ts'

const usersAtFirst = 20
const mostUsers = 320
const fewestUsers = 8
// Connections are dealt out in turn. More users only make latencies, and so the turns of the variants, longer.
const usersPerWorker = 4
/** As the lean client of a comparison sends them: to compress what it sends may be the most that an app does. */
const headers = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br, zstd' }

/** What is asked again and again, one after the other */
export type Asked = { urls: URL[]; content: Content }

/**
 * What the app can do, seen with the client that a comparison uses. An app that waits more than it works, for
 * a database for instance, needs more users than others until it, and each of the workers, has no time to spare.
 *
 * @param seconds for one user, for each number of users at once, and for the first answer
 * @returns medianMs: of answers to one user; perSecond: to `users` at once; failures: status or problem -> count, among
 * the latter
 */
export async function measureAnswers(
  asked: Asked,
  workers: number,
  signal: AbortSignal,
  seconds = { alone: 1, together: 3, patience: 10 }
) {
  // One user waits for every answer, so that there is one.
  const { latenciesMs } = await askFor(seconds.alone, 1, asked, signal, seconds.patience)
  if (latenciesMs.length === 0)
    refuse(
      `The app starts its response to ${asked.content.method} ${asked.urls.map(({ pathname }) => pathname).join(' or ')}, but does not finish it within ${seconds.patience} s. ` +
        'Choose a path with a finite response: --path </path>.'
    )
  const counted = latenciesMs.slice(latenciesMs.length >> 1).sort((a, b) => a - b)
  const medianMs = counted[counted.length >> 1]
  let slower = 0
  for (let users = usersAtFirst; ; users *= 4) {
    const { perSecond, failures } = await askFor(seconds.together, users, asked, signal)
    // A pace that hardly grows with four times as many users is the app's.
    const isEnough = users >= enoughUsers({ medianMs, perSecond }, workers) || perSecond < 1.5 * slower
    // Where hardly one answer came in the time, the pace of one user is the better estimate.
    if (isEnough || users >= mostUsers)
      return { medianMs, users, perSecond: Math.max(perSecond, 1000 / medianMs), failures }
    slower = perSecond
  }
}

/** @returns users who keep all workers busy, though each of them is away for as long as an answer to one takes */
const enoughUsers = ({ medianMs, perSecond }: { medianMs: number; perSecond: number }, workers: number) =>
  Math.ceil((workers * perSecond * medianMs) / 1000)

/**
 * Lets each of these users ask again and again, on a connection of their own. For the pace, the first half of the time
 * does not count: the app warms up and users come.
 *
 * @param patience seconds after which answers are awaited no longer
 */
async function askFor(seconds: number, users: number, asked: Asked, signal: AbortSignal, patience = seconds) {
  const { connections, requests, close } = connect(asked, users)
  const until = AbortSignal.any([signal, AbortSignal.timeout(patience * 1000)])
  until.addEventListener('abort', close)
  const half = performance.now() + seconds * 500
  const latenciesMs: number[] = []
  const failures: Record<string, number> = {}
  let answers = 0
  try {
    await Promise.all(
      connections.map(async (connection) => {
        let sent = 0
        do {
          const begun = performance.now()
          const failure = await ask(connection, requests[sent++ % requests.length])
          if (until.aborted) return
          const now = performance.now()
          latenciesMs.push(now - begun)
          if (now >= half) answers++
          if (failure !== null) failures[failure] = (failures[failure] ?? 0) + 1
        } while (performance.now() < half + seconds * 500)
      })
    )
  } finally {
    until.removeEventListener('abort', close)
    close()
  }
  signal.throwIfAborted()
  return { latenciesMs, failures, perSecond: (1000 * answers) / (performance.now() - half) }
}

/** A connection for each user, which is opened when it is asked over, and what each asks in turn. */
export function connect({ urls, content }: Asked, users: number) {
  const manner = mannerOf(Infinity)
  const connections = Array.from({ length: users }, () => new Connection(urls[0], manner, new Map()))
  return {
    connections,
    requests: urls.map((url) => wireOf(url, content)),
    close: () => connections.forEach((connection) => connection.close())
  }
}

function wireOf(url: URL, { method, headers: more, body }: Content) {
  const { host, origin, pathname, search } = url
  const whole = { method, url, origin, host, path: pathname + search, headers: { ...headers, ...more } }
  return toWire({ ...whole, body: body ?? undefined, decompress: false, redirectUrls: [] }, 0)
}

/** @returns when all of the answer has come: what is wrong with it; null: nothing */
export const ask = (connection: Connection, request: WireRequest): Promise<string | null> =>
  new Promise((resolve) => {
    let status = 0
    const exchange = {
      isSent() {},
      hasHead: (head: Head) => void (status = head.status),
      hasBody() {},
      hasEnded: () => resolve(status < 400 ? null : String(status)),
      hasFailed: ({ message }: Error) => resolve(`${noAnswer} (${message})`)
    }
    connection.send(request, exchange, performance.now())
  })

/** a closed load: users who come within a second, stay for a time, and ask again as soon as they have an answer */
export type Load = ReturnType<typeof chooseLoad>

const longestWaitMs = 2000
const freelySeconds = 8

/**
 * A load that leaves no time to spare to one process, nor to any worker of a cluster. asked: users; null: to be found
 */
export function chooseLoad(
  times: { medianMs: number; users: number; perSecond: number },
  workers: number,
  asked: number | null = null
) {
  const answerMs = 1000 / times.perSecond
  const wanted = Math.max(
    fewestUsers,
    Math.min(usersPerWorker * workers, mostUsers),
    Math.min(enoughUsers(times, workers), times.users)
  )
  const users = asked ?? Math.max(4, Math.min(wanted, Math.floor(longestWaitMs / answerMs)))
  const longSeconds = Math.ceil((10 * users * answerMs) / 1000)
  return {
    users,
    // With fewer than ten requests on each connection, the first, which waits longest, would count. null: as long as is
    // best.
    seconds: longSeconds > freelySeconds ? longSeconds : null,
    // Artillery's own 10 s for an answer could be too few.
    timeoutSeconds: users * answerMs > 2 * longestWaitMs ? 60 : null
  }
}
