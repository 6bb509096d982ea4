import { commitsPrepared } from './commits/versions/check-out.ts'
import { asking } from './concepts-codes.ts'
import type { App, Place, Settings, Variant } from '../concepts/settings.ts'
import type { Means } from '../versions/cache.ts'
import type { QuestionPrepared } from './concepts.ts'

/** What a question makes ready before the first round. */
interface Prepares {
  /** @returns where the variant's files are, if not as the app says. @throws SpeedupError NOT_PREPARED */
  filesOf: (
    variant: Variant,
    app: App,
    node: Place['node'],
    means: Means
  ) => Promise<QuestionPrepared & Partial<Pick<Place, 'script' | 'cwd'>>>
  /** Once all are ready: what would be mistaken for a difference of the app. */
  tell: (settings: Settings, say: Means['say']) => void
}

export const { filesOf, tell: tellOfFiles } = asking<Prepares>([commitsPrepared])
