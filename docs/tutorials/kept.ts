import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A run as it was kept: pages take their figures from nowhere else. file: from docs/; command: that measures it */
export interface KeptRun {
  file: string
  command: string
}

/**
 * @param folders the first that has it is used
 * @throws if it is in none of them
 */
export function readKept<Kept>(folders: string[], run: KeptRun): Kept {
  const folder = folders.find((each) => existsSync(join(each, run.file)))
  if (folder === undefined) throw new Error(missingWords(run))
  return JSON.parse(readFileSync(join(folder, run.file), 'utf8'))
}

export const missingWords = ({ file, command }: KeptRun): string =>
  `docs/${file} is missing, and with it the figures of a page: ${command} measures it.`
