import { fileURLToPath } from 'node:url'
import { preloaded } from './preloaded.js'
/**
 * @import { App, Mode, Variant } from '../vocabulary.js'
 * @import { PrimaryOptions } from './cluster-primary.js'
 */

/**
 * How each mode starts: the arguments for Node. A new mode is a row here.
 *
 * @type {Record<Mode, (app: App, variant: Variant, pidHeader: string) => string[]>}
 */
export const modes = {
  single: (app, _variant, pidHeader) => [...preloaded({ nodeArgs: app.nodeArgs, pidHeader }), app.script, ...app.args],
  cluster: (app, variant, pidHeader) => {
    /** @type {PrimaryOptions} */
    const options = {
      script: app.script,
      args: app.args,
      nodeArgs: app.nodeArgs,
      pidHeader,
      workers: variant.workers,
      scheduling: variant.scheduling
    }
    return [fileURLToPath(new URL('./cluster-primary.js', import.meta.url)), JSON.stringify(options)]
  }
}
