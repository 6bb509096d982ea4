import { commitsPrepared } from './commits/versions/check-out.ts'
import { asking } from './concepts-codes.ts'
import { isAsNow, type App, type Settings, type Variant } from '../concepts/settings.ts'
import { openWorkbench } from '../processes/guard.ts'
import { findNode, type Means } from '../versions/cache.ts'

/** What a question makes ready before the first round. */
interface Prepares {
  /** @returns with the place of its own files. @throws SpeedupError NOT_PREPARED */
  prepare: (variant: Variant, app: App, means: Means) => Promise<Variant>
  /** Once all are ready: what would be mistaken for a difference of the app. */
  tell: (settings: Settings, say: Means['say']) => void
}

const { prepare, tell } = asking<Prepares>([commitsPrepared])

/**
 * Before the first round: makes ready what variants run in place of the files and the Node that are here. Nothing of it
 * happens between rounds.
 *
 * @param say what is done now, in a line
 * @returns with the place of each variant that has one. @throws SpeedupError NOT_PREPARED
 */
export async function prepareVersions(settings: Settings, say: Means['say'], signal: AbortSignal) {
  if (settings.variants.every(isAsNow)) return settings
  const workbench = openWorkbench()
  const means = { say, workbench, signal }
  try {
    const { script, cwd } = settings.app
    const variants = []
    for (const variant of settings.variants) {
      const node = isAsNow(variant) ? null : await findNode(variant.node, variant.name, means)
      const placed = { ...variant, place: node && { node, script, cwd } }
      variants.push((await prepare(placed, settings.app, means)) ?? placed)
    }
    const ready = { ...settings, variants }
    tell(ready, say)
    return ready
  } finally {
    await workbench.close()
  }
}
