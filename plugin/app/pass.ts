import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import type { Target } from '../concepts/settings.ts'

/** It can't be seen, for this reason. */
export class Unseen extends Error {}

export interface Request {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | null
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** given: by the answers before it, in words; hasCookie: one is of it */
export interface Sent {
  request: Request
  given: string[]
  hasCookie: boolean
}

/** A user, who asks one thing after the other. @throws Unseen, and what `ask` throws */
export type Pass = (ask: (sent: Sent) => Promise<Answer>) => Promise<void>

export const cookiesOf = ({ headers }: Answer) =>
  (headers['set-cookie'] ?? [])
    .map((cookie) => /^([^=;]+)=([^;]*)/.exec(cookie))
    .filter((match) => match !== null)
    .map(([, name, value]) => ({ name, value }))

const patienceMs = 10_000

/** @param way by which it goes to the app */
export async function send(
  way: Pick<RequestOptions, 'agent' | 'createConnection'>,
  { hostname, port }: Target,
  { method, path, headers, body }: Request,
  signal: AbortSignal
): Promise<Answer> {
  const asked = httpRequest({
    ...way,
    method,
    path,
    hostname,
    port,
    headers: { host: `${hostname}:${port}`, accept: '*/*', ...headers },
    signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
  })
  asked.end(body ?? undefined)
  const [response] = await once(asked, 'response')
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return { status: response.statusCode, headers: response.headers, body: text }
}
