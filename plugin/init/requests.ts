import { readFileSync } from 'node:fs'
import { refuse } from '../concepts/errors.ts'
import { isMap, oneOf } from '../settings/shapes.ts'

/** What is sent besides the path. Names of headers are in lower case. */
export interface Content<Text = string> {
  method: string
  headers: Record<string, Text>
  body: Text | null
}

/** What every GraphQL server answers, whatever its schema, and without effects. */
export const plainQuery = { query: '{ __typename }' }

/** @param headers that are sent along */
export const graphqlContent = (headers: Content['headers']) => ({
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(plainQuery)
})

/** value: what is sent; written: the same for a scenario file, where a variable of the environment stays one */
export type Typed = { value: string; written: string }

/** path: that takes it by POST; body: JSON or a form */
export type Login = { path: string; body: Typed }

/** Those of the command line, as they were typed. */
export interface RequestOptions {
  header?: string[]
  method?: string
  body?: string
  login?: string
}

/** What a user's requests are made of, as the options -H, --method, --body and --login say. */
export function readRequests({ header = [], method, body, login }: RequestOptions) {
  const content = body === undefined ? null : readTyped(body, '--body')
  const headers = header.flatMap((text) => (text.startsWith('@') ? readFile(text, '-H').split('\n') : [text]))
  return {
    content: {
      method: readMethod(method ?? (content === null ? 'GET' : 'POST'), content !== null),
      headers: Object.fromEntries(headers.filter(Boolean).map(readHeader)),
      body: content
    },
    login: readLogin(login),
    // What was typed may be a secret, and stands in a scenario file as it is: of a variable, only the name would.
    isSecret: [...headers, body, login].some((text) => text !== undefined && text.search(variable) === -1)
  }
}

/** @returns the value of an option, for others to read: a variable and a file stay, and names */
export function masked(option: string, text: string) {
  const [, name = '', value = text] =
    (option === 'header' && /^([^@][^:]*: *)([^]*)$/.exec(text)) ||
    (option === 'login' && /^(\/\S*\s+)([^]*)$/.exec(text)) ||
    []
  const isOpen = !['header', 'body', 'login'].includes(option) || /^(?:@|(?:\w+ )?\$\{?\w+\}?$)/.test(value)
  return isOpen ? text : `${name}…`
}

const methods = ['GET', 'HEAD', 'DELETE', 'POST', 'PUT', 'PATCH', 'OPTIONS']

function readMethod(text: string, hasBody: boolean) {
  const method = text.toUpperCase()
  oneOf(methods)(method, '--method')
  if (hasBody && ['GET', 'HEAD'].includes(method))
    refuse(`--body cannot be sent by ${method}. Choose another --method, such as POST.`)
  return method
}

function readHeader(text: string): [string, Typed] {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*([^\n]*)$/.exec(text.trim()) ?? []
  if (name === undefined)
    refuse('-H must be a name and a value, such as -H "accept: text/html", or @file with such lines.')
  return [name.toLowerCase(), readTyped(value, `-H ${name}`)]
}

function readLogin(text: string | undefined) {
  if (text === undefined) return null
  const whole = text.startsWith('@') ? readFile(text, '--login') : text
  const [, path, body] = /^(\/\S*)\s+([^]+)$/.exec(whole.trim()) ?? []
  if (path === undefined)
    refuse("--login must be a path and what is sent there by POST, such as --login '/login @login.json'.")
  return { path, body: readTyped(body, '--login') }
}

const variable = /\$(?:\{\w+\}|[A-Z_][A-Z0-9_]*)/g
const nameIn = (variable: string) => variable.replace(/[${}]/g, '')

/** `@file` stands for what is in the file, and $NAME for a variable of the environment: neither is seen in `ps`. */
function readTyped(text: string, option: string): Typed {
  if (text.startsWith('@')) {
    const value = readFile(text, option)
    return { value, written: value }
  }
  return {
    value: text.replace(variable, (found) => {
      const name = nameIn(found)
      return process.env[name] ?? refuse(`${option} names $${name}, which is not set: export ${name}=... first.`)
    }),
    written: text.replace(variable, (found) => `{{ $env.${nameIn(found)} }}`)
  }
}

function readFile(text: string, option: string) {
  try {
    return readFileSync(text.slice(1), 'utf8').trim()
  } catch (error) {
    return refuse(`${option} is ${text}, but that file cannot be read (${(error as Error).message}).`)
  }
}

/** @returns with the kind of the body, unless a header says it */
export const typed = ({ headers, body, ...content }: Content) => ({
  ...content,
  headers: { ...(body !== null && { 'content-type': kindOf(body) }), ...headers },
  body
})

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const kindOf = (body: string) =>
  parsed(body) === undefined ? 'application/x-www-form-urlencoded' : 'application/json'

/** What is sent. */
export const valuesOf = ({ method, headers, body }: Content<Typed>) => ({
  method,
  headers: Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value])),
  body: body && body.value
})

/** What a login gave. token: where it stands in the answer, as a JSON path; null: there are cookies alone */
export type Session = { token: string | null; cookies: string[] }

/** @returns content: what every request is to send, after the login; session: null: there is none */
export async function logIn(
  origin: string,
  { content, login }: { content: Content<Typed>; login: Login | null },
  signal: AbortSignal
) {
  const plain = valuesOf(content)
  if (login === null) return { content: typed(plain), session: null }
  const { path, body } = login
  const sent = typed({ method: 'POST', headers: plain.headers, body: body.value })
  const response = await fetch(`${origin}${path}`, { ...sent, redirect: 'manual', signal })
  const text = await response.text()
  if (response.status >= 400) refuse(`The app answers ${response.status} to the login, POST ${path}. ${checkLogin}`)
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const token = tokenOf(text)
  if (cookies.length === 0 && token === null)
    refuse(`The app answers the login, POST ${path}, without a cookie and without a token in JSON. ${checkLogin}`)
  const headers = {
    ...plain.headers,
    ...(token !== null && { authorization: `Bearer ${token.value}` }),
    ...(cookies.length > 0 && { cookie: cookies.join('; ') })
  }
  return {
    content: typed({ ...plain, headers }),
    session: { token: token && token.path, cookies: cookies.map((cookie) => cookie.split('=')[0]) }
  }
}

const checkLogin = 'Check the path and the body of --login.'
const tokenNames = /^(?:(?:access|id|auth|bearer)_?)?token$|^jwt$/i

/** @returns of what answers a login; null: it has none */
export const tokenOf = (text: string) => tokenIn(parsed(text))

function tokenIn(value: unknown, path = '$'): { path: string; value: string } | null {
  if (!isMap(value)) return null
  for (const [name, inner] of Object.entries(value)) {
    const here = `${path}.${name}`
    const found =
      typeof inner === 'string' && tokenNames.test(name) ? { path: here, value: inner } : tokenIn(inner, here)
    if (found !== null) return found
  }
  return null
}
