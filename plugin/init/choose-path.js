import { SpeedupError } from '../errors.js'
import { findPath, listRefused } from './find-path.js'
/** @import { FoundPath, Refused } from './find-path.js' */

/**
 * @param {{ hostname: string, port: number }} target
 * @param {{ wanted: string | null, paths: string[], askPath: (refused: Refused[]) => Promise<string | null> }} from
 *   wanted: this one or none; paths: that the source names; askPath: null: nobody knows
 * @param {AbortSignal} signal
 * @returns {Promise<FoundPath>}
 * @throws {SpeedupError} INVALID_SETTINGS
 */
export async function choosePath(target, { wanted, paths, askPath }, signal) {
  const { found, refused } = await findPath(target, { wanted, paths }, signal)
  if (found !== null) return found
  const answer = await askPath(refused)
  if (answer !== null) return choosePath(target, { wanted: answer, paths, askPath }, signal)
  if (wanted !== null) throw new SpeedupError('INVALID_SETTINGS', `The path to ask is ${wanted}, but the app ${refused[0].said} to GET ${wanted}. Give one that it answers with a status below 400: --path </path>.`)
  throw new SpeedupError('INVALID_SETTINGS', `No path of the app answers GET with a status below 400. Tried: ${listRefused(refused)}. Give one that does: --path </path>.${loginAdvice(refused)}`)
}

/** @param {Refused[]} refused */
function loginAdvice(refused) {
  if (!refused.some(({ said }) => /40[13]$/.test(said))) return ''
  return ' What answers 401 or 403 wants a login: choose a path that is open to all now, and let the scenario log in later.'
}
