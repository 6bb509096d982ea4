// The functions of all scripts of the parity suite. What they see goes to a file, a line each.
import { appendFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
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
