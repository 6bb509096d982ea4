import { quotable } from '../../../../concepts/foreign-text.ts'
import { list } from '../../../../concepts/wording.ts'
import type { CodePlace, Found } from '../../concepts.ts'
import { cookiesOf, Unseen, type Answer, type Pass } from '../../../../app/pass.ts'
import type { Check, Started } from '../started.ts'

/** What one answer shows of whether what came before it is known. */
interface Signs {
  status: string
  redirect: string
  cookies: string // names of those that it sets anew
  body: string
}

/** from, to: of the workers, as numbers from 0; the same: all requests went to one */
interface Try {
  from: number
  to: number
  way: keyof typeof ways
}

interface Exchange extends Try {
  place: string // which request of which pass
  path: string // of the request, with its method
  given: string[] // what it carried, in words
  signs: Signs
  store: CodePlace | null // where what keeps sessions in memory was made; null: unknown, or there is none
}

/** Whether it is the other worker that a user's next request goes to. */
const ways = {
  handedOver: (hasGiven: boolean, _step: number) => hasGiven,
  inTurn: (_hasGiven: boolean, step: number) => step % 2 === 1
}

const times = 3

/**
 * What one worker gave, such as a session's cookie, is shown to the other; and, to know what is the other's doing, to
 * itself. Whatever differs between tries of the same is not taken for a sign.
 */
export const sessions: Check<Exchange[]> = {
  title: 'sessions and tokens',
  async look(app) {
    const { flow, workers } = app
    const found: Exchange[] = []
    const answered = new Set<number>()
    // A user of two requests goes from worker to worker in one way only.
    const apart = flow.requests === null ? (['handedOver', 'inTurn'] as const) : (['handedOver'] as const)
    const tries = workers.flatMap((_, from) =>
      workers.flatMap((_, to) => (from === to ? (['handedOver'] as const) : apart).map((way) => ({ from, to, way })))
    )
    for (const [i, pass] of flow.passes.entries())
      for (const one of Array.from({ length: times }, () => tries).flat()) {
        const exchanges = await exchangesIn(pass, { ...app, answered }, one)
        // Nothing to carry: there is nothing to try.
        if (exchanges.length === 0) break
        found.push(...exchanges.map((exchange) => ({ ...exchange, place: `${i} ${exchange.place}` })))
      }
    const isRefused = Math.min(...answered) >= 400
    if (found.length === 0)
      throw new Unseen(
        flow.requests === null
          ? 'no answer gave a cookie, and no capture found anything'
          : `no answer gave a cookie or a token${isRefused ? ` (all have status ${list([...answered].map(String))}: name a path that answers)` : ''}; if users log in: --login </path> <body>`
      )
    const [{ path, given, signs }] = found
    if (workers.length === 1 && found.every(({ signs: { status } }) => Number(status) >= 400))
      throw new Unseen(`${path} with ${list(given)} is answered by ${signs.status} in a single process, too`)
    return found
  },
  conclude({ single, clustered }) {
    const across = clustered.filter(({ from, to }) => from !== to)
    const findings = [...Map.groupBy(across, ({ place, way }) => `${place} ${way}`).values()].flatMap(
      (tries): Found[] => {
        const [{ place, path, way, given, store }] = tries
        const of = (each: Exchange) => each.place === place && each.from === each.to
        const alone = single.filter(of)
        const expected = [...alone, ...clustered.filter(of)]
        const sign = signNames.find((name) => {
          const [one, other] = [expected, tries].map((all) => new Set(all.map(({ signs }) => signs[name])))
          return one.size === 1 && other.size === 1 && [...one][0] !== [...other][0]
        })
        if (sign === undefined || alone.length < times || tries.length < 2 * times) return []
        const [seen, usual] = [tries[0], expected[0]].map(({ signs }) => words[sign](signs[sign]))
        const sentence =
          way === 'handedOver'
            ? `${path} with ${list(given)} of worker 1 ${seen} in worker 2, but ${usual} in worker 1`
            : `${path} ${seen} where the requests before it went to both workers, but ${usual} where all went to one`
        return [
          {
            code: 'state-in-process',
            place: given.some((name) => name.startsWith('the cookie')) ? store : null,
            sentence
          }
        ]
      }
    )
    // Of the same session, one path says enough.
    return { findings: findings.slice(0, 1), fine: 'with cookies and tokens of one worker, the other answers the same' }
  }
}

const words: Record<keyof Signs, (value: string) => string> = {
  status: (status) => `answers ${status}`,
  redirect: (place) => `redirects to ${place || 'nowhere'}`,
  cookies: (names) => `sets ${names ? `a new ${names}` : 'none'}`,
  body: (body) => `answers ${body.length > 60 ? `with ${body.length} other characters` : quotable(body)}`
}
const signNames = Object.keys(words) as (keyof Signs)[]

async function exchangesIn(
  pass: Pass,
  { ask, notes, workers, answered }: Started & { answered: Set<number> },
  one: Try
): Promise<Exchange[]> {
  const found: Exchange[] = []
  const store = notes(workers[0]).find((note) => note.note === 'store')?.caller.own ?? null
  let step = 0
  await pass(async ({ request, given }) => {
    const at = ways[one.way](given.length > 0, step) ? one.to : one.from
    const answer = await ask(workers[at], request)
    answered.add(answer.status)
    const path = `${request.method} ${request.path}`
    const signs = signsOf(answer, request.headers.cookie)
    if (given.length > 0) found.push({ ...one, place: String(step), path, given, signs, store })
    step++
    return answer
  })
  return found
}

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
