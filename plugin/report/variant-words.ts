import { counted } from '../wording.ts'
import { shortName } from './short-name.ts'
import type { DescribedVariant, Mode, Variant } from '../vocabulary.ts'

/** Longer command lines and lists of URLs are cut. */
const longestDetail = 200

/**
 * How a variant runs the app.
 *
 * @param seen most workers that were seen in a run of it; 0: none
 * @returns such as "2 workers, round robin"
 */
export function variantWords(variant: DescribedVariant, seen: number): string {
  const { mode, workers, detail } = variant
  const size = workers !== null ? `, ${counted(workers, 'worker')}` : seen > 0 ? `, as many workers as were seen: ${seen}` : ''
  const shown = detail === null ? null : shortName(detail, longestDetail)
  if (mode === 'command') return `command: ${shown ?? 'unknown'}${size}`
  if (mode === 'url') return `running at ${shown ?? 'an unknown place'}${size}`
  // Without a number of workers, an ecosystem file says it all.
  if (mode === 'pm2' && workers === null) return `PM2${shown === null ? '' : `, ${shown}`}${size}`
  return `${ownWords(variant)}${shown === null ? '' : `, with ${shown}`}`
}

/** @param variant that we start ourselves */
function ownWords({ mode, workers, scheduling }: Pick<DescribedVariant, 'mode' | 'workers' | 'scheduling'>): string {
  const count = workers ?? 1
  if (mode === 'cluster') return `${counted(count, 'worker')}, ${scheduling === 'none' ? 'connections dealt out by the system' : 'round robin'}`
  if (mode === 'pm2') return `PM2, ${counted(count, 'worker')}`
  if (mode === 'reuse-port') return `${counted(count, 'process', 'processes')} that share the port (reusePort)`
  return 'a single process'
}

/** what is said before the number of workers */
const briefly: Partial<Record<Mode, string>> = { pm2: 'PM2', 'reuse-port': 'shared port', command: 'command', url: 'running already' }

/**
 * A variant's name with what tells it from the others, for a line that names them all.
 *
 * @returns such as "clustered (2 workers)"
 */
export function briefVariant({ name, mode, workers, scheduling }: Pick<Variant, 'name' | 'mode' | 'workers' | 'scheduling'>): string {
  if (mode === 'single') return name
  const words = [
    ...(briefly[mode] === undefined ? [] : [briefly[mode]]),
    ...(workers === null ? [] : [counted(workers, 'worker')]),
    ...(mode === 'cluster' && scheduling === 'none' ? ['no scheduling'] : [])
  ]
  return `${name} (${words.join(', ')})`
}
