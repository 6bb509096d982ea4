const chosen = Symbol('chosen')

type UserContext = { vars: Record<string, unknown>; [chosen]?: string }

/**
 * In a load thread: sends each user to the next target, with all requests to it that go to Artillery's target, the
 * first one, which Artillery has put before all URLs that begin with /. Other URLs, and other engines than http, stay
 * as they are.
 */
export function spreadUsers(script: Record<string, any>, targets: readonly { url: string }[]) {
  if (targets.length < 2) return
  const base = targets[0].url
  // http://127.0.0.1:80 is not the beginning of http://127.0.0.1:8080/
  const isOfTarget = (url: string) => url.startsWith(base) && ['/', '?', '#', undefined].includes(url[base.length])
  // Of many threads, each with few users, not all may begin at the same target.
  let next = Math.floor(Math.random() * targets.length)
  addHooks(script, 'to spread users', {
    beforeScenario(context: UserContext, _events, done) {
      const { url } = targets[next++ % targets.length]
      context[chosen] = url
      // For scripts that write {{ target }}.
      context.vars.target = url
      done()
    },
    beforeRequest(request: { url: string }, context: UserContext, _events, done) {
      const url = context[chosen]
      if (url !== undefined && isOfTarget(request.url)) request.url = url + request.url.slice(base.length)
      done()
    }
  })
}

/**
 * In a load thread: has each scenario of the engine http call these functions before the script's own. purpose:
 * different for each set.
 */
export function addHooks(
  { config, scenarios }: Record<string, any>,
  purpose: string,
  hooks: Record<string, (...args: any[]) => void>
) {
  for (const [place, hook] of Object.entries(hooks)) {
    const name = `artillery-plugin-speedup ${place} ${purpose}`
    // What an import gave can't be added to, before Artillery 2.0.34.
    config.processor = { ...config.processor, [name]: hook }
    for (const scenario of scenarios) {
      if ((scenario.engine ?? config.engine ?? 'http') === 'http')
        scenario[place] = [name, ...[scenario[place] ?? []].flat()]
    }
  }
}
