import { Agent } from 'node:http'
import { send, type Pass } from '../../../app/pass.ts'
import type { Settings } from '../../../concepts/settings.ts'
import { ask, connect } from '../../../init/measure-answers.ts'
import { graphqlContent, logIn } from '../../../init/requests.ts'
import type { Trial } from '../../../init/try-app.ts'
import type { Subject } from '../app.ts'

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

/** @param users who keep their connections, and share the requests: each goes on for a request or more, of which each takes the next number, and says what has failed */
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
