import { Agent } from 'node:http'
import { send, type Pass } from '../../app/pass.ts'
import { firstLineOf } from '../../concepts/errors.ts'
import type { Settings } from '../../concepts/settings.ts'
import { ask, connect } from '../../init/measure-answers.ts'
import { graphqlContent, logIn } from '../../init/requests.ts'
import type { Trial } from '../../init/try-app.ts'
import { openWorkbench } from '../../processes/guard.ts'
import {
  cyclesOfStart,
  cyclesWatched,
  fewestRequests,
  measureRound,
  warmUpCycles,
  type Extent,
  type Subject
} from './app.ts'
import { whatGrew } from './init/what-grew.ts'

export { measureGrowth, usualRequests, usualRounds } from './app.ts'

const [mostUsers, usersOfFlow] = [20, 4]

/** @returns the app as it was tried */
export const triedSubject = (trial: Trial, settings = trial.settings): Subject => ({
  settings,
  async openUsers(signal) {
    const { url } = settings.target
    const { content } = await logIn(url, trial, signal)
    const asked = {
      urls: trial.paths.map((path) => new URL(`${url}${path}`)),
      content: trial.path.isGraphql ? graphqlContent(content.headers) : content
    }
    const { connections, requests, close } = connect(asked, Math.min(trial.load.users, mostUsers))
    const goOn = connections.map(
      (connection) => (next: () => number) => ask(connection, requests[next() % requests.length])
    )
    return sharing(goOn, close)
  }
})

/** @param passes of a scenario file's users */
export const flowSubject = (settings: Settings, passes: Pass[]): Subject => ({
  settings,
  async openUsers(signal) {
    const agent = new Agent({ keepAlive: true })
    let begun = 0
    const goOn = (next: () => number) => {
      let failure: string | null = null
      const pass = passes[begun++ % passes.length](async ({ request }) => {
        next()
        const answer = await send({ agent }, settings.target, request, signal)
        if (answer.status >= 400) failure = String(answer.status)
        return answer
      })
      return pass.then(
        () => failure,
        ({ message }) => message
      )
    }
    return sharing(Array(usersOfFlow).fill(goOn), () => agent.destroy())
  }
})

/**
 * @param users who keep their connections, and share the requests: each goes on for a request or more, of which each
 * takes the next number, and says what has failed
 */
function sharing(users: ((next: () => number) => Promise<string | null>)[], close: () => void) {
  const failures: Record<string, number> = {}
  let sent = 0
  let hasLeft = false
  return {
    failures,
    leave() {
      hasLeft = true
      close()
    },
    /** As many in all, or as many more as are sent at once. */
    async sendUntil(count: number) {
      const goOn = async (user: (typeof users)[number]) => {
        while (sent < count && !hasLeft) {
          const failure = await user(() => sent++)
          if (failure !== null) failures[failure] = (failures[failure] ?? 0) + 1
        }
      }
      await Promise.all(users.map(goOn))
      return sent
    }
  }
}

/** That are left until the second snapshot. */
const enoughBytes = 20_000_000

/** What is about to be done. */
export const lookWords = ({ rounds, requests }: Extent) =>
  `${rounds} starts, each with ${cyclesOfStart} cycles of ${requests} requests, of which ${warmUpCycles} warm it up`

/**
 * Starts the app once more, with two snapshots of the heap of a process.
 *
 * @param requests of a cycle; perRequest: bytes that each leaves
 * @returns a sentence: why it is not seen
 */
export async function findGrown(
  subject: Subject,
  { requests, perRequest }: { requests: number; perRequest: number },
  signal: AbortSignal
) {
  const workbench = openWorkbench()
  const enough = Math.ceil(enoughBytes / cyclesWatched / perRequest)
  const ofCycle = Math.max(fewestRequests, Math.min(requests, enough))
  try {
    const { feet, heaps } = await measureRound(subject, ofCycle, workbench, signal, [1, cyclesWatched])
    const [before, after] = heaps
    return { ...whatGrew(before, after, process.cwd()), requests: feet[cyclesWatched].requests - feet[1].requests }
  } catch (error) {
    signal.throwIfAborted()
    return `not seen: ${firstLineOf(error as Error)}`
  } finally {
    await workbench.close()
  }
}
