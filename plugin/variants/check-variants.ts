import { modes } from './modes.ts'
import type { Settings } from '../vocabulary.ts'

/**
 * Nobody should wait for half of a comparison whose other half can't work here.
 *
 * @throws SpeedupError UNSUPPORTED, APP_NOT_READY, INVALID_SETTINGS
 */
export async function checkVariants(settings: Settings, signal: AbortSignal) {
  for (const variant of settings.variants) await modes[variant.mode].check?.(settings, variant, signal)
}
