// The functions of all scripts of the parity suite. What they see goes to a file, a line each.
import { appendFileSync } from 'node:fs'

/** @typedef {{ vars: Record<string, any> }} Context */

/**
 * @param {Context} context
 * @param {Record<string, unknown>} what
 */
function note({ vars }, what) {
  appendFileSync(String(process.env.PARITY_NOTES), `${JSON.stringify({ user: vars.$uuid, ...what })}\n`)
}

/** @param {Context} context @param {unknown} _events @param {() => void} done */
export function noteVariables(context, _events, done) {
  const own = Object.entries(context.vars).filter(([name]) => !name.startsWith('$') || name === '$loopCount')
  note(context, { variables: Object.fromEntries(own) })
  done()
}

/** @param {Context} context */
export async function noteVariablesLater(context) {
  await new Promise((resolve) => setTimeout(resolve, 5))
  noteVariables(context, null, () => {})
}

/** @param {any} request @param {Context} context @param {unknown} _events @param {() => void} done */
export function noteRequest(request, context, _events, done) {
  const { url, method, headers, json, body, qs, followRedirect, timeout } = request
  note(context, { request: { url, method, headers, json, body, qs, followRedirect, timeout } })
  done()
}

/** @param {any} request @param {Context} context */
export async function changeRequest(request, context) {
  await new Promise((resolve) => setTimeout(resolve, 5))
  request.url = request.url.replace('before', 'after')
  request.headers = { ...request.headers, 'X-Changed': 'by {{ name }}' }
  if (request.json !== undefined) request.json = { ...request.json, changed: true, by: '{{ name }}' }
  context.vars.changed = 'yes'
}

/** @param {any} request @param {Context} _context @param {unknown} _events @param {() => void} done */
export function setBody(request, _context, _events, done) {
  request.body = 'a body of {{ name }}'
  done()
}

/** @param {any} request @param {any} response @param {Context} context @param {unknown} _events @param {() => void} done */
export function noteResponse(request, response, context, _events, done) {
  const { statusCode, body, headers } = response
  context.vars.status = statusCode
  note(context, { response: { url: request.url, statusCode, body, headers, type: typeof body } })
  done()
}

/** @param {any} _request @param {any} response @param {Context} context */
export async function noteResponseLater(_request, response, context) {
  await new Promise((resolve) => setTimeout(resolve, 5))
  note(context, { later: response.statusCode, length: response.body.length, firstByte: typeof response.timings?.phases?.firstByte })
}

/** @param {any} error @param {any} request @param {Context} context @param {any} events @param {() => void} done */
export function noteError(error, request, context, events, done) {
  events.emit('counter', 'parity.errors_seen', 1)
  note(context, { error: { kind: context.vars.kind, url: request.url, code: error.code, name: error.name, message: error.message } })
  done()
}

/** @param {any} _request @param {any} _response @param {Context} _context @param {unknown} _events @param {(error: Error) => void} done */
export function refuseResponse(_request, _response, _context, _events, done) {
  done(new Error('not what we wanted'))
}

/** @param {any} _request @param {Context} _context */
export async function refuseRequest(_request, _context) {
  throw new Error('not to be asked')
}

/** @param {Context} context @param {(more: boolean) => void} done */
export function untilThree(context, done) {
  context.vars.turns = (context.vars.turns ?? 1) + 1
  done(context.vars.turns <= 3)
}

/** @param {Record<string, any>} variables */
export function isNamed(variables) {
  return variables.name === 'Ada'
}

/** @param {Context} context @param {unknown} _events @param {() => void} done */
export function setName(context, _events, done) {
  context.vars.name = 'Ada'
  context.vars.count = 3
  context.vars.list = ['x', 'y']
  context.vars.thing = { colour: 'red', sizes: [1, 2] }
  done()
}

/** @param {any} request @param {Context} context @param {unknown} _events @param {() => void} done */
export function spoilRequest(request, { vars }, _events, done) {
  const spoilt = /** @type {Record<string, object>} */ ({
    'body': { body: 'of a GET' },
    'two-bodies': { method: 'POST', json: { a: 1 }, form: { a: 1 } },
    'null': { headers: { 'x-null': null } },
    'line': { headers: { 'x-line': 'a\nb' } },
    'name': { headers: { 'x y': 'z' } }
  })
  Object.assign(request, spoilt[vars.kind])
  done()
}

/** @param {any} error @param {any} request @param {Context} context @param {any} events */
export async function noteErrorLater(error, request, context, events) {
  await new Promise((resolve) => setTimeout(resolve, 5))
  noteError(error, request, context, events, () => {})
}

export function breakDown() {
  throw new Error('this function is broken')
}

/** @param {any} _request @param {Context} context @param {unknown} _events @param {() => void} done */
export function breakDownTheSecondTime(_request, { vars }, _events, done) {
  vars.times = (vars.times ?? 0) + 1
  if (vars.times === 2) breakDown()
  done()
}
