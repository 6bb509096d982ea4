/**
 * Calls functions of the script one after the other, as Artillery does: plain functions with a callback at the end of
 * their arguments, async ones without. What a function throws goes to the caller, as there: the first hooks of a step are
 * called within a promise of the user's, who fails; after a response, there is none, and the load thread ends.
 *
 * @param {readonly (Function | undefined)[]} hooks undefined: there is none of that name, which was told
 * @param {readonly unknown[]} args
 * @param {(error: any) => void} done
 */
export function runHooks(hooks, args, done) {
  let next = 0
  const step = (/** @type {any} */ error) => {
    if (error || next === hooks.length) return done(error || null)
    const hook = hooks[next++]
    if (hook === undefined) return step(null)
    if (hook.constructor.name === 'Function') return hook(...args, step)
    return hook(...args).then(step, step)
  }
  step(null)
}

/**
 * @param {readonly string[]} names
 * @param {Record<string, Function> | undefined} processor
 * @param {(name: string) => string} render a name may be a template
 * @returns {(Function | undefined)[]}
 */
export function findHooks(names, processor, render) {
  return names.map((name) => {
    const rendered = render(name)
    const hook = processor?.[rendered]
    // In the words of Artillery's own client, which says so at each request.
    if (!hook) process.stdout.write(`WARNING: custom function ${rendered} could not be found\n`)
    return hook
  })
}
