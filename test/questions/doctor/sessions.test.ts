import { expect } from 'chai'
import type { Answer, Pass, Sent } from '../../../plugin/app/pass.ts'
import { sessions } from '../../../plugin/questions/doctor/app/checks/sessions.ts'
import { findingsIn, type Started } from '../../../plugin/questions/doctor/app/started.ts'

type Answering = (worker: number, path: string) => Partial<Answer>

/** A user who gets a key by the first of these paths, and shows it at the others. */
const user =
  (paths: string[]): Pass =>
  async (ask) => {
    for (const [i, path] of paths.entries())
      await ask({
        request: { method: 'GET', path, headers: {}, body: null },
        given: i === 0 ? [] : ['the key'],
        hasCookie: false
      })
  }

describe('the check of sessions', () => {
  let requests = 0
  /** spare: what the other checks leave, once it looks at workers */
  const look = async (paths: string[], answering: Answering, { steps = 10, spare = 100 } = {}) => {
    requests = 0
    const app = (workers: string[], left: () => number) => {
      const walk = async (_user: number, most: number, workerOf = (_sent: Sent, _step: number) => 0) => {
        const answered: (Sent & { answer: Answer })[] = []
        let cut: string | null = null
        const ask = async (sent: Sent) => {
          const { path } = sent.request
          if (answered.length === most) throw new Error((cut = `GET ${path}`))
          requests++
          const found = answering(workerOf(sent, answered.length), path)
          const answer = { status: 200, headers: {}, body: 'hello', ...found }
          answered.push({ ...sent, answer })
          return answer
        }
        await user(paths)(ask).catch(() => {})
        return { steps: answered, cut }
      }
      const flow = { passes: [user(paths)], requests: null, hasSockets: false }
      return { flow, workers, notes: () => [], steps, left, walk } as Partial<Started> as Started
    }
    const single = await sessions.look(app(['1'], () => 0))
    const before = requests
    const clustered = await sessions.look(
      app(['1', '2'], () => spare - (requests - before)),
      single
    )
    const said = sessions.conclude({ single, clustered, workers: 2 })
    const found = findingsIn(said).map(({ code, sentence }) => `${code}: ${sentence}`)
    return found.join() || said.at(-1)
  }
  const well = 'with cookies and tokens of one worker, the other answers the same'
  const paths = ['/login', '/a', '/b', '/c']

  it('finds nothing where workers answer alike, and then asks no more than once each way', async () => {
    expect(await look(paths, () => ({}))).to.equal(well)
    expect(requests).to.equal(paths.length * (3 + 3))
  })

  it('tries what differs three times, both ways round, up to where it does', async () => {
    const knows: Answering = (worker, path) => ({ status: worker === 1 && path === '/b' ? 403 : 200 })
    // Only what worker 1 gave, and only in worker 2: that is no state, but another worker.
    expect(await look(paths, knows)).to.equal(well)
    let last = 0
    const forgets: Answering = (worker, path) => {
      if (path === '/login') last = worker
      return { status: worker !== last && path === '/b' ? 403 : 200 }
    }
    expect(await look(paths, forgets)).to.equal(
      'state-in-process: GET /b with the key of worker 1 answers 403 in worker 2, but answers 200 in worker 1'
    )
    expect(requests).to.equal(paths.length * (3 + 2) + 3 * 10)
  })

  it('takes neither chance nor time for a sign, and still finds what is one behind them', async () => {
    let answers = 0
    let last = 0
    const varying: Answering = (worker, path) => {
      if (path === '/login') last = worker
      return { body: String(answers++), status: worker !== last && path === '/c' ? 401 : 200 }
    }
    expect(await look(paths, varying)).to.match(/^state-in-process: GET \/c .* answers 401 in worker 2/)
    let times = 0
    const once: Answering = (_worker, path) => ({ status: path === '/a' && ++times === 5 ? 500 : 200 })
    expect(await look(paths, once)).to.equal(well)
  })

  it('says where a flow ends that is longer than there may be requests', async () => {
    expect(await look(paths, () => ({}), { steps: 3 })).to.equal(
      `not-seen: ${well}; but 200 requests do not reach request 4, GET /c`
    )
  })

  it('says that it could not be sure, where there are too few requests for that', async () => {
    let last = 0
    const forgets: Answering = (worker, path) => {
      if (path === '/login') last = worker
      return { status: worker === last ? 200 : 403 }
    }
    const told = await look(paths, forgets, { spare: 20 }).catch(({ message }) => message)
    expect(told).to.match(/^GET \/a with the key of worker 1 answers 403 in worker 2, .*, once; to try it again takes/)
  })
})
