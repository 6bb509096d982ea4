import { cookiesOf, Unseen, type Answer, type Sent } from '../../../../app/pass.ts'
import { quotable } from '../../../../concepts/foreign-text.ts'
import { list } from '../../../../concepts/wording.ts'
import type { CallPlace } from '../../messages.ts'
import { mostRequests, type Check } from '../started.ts'

/** from, to: of the workers, as numbers from 0; the same: all requests went to one */
interface Try {
  from: number
  to: number
  way: keyof typeof ways
}

interface Exchange extends Try, Pick<Sent, 'given' | 'hasCookie'> {
  place: string // which request of which user
  step: number
  path: string // of the request, with its method
  signs: Signs
}

/**
 * cut: where users ended, as we may send no more; null: nowhere. store: of sessions in memory; null: unknown, or there
 * is none
 */
interface Seen {
  exchanges: Exchange[]
  cut: string | null
  store: CallPlace | null
}

/** Whether it is the other worker that a user's next request goes to. */
const ways = {
  handedOver: ({ given }: Sent, _step: number) => given.length > 0,
  inTurn: (_sent: Sent, step: number) => step % 2 === 1
}

const times = 3
const [within, withinOther]: Try[] = [0, 1].map((at) => ({ from: at, to: at, way: 'handedOver' }))
/** Of what differed once, so many more than the first within a worker, and the first to the other one. */
const repeated = (way: Try['way']) => [
  ...Array<Try>(times - 1).fill(within),
  ...Array<Try>(times).fill(withinOther),
  ...Array<Try>(times - 1).fill({ from: 0, to: 1, way }),
  ...Array<Try>(times).fill({ from: 1, to: 0, way })
]

/**
 * What one worker gave, such as a session's cookie, is shown to the other; and, to know what is the other's doing, to
 * itself. What differs the first time is tried three times, both ways round: whatever differs between tries of the same
 * is not taken for a sign.
 */
export const sessions: Check<Seen> = {
  title: 'sessions and tokens',
  needs: 'each worker',
  async look({ flow, workers, notes, steps, left, walk }, single) {
    const found: Exchange[] = []
    const answered = new Set<number>()
    const store = notes(workers[0], 'store')[0]?.caller.own ?? null
    const add = async (user: number, most: number, one: Try, isFirst = false) => {
      const workerOf = (sent: Sent, step: number) => (ways[one.way](sent, step) ? one.to : one.from)
      const walked = await walk(user, most, isFirst ? undefined : workerOf)
      for (const [step, { request, given, hasCookie, answer }] of walked.steps.entries()) {
        answered.add(answer.status)
        const path = `${request.method} ${request.path}`
        const signs = signsOf(answer, request.headers.cookie)
        if (given.length > 0) found.push({ ...one, place: `${user} ${step}`, step, path, given, hasCookie, signs })
      }
      return walked
    }
    const suspects = () => (single === undefined ? [] : suspectsIn(single.exchanges, found))
    /** Until it is certain, of what differs. */
    const tryOther = async (user: number, most: number, way: Try['way']) => {
      const tried = new Set<string>()
      if (!suspects().some(isSure)) await add(user, most, { from: 0, to: 1, way })
      for (;;) {
        const next = suspects().find(({ key }) => !tried.has(key))
        if (next === undefined || suspects().some(isSure)) return
        tried.add(next.key)
        const [{ step, way }] = next.tries
        const more = repeated(way)
        if (more.length * (step + 1) > left())
          throw new Unseen(`${sentenceOf(next)}, once; to try it again takes more than ${mostRequests} requests: \
fewer checks (--only sessions), or a shorter flow`)
        for (const one of more) await add(user, step + 1, one)
      }
    }
    // A user of two requests goes from worker to worker in one way only.
    const apart = flow.requests === null ? (['handedOver', 'inTurn'] as const) : (['handedOver'] as const)
    let [rest, cut] = [steps, null as string | null]
    for (const user of flow.passes.keys()) {
      if (rest === 0) {
        cut ??= `user ${user + 1}`
        break
      }
      const before = found.length
      const first = await add(user, rest, within, true)
      const { length } = first.steps
      rest -= length
      cut ??= first.cut && `request ${length + 1}${user > 0 ? ` of user ${user + 1}` : ''}, ${first.cut}`
      // Nothing to carry: there is nothing to try.
      if (found.length === before) continue
      if (workers.length === 1) for (let i = 1; i < times; i++) await add(user, length, within)
      else for (const way of apart) await tryOther(user, length, way)
    }
    if (found.length === 0) {
      if (flow.requests === null) throw new Unseen('no answer gave a cookie, and no capture found anything')
      const refused = ` (all have status ${list([...answered].map(String))}: name a path that answers)`
      throw new Unseen(`no answer gave a cookie or a token${Math.min(...answered) >= 400 ? refused : ''}; \
if users log in: --login </path> <body>`)
    }
    const [{ path, given, signs }] = found
    if (workers.length === 1 && found.every(({ signs: { status } }) => Number(status) >= 400))
      throw new Unseen(`${path} with ${list(given)} is answered by ${signs.status} in a single process, too`)
    return { exchanges: found, cut, store }
  },
  conclude({ single, clustered: { exchanges, cut, store } }) {
    // Of the same session, one path says enough.
    const sure = suspectsIn(single.exchanges, exchanges).find(isSure)
    if (sure !== undefined) {
      const place = sure.tries[0].hasCookie ? store : null
      return [{ code: 'state-in-process', place, sentence: sentenceOf(sure) }]
    }
    const alike = 'with cookies and tokens of one worker, the other answers the same'
    const sentence = `${alike}; but ${mostRequests} requests do not reach ${cut}`
    return [cut !== null && { code: 'not-seen', sentence }, alike]
  }
}

/** What differs between workers, in every try so far. expected: of the same request within a worker */
type Suspect = ReturnType<typeof suspectsIn>[number]

const isSure = ({ tries }: Suspect) => tries.length >= 2 * times

/** @returns the clearest first */
function suspectsIn(single: Exchange[], exchanges: Exchange[]) {
  const across = exchanges.filter(({ from, to }) => from !== to)
  const all = [...Map.groupBy(across, ({ place, way }) => `${place} ${way}`)].flatMap(([key, tries]) => {
    const [{ place }] = tries
    const of = (each: Exchange) => each.place === place && each.from === each.to
    const expected = [...single, ...exchanges].filter(of)
    const sign = signNames.find((name) => {
      const [usual, seen] = [expected, tries].map((all) => new Set(all.map(({ signs }) => signs[name])))
      return usual.size === 1 && seen.size === 1 && [...usual][0] !== [...seen][0]
    })
    return sign === undefined || single.filter(of).length < times ? [] : [{ key, sign, tries, expected }]
  })
  return all.sort((a, b) => signNames.indexOf(a.sign) - signNames.indexOf(b.sign))
}

function sentenceOf({ sign, tries: [first], expected }: Suspect) {
  const [seen, usual] = [first, expected[0]].map(({ signs }) => words[sign](signs[sign]))
  return first.way === 'handedOver'
    ? `${first.path} with ${list(first.given)} of worker 1 ${seen} in worker 2, but ${usual} in worker 1`
    : `${first.path} ${seen} where the requests before it went to both workers, but ${usual} where all went to one`
}

/** Of what one answer shows of whether what came before it is known. cookies: names of those that it sets anew */
const words = {
  status: (status: string) => `answers ${status}`,
  redirect: (place: string) => `redirects to ${place || 'nowhere'}`,
  cookies: (names: string) => `sets ${names ? `a new ${names}` : 'none'}`,
  body: (body: string) => `answers ${body.length > 60 ? `with ${body.length} other characters` : quotable(body)}`
}
type Signs = Record<keyof typeof words, string>
const signNames = Object.keys(words) as (keyof Signs)[]

const signsOf = (answer: Answer, sent = ''): Signs => ({
  status: String(answer.status),
  redirect: answer.headers.location ?? '',
  cookies: list(
    cookiesOf(answer)
      .filter(({ name, value }) => !sent.split('; ').includes(`${name}=${value}`))
      .map(({ name }) => name)
  ),
  body: answer.body
})
