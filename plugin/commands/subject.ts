// What a command examines without comparing it by a scenario file: an app that is named, or what such a file says.
import { statSync } from 'node:fs'
import { findArtillery } from '../artillery/find-artillery.ts'
import { list } from '../concepts/wording.ts'
import { findApp } from '../init/find-app.ts'
import { readWishes, type WishOptions, type Wishes } from '../init/questions.ts'
import { readProject, type Project } from '../init/read-project.ts'
import { appLines, line } from '../init/summary.ts'
import { isFile } from '../settings/read-app.ts'
import { Misuse, say, sayLines } from './command.ts'

/**
 * What names an app, in words and options: it is found, and told. Goes to its folder, where that is what was given.
 *
 * @returns from: the folder that this was called in
 */
export function readCall(words: string[], values: WishOptions) {
  const { app: given = values.app, paths } = readWords(words)
  const isFolder = given !== undefined && statSync(given, { throwIfNoEntry: false })?.isDirectory()
  const from = process.cwd()
  if (isFolder) process.chdir(given)
  const wishes = readWishes({ ...values, app: isFolder ? undefined : given, path: [...paths, ...(values.path ?? [])] })
  return { given, isFolder, from, wishes, ...appHere(wishes) }
}

/** The app of this folder: it is found, and told. */
export function appHere(wishes: Wishes) {
  const project = projectHere()
  const app = findApp(project, wishes)
  sayLines(appLines(project, app))
  return { project, app }
}

const projectHere = () => readProject(process.cwd(), { isPackage: false })

/** A file and a path, a command of several words, a folder; or a path alone. */
function readWords([first, ...more]: string[]) {
  if (first === undefined) return { paths: [] }
  if (isFile(first)) return { app: first, paths: more }
  const words = [first, ...more]
  const paths = words.at(-1)?.startsWith('/') ? words.splice(-1) : []
  return { ...(words.length > 0 && { app: words.join(' ') }), paths }
}

export const isScenario = (word = '') => /\.(?:ya?ml|json)$/.test(word) && isFile(word)

/** @returns also what is read of the file */
export async function ofScenario<Read extends { name: string; told: string }>(
  [file, ...more]: string[],
  { json: _, ...others }: Record<string, any>,
  read: (file: string, artillery: string, project: Project) => Promise<Read>
) {
  const given = [...more, ...Object.keys(others).map((name) => `--${name}`)]
  if (given.length > 0) throw new Misuse(`${file} says what is started and asked: omit ${list(given)}.`)
  const project = projectHere()
  const subject = await read(file, findArtillery(file), project)
  say(`${[line('app', `${subject.name} (as ${file} says)`), line('flow', subject.told)].join('\n')}\n`)
  return { from: process.cwd(), project, subject, find: () => Promise.resolve(subject) }
}
