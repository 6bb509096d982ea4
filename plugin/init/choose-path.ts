import { SpeedupError } from '../errors.ts'
import { ifHttps, noAnswer } from './ask-app.ts'
import { findPath, listRefused, type FoundPath, type Refused } from './find-path.ts'

/**
 * @param from wanted: this one or none; paths: that the source names; askPath: null: nobody knows; mayLoad: one that
 *   nobody named
 * @throws SpeedupError INVALID_SETTINGS
 */
export async function choosePath(target: { hostname: string, port: number }, { wanted, paths, askPath, mayLoad }: { wanted: string | null, paths: string[], askPath: (refused: Refused[]) => Promise<string | null>, mayLoad: (path: string) => Promise<boolean> }, signal: AbortSignal): Promise<FoundPath> {
  const { found, refused } = await findPath(target, { wanted, paths }, signal)
  if (found !== null) {
    const named = found.from ?? found.path
    if (wanted !== null || named === '/' || (await mayLoad(named))) return found
    refused.push({ path: named, said: 'is not wanted' })
  }
  const answer = await askPath(refused)
  if (answer !== null) return choosePath(target, { wanted: answer, paths, askPath, mayLoad }, signal)
  if (wanted !== null) throw new SpeedupError('INVALID_SETTINGS', `The path to ask is ${wanted}, but the app ${refused[0].said} to GET ${wanted}. Give one that it answers with a status below 400: --path </path>.${advice(refused)}`)
  throw new SpeedupError('INVALID_SETTINGS', `No path of the app answers GET with a status below 400. Tried: ${listRefused(refused)}. Give one that does: --path </path>.${advice(refused)}`)
}

function advice(refused: Refused[]) {
  if (refused.every(({ said }) => said.startsWith(noAnswer))) return ` ${ifHttps}.`
  if (!refused.some(({ said }) => /40[13]$/.test(said))) return ''
  return ' What answers 401 or 403 wants a login: choose a path that is open to all now, and let the scenario log in later.'
}
