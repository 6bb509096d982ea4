/** Functions that Artillery's engine http calls for each virtual user, and before each request. */
interface Hooks {
  beforeScenario?: (context: any, events: any, done: () => void) => void
  beforeRequest?: (request: any, context: any, events: any, done: () => void) => void
}

/**
 * In a load thread: has functions called in all scenarios of the engine http, before all functions of the script's own.
 *
 * @param script Artillery's own, which this thread runs after the plugin was constructed
 * @param purpose unlike that of any other hooks
 */
export function addHooks({ config, scenarios }: Record<string, any>, purpose: string, hooks: Hooks) {
  for (const [place, hook] of Object.entries(hooks)) {
    const name = `artillery-plugin-speedup ${place} ${purpose}`
    // What an import gave can't be added to, before Artillery 2.0.34.
    config.processor = { ...config.processor, [name]: hook }
    for (const scenario of scenarios) {
      if ((scenario.engine ?? config.engine ?? 'http') === 'http') scenario[place] = [name, ...[scenario[place] ?? []].flat()]
    }
  }
}
