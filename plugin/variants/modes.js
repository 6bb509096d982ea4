import { cluster } from './modes/cluster.js'
import { command } from './modes/command.js'
import { pm2 } from './modes/pm2.js'
import { reusePort } from './modes/reuse-port.js'
import { single } from './modes/single.js'
import { url } from './modes/url.js'
/**
 * @import { Mode, Settings, Variant } from '../vocabulary.js'
 * @import { RunningVariant, StartRequest } from './start-variant.js'
 */

/**
 * How a mode runs the app.
 *
 * @typedef {object} Way
 * @property {(settings: Settings, variant: Variant, signal: AbortSignal) => Promise<void>} [check] what can be known
 *   before anything is started; rejects with a SpeedupError
 * @property {(request: StartRequest, signal: AbortSignal) => Promise<RunningVariant>} start resolves when it is ready
 */

/**
 * A new mode is a file and a row here.
 *
 * @type {Record<Mode, Way>}
 */
export const modes = { single, cluster, pm2, 'reuse-port': reusePort, command, url }
