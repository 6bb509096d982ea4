// The functions of all scripts of the parity suite. What they see goes to a file, a line each.
import { appendFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

// Artillery gives each user a scenario by chance: a number from 0, of which each scenario has a hundred. Here they come
// in the order that we are told.
const lodash = createRequire(realpathSync(String(process.argv[1])))('lodash')
const { random } = lodash
const turns = JSON.parse(String(process.env.PARITY_TURNS))
/** @param {number} from @param {number} to */
lodash.random = (from, to) => (from === 0 && to % 100 === 99 ? 100 * turns.shift() : random(from, to))

/** @param {{ vars: Record<string, any> }} context @param {Record<string, unknown>} what */
const note = ({ vars }, what) =>
  appendFileSync(String(process.env.PARITY_NOTES), `${JSON.stringify({ user: vars.$uuid, ...what })}\n`)

/**
 * @param {(...args: any[]) => unknown} act
 * @returns {(...args: any[]) => void} a function that calls back when it has acted
 */
const calling =
  (act) =>
  (...args) => {
    act(...args)
    args.at(-1)()
  }

/** @type {Record<string, (request: any) => object>} */
const options = {
  stream: () => ({ body: Readable.from(['a ', 'stream']) }),
  form() {
    const body = new FormData()
    body.append('a', 'b')
    return { body }
  },
  bytes: () => ({ body: new Uint8Array([97, 98]) }),
  buffer: () => ({ body: Buffer.from('a buffer') }),
  nothing: () => ({ body: null }),
  getWithBody: () => ({ method: 'GET', body: 'of a GET', allowGetBody: true }),
  certificates: ({ https }) => ({ https: { ...https, minVersion: 'TLSv1.2' } }),
  changedHttps({ https }) {
    https.rejectUnauthorized = false
    return {}
  },
  jar: () => ({ cookieJar: { getCookieString: async () => 'own=jar', setCookie: async () => {} } }),
  // Where it says no, Artillery's users wait for ever.
  chosenRedirects: () => ({ followRedirect: () => true }),
  oddRedirects: () => ({ maxRedirects: '2' }),
  expecting: () => ({ headers: { expect: '' } }),
  keepAlive: () => ({ headers: { 'keep-alive': '5' } }),
  fewRedirects: () => ({ maxRedirects: 2 }),
  noRedirects: () => ({ maxRedirects: 0 }),
  ignored: () => ({ retry: { limit: 3 }, agent: 'none', throwHttpErrors: true, decompress: 'no' })
}

/** @type {Record<string, (response: any) => unknown>} */
const readings = {
  req: ({ req }) => `${req.method}.${req.path}`,
  socket: ({ socket }) => typeof socket.remotePort,
  ip: ({ ip }) => ip,
  trailers: ({ trailers }) => Object.keys(trailers).length,
  listeners: (response) => response.listenerCount('nothing'),
  tcp: ({ timings }) => typeof timings.phases.tcp,
  connect: ({ timings }) => typeof timings.connect,
  keys: (response) => Object.keys(response).includes('statusCode'),
  known({ timings: { start, response, end }, complete, redirectUrls, retryCount, isFromCache, statusMessage, ok }) {
    const isOrdered = Number.isInteger(start) && start <= response && response <= end && Date.now() - end < 60_000
    const urls = redirectUrls.map((/** @type {URL} */ { pathname }) => pathname)
    return [isOrdered, complete, urls.join('+'), retryCount, isFromCache, statusMessage, ok].join('.')
  }
}

/** @type {Record<string, (...args: any[]) => any>} Artillery awaits the async ones, and gives the others a callback. */
const functions = {
  setName: calling(({ vars }) =>
    Object.assign(vars, { name: 'Ada', count: 3, list: ['x', 'y'], thing: { colour: 'red', sizes: [1, 2] } })
  ),
  isNamed: (variables) => variables.name === 'Ada',
  untilThree(context, done) {
    context.vars.turns = (context.vars.turns ?? 1) + 1
    done(context.vars.turns <= 3)
  },
  noteVariables: calling((context) => {
    const own = Object.entries(context.vars).filter(([name]) => !name.startsWith('$') || name === '$loopCount')
    note(context, { variables: Object.fromEntries(own) })
  }),
  async noteVariablesLater(context) {
    await delay(5)
    functions.noteVariables(context, () => {})
  },

  // Before a request.
  noteRequest: calling(({ url, method, headers, json, body, qs, followRedirect, timeout }, context) => {
    note(context, { request: { url, method, headers, json, body, qs, followRedirect, timeout } })
  }),
  async changeRequest(request, context) {
    await delay(5)
    request.url = request.url.replace('before', 'after')
    request.headers = { ...request.headers, 'X-Changed': 'by {{ name }}' }
    if (request.json !== undefined) request.json = { ...request.json, changed: true, by: '{{ name }}' }
    context.vars.changed = 'yes'
  },
  setBody: calling((request) => (request.body = 'a body of {{ name }}')),
  spoilRequest: calling((request, { vars }) => {
    const spoilt = {
      body: { body: 'of a GET' },
      'two-bodies': { method: 'POST', json: { a: 1 }, form: { a: 1 } },
      null: { headers: { 'x-null': null } },
      line: { headers: { 'x-line': 'a\nb' } }
    }
    Object.assign(request, spoilt[/** @type {keyof typeof spoilt} */ (vars.kind)])
  }),
  // Options that got has, beside those that scripts mostly use.
  setOptions: calling((request, { vars }) => {
    if (!request.url.endsWith('?after')) Object.assign(request, options[vars.kind](request))
  }),
  cookieByHook: calling((request) => (request.cookie = { by: 'hook' })),
  elsewhereByUri: calling((request) => (request.uri = '/echo/uri')),
  strangeOptions: calling((request) =>
    Object.assign(request, { uuid: 'mine', customThing: 1, capture: { json: '$', as: 'all' }, name: 'named' })
  ),
  async failWithCode() {
    throw Object.assign(new Error('not today'), { code: 'ENOTTODAY' })
  },
  failWithMessage(_context, _events, done) {
    done(new Error('a message'))
  },
  listen: calling((_context, events) => {
    for (const name of ['request', 'response', 'capture']) {
      const trace = `trace:http:${name}`
      if (events.listenerCount(trace) === 0) events.on(trace, () => events.emit('counter', `parity.${name}s`, 1))
    }
  }),
  async refuseRequest(_request, _context) {
    throw new Error('not to be asked')
  },
  breakDown() {
    throw new Error('this function is broken')
  },
  breakDownTheSecondTime: calling((_request, { vars }) => {
    vars.times = (vars.times ?? 0) + 1
    if (vars.times === 2) functions.breakDown()
  }),

  // After a response.
  noteResponse: calling((request, { statusCode, body, headers }, context) => {
    context.vars.status = statusCode
    note(context, { response: { url: request.url, statusCode, body, headers, type: typeof body } })
  }),
  async noteResponseLater(_request, response, context) {
    await delay(5)
    note(context, {
      later: response.statusCode,
      length: response.body.length,
      firstByte: typeof response.timings?.phases?.firstByte
    })
  },
  refuseResponse(_request, _response, _context, _events, done) {
    done(new Error('not what we wanted'))
  },

  async readResponse(_request, response, { vars }, events) {
    events.emit('counter', `parity.read.${readings[vars.kind](response)}`, 1)
  },

  // On an error.
  noteError: calling(({ code, name, message }, request, context, events) => {
    events.emit('counter', 'parity.errors_seen', 1)
    note(context, { error: { kind: context.vars.kind, url: request.url, code, name, message } })
  }),
  async noteErrorLater(error, request, context, events) {
    await delay(5)
    functions.noteError(error, request, context, events, () => {})
  }
}

export default functions
