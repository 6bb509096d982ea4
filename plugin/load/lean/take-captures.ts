import type { Tools } from './artillerys-http.ts'
import type { LeanResponse } from './lean-response.ts'

/**
 * Takes what a step captures from a response and looks for what it must match, by Artillery's own means.
 *
 * @param params of the step
 * @param done hasFailed: some capture or match, that was strict
 */
export function takeCaptures(params: Record<string, any>, { response, context, events, tools }: { response: LeanResponse, context: Record<string, any>, events: any, tools: Tools }, done: (error: Error | null, hasFailed: boolean) => void) {
  tools.captureOrMatch(params, { headers: response.headers, body: response.body }, context, (error, result) => {
    if (error || result === null) return done(error, false)
    const matches = Object.values(result.matches) as any[]
    const captures = Object.entries(result.captures) as [string, any][]
    if (matches.some(({ success, strict }) => !success && strict !== false) || captures.some(([, { failed }]) => failed)) return done(null, true)
    for (const { success, expected, got, expression, strict } of matches) events.emit('match', success, { expected, got, expression, strict })
    for (const [name, { value }] of captures) tools.set(context.vars, name, value)
    return done(null, false)
  })
}
