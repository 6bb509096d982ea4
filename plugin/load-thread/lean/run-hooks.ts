/**
 * Calls functions of the script one after the other, as Artillery does: plain functions with a callback as their last
 * argument, async ones without. What a function throws goes to the caller, as there: before a request, a promise of the
 * user's fails with it; after a response, there is no such promise, and the load thread ends. undefined: a function
 * that is not in the script.
 */
export function runHooks(
  hooks: readonly (Function | undefined)[],
  args: readonly unknown[],
  done: (error: any) => void
) {
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

export function findHooks(
  names: readonly string[],
  processor: Record<string, Function> | undefined,
  render: (name: string) => string
) {
  return names.map(render).map((name) => {
    const hook = processor?.[name]
    // In the words of Artillery's own client, which says so at each request.
    if (!hook) process.stdout.write(`WARNING: custom function ${name} could not be found\n`)
    return hook
  })
}
