import type { Settings, Target, Variant } from '../vocabulary.ts'

/** @returns what is loaded: its own URLs, or where it is started */
export function targetsOf({ target }: Pick<Settings, 'target'>, { targets }: Pick<Variant, 'targets'>): Target[] {
  return targets.length > 0 ? targets : [target]
}
