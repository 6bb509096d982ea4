import { cluster } from './modes/cluster.ts'
import { command } from './modes/command.ts'
import { pm2 } from './modes/pm2.ts'
import { reusePort } from './modes/reuse-port.ts'
import { single } from './modes/single.ts'
import { url } from './modes/url.ts'
import type { Mode, Settings, Variant } from '../vocabulary.ts'
import type { RunningVariant, StartRequest } from './start-variant.ts'

/** How a mode runs the app. */
export interface Way {
  /** what can be known before anything is started; rejects with a SpeedupError */
  check?: (settings: Settings, variant: Variant, signal: AbortSignal) => Promise<void>
  start: (request: StartRequest, signal: AbortSignal) => Promise<RunningVariant> // resolves when it is ready
}

/** A new mode is a file and a row here. */
export const modes: Record<Mode, Way> = { single, cluster, pm2, 'reuse-port': reusePort, command, url }
