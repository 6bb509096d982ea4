/**
 * @import { Seen } from './app.js'
 * @import { Outcome } from './run-script.js'
 */

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const ofTheConnection = ['connection', 'keep-alive']

/**
 * @param {Outcome} outcome
 * @returns what two runs of one script must have in common, in an order that does not depend on who was faster
 */
export function observe({ script, code, seen, connections, notes, metrics, samples, masks, output }) {
  const { counters, rates, summaries, histograms } = asked(metrics, script)
  const perUser = groupBy(seen, ({ headers, connection }) => headerOf(headers, 'x-user') ?? `connection ${connection}`)
  const notesPerUser = groupBy(notes, ({ user }) => user)
  return masked(masks, {
    code,
    logged: output.split('\n').filter((line) => line.startsWith('LOG ')).sort(),
    users: sorted(masks, perUser.map((requests) => requests.map(describeRequest))),
    connections,
    notes: sorted(masks, notesPerUser.map((lines) => lines.map(({ user: _user, ...rest }) => rest))),
    counters: script.losesBytes ? { ...counters, 'http.downloaded_bytes': 'unknown' } : counters,
    rates: Object.keys(rates).sort(),
    summaries: countsOf(summaries),
    histograms: countsOf(histograms),
    samples: countEach(samples.map(([, , outcome, pid, first]) => `${outcome} pid ${pid || 'unknown'}${first === '1' ? ', first' : ''}`))
  })
}

/**
 * Artillery adds metrics-by-endpoint to every run, for whoever records it. What nobody asked for, the lean client leaves out.
 *
 * @param {Outcome['metrics']} metrics
 * @param {Outcome['script']} script
 * @returns {any}
 */
function asked(metrics, { config }) {
  const isAsked = (/** @type {[string, unknown]} */ [name]) => config?.plugins?.['metrics-by-endpoint'] !== undefined || !name.startsWith('plugins.metrics-by-endpoint.')
  return Object.fromEntries(['counters', 'rates', 'summaries', 'histograms'].map((kind) => [kind, Object.fromEntries(Object.entries(metrics[kind] ?? {}).filter(isAsked))]))
}

/** @param {Seen} seen */
function describeRequest({ method, path, headers, body }) {
  const told = headers.filter(([name]) => !ofTheConnection.includes(name.toLowerCase()))
  return { request: `${method} ${path}`, headers: told.map(([name, value]) => `${name.toLowerCase()}: ${value}`).sort(), body }
}

/**
 * @param {Seen['headers']} headers
 * @param {string} wanted
 */
function headerOf(headers, wanted) {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1]
}

/**
 * @template T
 * @param {T[]} values
 * @param {(value: T) => string} keyOf
 * @returns {T[][]}
 */
function groupBy(values, keyOf) {
  return [...Map.groupBy(values, keyOf).values()]
}

/**
 * @template T
 * @param {RegExp[]} masks
 * @param {T[]} values
 * @returns {T[]}
 */
function sorted(masks, values) {
  const texts = values.map((value) => JSON.stringify(masked(masks, value))).sort()
  return texts.map((text) => JSON.parse(text))
}

/**
 * @template T
 * @param {RegExp[]} masks
 * @param {T} value of JSON
 * @returns {T}
 */
function masked(masks, value) {
  return JSON.parse([uuid, ...masks].reduce((text, mask) => text.replace(mask, '***'), JSON.stringify(value)))
}

/** @param {Record<string, { count: number }>} summaries */
function countsOf(summaries) {
  return Object.fromEntries(Object.entries(summaries).map(([name, { count }]) => [name, count]))
}

/** @param {string[]} values */
function countEach(values) {
  /** @type {Record<string, number>} */
  const counts = {}
  for (const value of values.sort()) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
