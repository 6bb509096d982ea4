/**
 * Functions that Artillery's engine http calls for each virtual user, and before each request.
 *
 * @typedef {object} Hooks
 * @property {(context: any, events: any, done: () => void) => void} [beforeScenario]
 * @property {(request: any, context: any, events: any, done: () => void) => void} [beforeRequest]
 */

/**
 * In a load thread: has functions called in all scenarios of the engine http, before all functions of the script's own.
 *
 * @param {Record<string, any>} script Artillery's own, which this thread runs after the plugin was constructed
 * @param {string} purpose unlike that of any other hooks
 * @param {Hooks} hooks
 */
export function addHooks({ config, scenarios }, purpose, hooks) {
  for (const [place, hook] of Object.entries(hooks)) {
    const name = `artillery-plugin-speedup ${place} ${purpose}`
    // What an import gave can't be added to, before Artillery 2.0.34.
    config.processor = { ...config.processor, [name]: hook }
    for (const scenario of scenarios) {
      if ((scenario.engine ?? config.engine ?? 'http') === 'http') scenario[place] = [name, ...[scenario[place] ?? []].flat()]
    }
  }
}
