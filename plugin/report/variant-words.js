import { counted } from '../wording.js'
import { shortName } from './short-name.js'
/** @import { DescribedVariant, Mode, Variant } from '../vocabulary.js' */

/** Longer command lines and lists of URLs are cut. */
const longestDetail = 200

/**
 * How a variant runs the app.
 *
 * @param {DescribedVariant} variant
 * @param {number} seen most workers that were seen in a run of it; 0: none
 * @returns {string} such as "2 workers, round robin"
 */
export function variantWords(variant, seen) {
  const { mode, workers, detail } = variant
  const size = workers !== null ? `, ${counted(workers, 'worker')}` : seen > 0 ? `, as many workers as were seen: ${seen}` : ''
  const shown = detail === null ? null : shortName(detail, longestDetail)
  if (mode === 'command') return `command: ${shown ?? 'unknown'}${size}`
  if (mode === 'url') return `running at ${shown ?? 'an unknown place'}${size}`
  // Without a number of workers, an ecosystem file says it all.
  if (mode === 'pm2' && workers === null) return `PM2${shown === null ? '' : `, ${shown}`}${size}`
  return `${ownWords(variant)}${shown === null ? '' : `, with ${shown}`}`
}

/**
 * @param {Pick<DescribedVariant, 'mode' | 'workers' | 'scheduling'>} variant that we start ourselves
 * @returns {string}
 */
function ownWords({ mode, workers, scheduling }) {
  const count = workers ?? 1
  if (mode === 'cluster') return `${counted(count, 'worker')}, ${scheduling === 'none' ? 'connections dealt out by the system' : 'round robin'}`
  if (mode === 'pm2') return `PM2, ${counted(count, 'worker')}`
  if (mode === 'reuse-port') return `${counted(count, 'process', 'processes')} that share the port (reusePort)`
  return 'a single process'
}

/** @type {Partial<Record<Mode, string>>} what is said before the number of workers */
const briefly = { pm2: 'PM2', 'reuse-port': 'shared port', command: 'command', url: 'running already' }

/**
 * A variant's name with what tells it from the others, for a line that names them all.
 *
 * @param {Pick<Variant, 'name' | 'mode' | 'workers' | 'scheduling'>} variant
 * @returns {string} such as "clustered (2 workers)"
 */
export function briefVariant({ name, mode, workers, scheduling }) {
  if (mode === 'single') return name
  const words = [
    ...(briefly[mode] === undefined ? [] : [briefly[mode]]),
    ...(workers === null ? [] : [counted(workers, 'worker')]),
    ...(mode === 'cluster' && scheduling === 'none' ? ['no scheduling'] : [])
  ]
  return `${name} (${words.join(', ')})`
}
