/**
 * @import { Tools } from './artillerys-http.js'
 * @import { LeanResponse } from './lean-response.js'
 */

/**
 * Takes what a step captures from a response and looks for what it must match, by Artillery's own means.
 *
 * @param {Record<string, any>} params of the step
 * @param {{ response: LeanResponse, context: Record<string, any>, events: any, tools: Tools }} given
 * @param {(error: Error | null, hasFailed: boolean) => void} done hasFailed: some capture or match, that was strict
 */
export function takeCaptures(params, { response, context, events, tools }, done) {
  tools.captureOrMatch(params, { headers: response.headers, body: response.body }, context, (error, result) => {
    if (error || result === null) return done(error, false)
    const matches = /** @type {any[]} */ (Object.values(result.matches))
    const captures = /** @type {[string, any][]} */ (Object.entries(result.captures))
    if (matches.some(({ success, strict }) => !success && strict !== false) || captures.some(([, { failed }]) => failed)) return done(null, true)
    for (const { success, expected, got, expression, strict } of matches) events.emit('match', success, { expected, got, expression, strict })
    for (const [name, { value }] of captures) tools.set(context.vars, name, value)
    return done(null, false)
  })
}
