import type { Tools } from './artillerys-http.ts'
import type { LeanResponse } from './lean-response.ts'

/**
 * Calls functions of the script one after the other, as Artillery does: plain functions with a callback as their last argument, async
 * ones without. What a function throws goes to the caller, as there: before a request, a promise of the user's fails with it; after a
 * response, there is no such promise, and the load thread ends. undefined: a function that is not in the script.
 */
export function runHooks(hooks: readonly (Function | undefined)[], args: readonly unknown[], done: (error: any) => void) {
  let next = 0
  const step = (error: any) => {
    if (error || next === hooks.length) return done(error || null)
    const hook = hooks[next++]
    if (hook === undefined) return step(null)
    if (hook.constructor.name === 'Function') return hook(...args, step)
    return hook(...args).then(step, step)
  }
  step(null)
}

/** @param render a name may be a template */
export function findHooks(names: readonly string[], processor: Record<string, Function> | undefined, render: (name: string) => string) {
  return names.map((name) => {
    const rendered = render(name)
    const hook = processor?.[rendered]
    // In the words of Artillery's own client, which says so at each request.
    if (!hook) process.stdout.write(`WARNING: custom function ${rendered} could not be found\n`)
    return hook
  })
}

/** Takes captures from a response and checks matches by Artillery's own means. hasFailed: some capture, or some strict match. */
export function takeCaptures(
  params: any, { headers, body }: LeanResponse, context: any, { events, tools }: { events: any, tools: Tools },
  done: (error: Error | null, hasFailed: boolean) => void
) {
  tools.captureOrMatch(params, { headers, body }, context, (error, result) => {
    if (error || result === null) return done(error, false)
    const matches = Object.values<any>(result.matches)
    const captures = Object.entries<any>(result.captures)
    const hasFailed = matches.some(({ success, strict }) => !success && strict !== false) || captures.some(([, { failed }]) => failed)
    if (hasFailed) return done(null, true)
    for (const { success, expected, got, expression, strict } of matches) events.emit('match', success, { expected, got, expression, strict })
    for (const [name, { value }] of captures) tools.set(context.vars, name, value)
    return done(null, false)
  })
}
