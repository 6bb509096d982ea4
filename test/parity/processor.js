// The functions of all scripts of the parity suite. What they see goes to a file, a line each.
import { appendFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'

// Artillery gives each user a scenario by chance: a number from 0, of which each scenario has a hundred. Here they come in turn.
const lodash = createRequire(realpathSync(String(process.argv[1])))('lodash')
const { random } = lodash
let turn = 0
/** @param {number} from @param {number} to */
lodash.random = (from, to) => (from === 0 && to % 100 === 99 ? (100 * turn++) % (to + 1) : random(from, to))

/** @param {{ vars: Record<string, any> }} context @param {Record<string, unknown>} what */
function note({ vars }, what) {
  appendFileSync(String(process.env.PARITY_NOTES), `${JSON.stringify({ user: vars.$uuid, ...what })}\n`)
}

/** @type {Record<string, (...args: any[]) => any>} Artillery awaits the async ones, and gives the others a callback. */
const functions = {
  setName(context, _events, done) {
    Object.assign(context.vars, { name: 'Ada', count: 3, list: ['x', 'y'], thing: { colour: 'red', sizes: [1, 2] } })
    done()
  },
  isNamed: (variables) => variables.name === 'Ada',
  untilThree(context, done) {
    context.vars.turns = (context.vars.turns ?? 1) + 1
    done(context.vars.turns <= 3)
  },
  noteVariables(context, _events, done) {
    const own = Object.entries(context.vars).filter(([name]) => !name.startsWith('$') || name === '$loopCount')
    note(context, { variables: Object.fromEntries(own) })
    done()
  },
  async noteVariablesLater(context) {
    await delay(5)
    functions.noteVariables(context, null, () => {})
  },

  // Before a request.
  noteRequest(request, context, _events, done) {
    const { url, method, headers, json, body, qs, followRedirect, timeout } = request
    note(context, { request: { url, method, headers, json, body, qs, followRedirect, timeout } })
    done()
  },
  async changeRequest(request, context) {
    await delay(5)
    request.url = request.url.replace('before', 'after')
    request.headers = { ...request.headers, 'X-Changed': 'by {{ name }}' }
    if (request.json !== undefined) request.json = { ...request.json, changed: true, by: '{{ name }}' }
    context.vars.changed = 'yes'
  },
  setBody(request, _context, _events, done) {
    request.body = 'a body of {{ name }}'
    done()
  },
  spoilRequest(request, { vars }, _events, done) {
    const spoilt = {
      'body': { body: 'of a GET' },
      'two-bodies': { method: 'POST', json: { a: 1 }, form: { a: 1 } },
      'null': { headers: { 'x-null': null } },
      'line': { headers: { 'x-line': 'a\nb' } },
      'name': { headers: { 'x y': 'z' } }
    }
    Object.assign(request, spoilt[/** @type {keyof typeof spoilt} */ (vars.kind)])
    done()
  },
  async refuseRequest(_request, _context) {
    throw new Error('not to be asked')
  },
  breakDown() {
    throw new Error('this function is broken')
  },
  breakDownTheSecondTime(_request, { vars }, _events, done) {
    vars.times = (vars.times ?? 0) + 1
    if (vars.times === 2) functions.breakDown()
    done()
  },

  // After a response.
  noteResponse(request, response, context, _events, done) {
    const { statusCode, body, headers } = response
    context.vars.status = statusCode
    note(context, { response: { url: request.url, statusCode, body, headers, type: typeof body } })
    done()
  },
  async noteResponseLater(_request, response, context) {
    await delay(5)
    note(context, { later: response.statusCode, length: response.body.length, firstByte: typeof response.timings?.phases?.firstByte })
  },
  refuseResponse(_request, _response, _context, _events, done) {
    done(new Error('not what we wanted'))
  },

  // On an error.
  noteError({ code, name, message }, request, context, events, done) {
    events.emit('counter', 'parity.errors_seen', 1)
    note(context, { error: { kind: context.vars.kind, url: request.url, code, name, message } })
    done()
  },
  async noteErrorLater(error, request, context, events) {
    await delay(5)
    functions.noteError(error, request, context, events, () => {})
  }
}

export default functions
