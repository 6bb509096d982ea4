import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

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

/** @returns where to write it in this folder, which has a place for it then */
export function placeFor({ file }: KeptRun, output: string): string {
  const place = join(output, file)
  mkdirSync(dirname(place), { recursive: true })
  return place
}

export const writeKept = (run: KeptRun, output: string, kept: object) =>
  writeFileSync(placeFor(run, output), `${JSON.stringify(kept, null, 2)}\n`)

/** @param render makes the page from folders: what was not measured anew is that of the repository */
export function writePage(name: string, output: string, render: (folders: string[]) => string) {
  const page = join(output, name)
  mkdirSync(dirname(page), { recursive: true })
  writeFileSync(page, render([output, 'docs']))
  console.log(`Written: ${page}`)
}

export const missingWords = ({ file, command }: KeptRun): string =>
  `docs/${file} is missing, and with it the figures of a page: ${command} measures it.`
