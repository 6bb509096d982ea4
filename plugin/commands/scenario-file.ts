import { findArtillery } from '../artillery/find-artillery.ts'
import { list } from '../concepts/wording.ts'
import { isFile, readProject, type Project } from '../init/read-project.ts'
import { line } from '../init/summary.ts'
import { Misuse, say } from './command.ts'

export const isScenario = (word = '') => /\.(?:ya?ml|json)$/.test(word) && isFile(word)

/** @returns also what is read of the file */
export async function ofScenario<Read extends { name: string; told: string }>(
  [file, ...more]: string[],
  { json: _, ...others }: Record<string, any>,
  read: (file: string, artillery: string, project: Project) => Promise<Read>
) {
  const given = [...more, ...Object.keys(others).map((name) => `--${name}`)]
  if (given.length > 0) throw new Misuse(`${file} says what is started and asked: omit ${list(given)}.`)
  const project = readProject(process.cwd(), { isPackage: false })
  const subject = await read(file, findArtillery(file), project)
  say(`${[line('app', `${subject.name} (as ${file} says)`), line('flow', subject.told)].join('\n')}\n`)
  return { from: process.cwd(), project, subject, find: () => Promise.resolve(subject) }
}
