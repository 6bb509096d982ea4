import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A run as it was kept: pages take their figures from nowhere else.
 *
 * @param folders the first that has it is used
 * @param command that measures it
 * @throws if it is in none of them
 */
export function readKept<Kept>(folders: string[], file: string, command: string): Kept {
  const folder = folders.find((each) => existsSync(join(each, file)))
  if (folder === undefined) throw new Error(`docs/${file} is missing, and with it the figures of a page: ${command}`)
  return JSON.parse(readFileSync(join(folder, file), 'utf8'))
}
