import { quotable } from '../../../../concepts/foreign-text.ts'
import { list } from '../../../../concepts/wording.ts'
import type { Found } from '../../concepts.ts'
import { Unseen, type Answer, type Check, type Flow, type Request, type Started } from '../started.ts'

/** What one answer shows of whether what came before it is known. */
interface Signs {
  status: string
  redirect: string
  cookies: string // names of those that it sets anew
  body: string
}

interface Exchange {
  path: string // of the second request, with its method
  given: string[] // what the first answer gave to carry, in words
  from: number // the worker that gave it, as a number from 0
  to: number // the worker that was asked with it
  signs: Signs
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
    const pairs = workers.flatMap((_, from) => workers.map((_, to) => ({ from, to })))
    for (const request of flow.requests)
      for (const pair of Array.from({ length: times }, () => pairs).flat()) {
        const exchange = await exchangeOf(app, request, pair)
        // Nothing to carry: there is nothing to try.
        if (exchange === null) break
        found.push(exchange)
      }
    if (found.length === 0)
      throw new Unseen('no answer gave a cookie or a token; if users log in: --login </path> <body>')
    return found
  },
  conclude({ single, clustered }) {
    const paths = [...new Set(clustered.map(({ path }) => path))]
    const findings = paths.flatMap((path): Found[] => {
      const of = ({ path: own }: Exchange) => own === path
      const within = clustered.filter((each) => of(each) && each.from === each.to)
      const across = clustered.filter((each) => of(each) && each.from !== each.to)
      const expected = [...single.filter(of), ...within]
      const sign = signNames.find((name) => {
        const [one, other] = [expected, across].map((all) => new Set(all.map(({ signs }) => signs[name])))
        return one.size === 1 && other.size === 1 && [...one][0] !== [...other][0]
      })
      if (sign === undefined || single.filter(of).length < times || across.length < 2 * times) return []
      const [{ signs, given }] = across
      const [seen, usual] = [signs, expected[0].signs].map((all) => words[sign](all[sign]))
      const sentence = `${path} with ${list(given)} of worker 1 ${seen} in worker 2, but ${usual} in worker 1`
      return [{ code: 'state-in-process', place: null, sentence }]
    })
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

/** @returns null: the first answer gives nothing */
async function exchangeOf(
  { ask, flow, workers }: Started,
  request: Request,
  { from, to }: { from: number; to: number }
) {
  const first = await ask(workers[from], flow.login ?? request)
  if (flow.login !== null && first.status >= 400) throw new Unseen(`the login is answered by ${first.status}`)
  const { headers, given } = carried(first, flow)
  if (given.length === 0) return null
  const second = await ask(workers[to], { ...request, headers: { ...request.headers, ...headers } })
  return { path: `${request.method} ${request.path}`, given, from, to, signs: signsOf(second, headers.cookie) }
}

function carried(answer: Answer, { login, tokenOf }: Flow) {
  const cookies = cookiesOf(answer)
  const token = login === null ? null : tokenOf(answer.body)
  return {
    headers: {
      ...(cookies.length > 0 && { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }),
      ...(token !== null && { authorization: `Bearer ${token}` })
    },
    given: [...cookies.map(({ name }) => `the cookie ${name}`), ...(token === null ? [] : ['the token'])]
  }
}

const cookiesOf = ({ headers }: Answer) =>
  (headers['set-cookie'] ?? [])
    .map((cookie) => /^([^=;]+)=([^;]*)/.exec(cookie))
    .filter((match) => match !== null)
    .map(([, name, value]) => ({ name, value }))

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
