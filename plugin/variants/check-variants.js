import { modes } from './modes.js'
/** @import { Settings } from '../vocabulary.js' */

/**
 * Nobody should wait for half of a comparison whose other half can't work here.
 *
 * @param {Settings} settings
 * @param {AbortSignal} signal
 * @throws {SpeedupError} UNSUPPORTED, APP_NOT_READY, INVALID_SETTINGS
 */
export async function checkVariants(settings, signal) {
  for (const variant of settings.variants) await modes[variant.mode].check?.(settings, variant, signal)
}
