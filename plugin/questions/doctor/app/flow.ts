import { cookiesOf, Unseen, type Pass, type Request } from '../../../app/pass.ts'

/** What users send. requests: to be asked alone; null: those that a pass has asked; hasSockets: by socket.io, too */
export interface Flow {
  passes: Pass[]
  requests: Request[] | null
  hasSockets: boolean
}

/**
 * Asks for a path, with what the answer to the login has given, or else a first answer of this path; and for what that
 * has made.
 *
 * @param tokenOf of what a login answers, null: it has none
 */
export const loggingIn = (request: Request, login: Request | null, tokenOf: (body: string) => string | null): Pass =>
  async function (ask) {
    const first = await ask({ request: login ?? request, given: [] })
    if (login !== null && first.status >= 400) throw new Unseen(`the login is answered by ${first.status}`)
    const cookies = cookiesOf(first)
    const token = login === null ? null : tokenOf(first.body)
    const headers = {
      ...request.headers,
      ...(cookies.length > 0 && { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }),
      ...(token !== null && { authorization: `Bearer ${token}` })
    }
    const given = [...cookies.map(({ name }) => `the cookie ${name}`), ...(token === null ? [] : ['the token'])]
    const { location } = first.headers
    // What was made is read.
    if (first.status === 201 && location !== undefined) {
      const { pathname: path } = new URL(location, 'http://localhost')
      await ask({ request: { method: 'GET', path, headers, body: null }, given: ['the id'] })
    }
    // Nothing to carry: there is nothing to try.
    if (given.length > 0) await ask({ request: { ...request, headers }, given })
  }
