import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { init } from '../../plugin/init/init.ts'
import { chooseLoad } from '../../plugin/init/measure-answers.ts'
import { readWishes } from '../../plugin/init/questions.ts'
import { readProject, type Project } from '../../plugin/init/read-project.ts'
import type { Trial } from '../../plugin/init/try-app.ts'
import { temporaryFolder, writeAll, type Files } from '../support/folder.ts'
import { refusal, someSettings } from '../support/settings.ts'

/**
 * Projects for the tests of a `describe`. `make` writes these files to a new folder, with a package.json in any case.
 */
export function someProjects() {
  const { path } = temporaryFolder()
  let made = 0
  return {
    path,
    make(files: Files, name = 'project'): Project {
      const folder = path(`${name}-${++made}`)
      writeAll(folder, { 'package.json': {}, ...files })
      return readProject(folder)
    }
  }
}

/** A package that is a repository of its own. */
export const aShop: Project = {
  folder: '/shop',
  repository: '/shop',
  manifest: {},
  dependencies: new Set(),
  framework: '',
  packageManager: { name: 'npm', folder: '/shop' }
}

/** What trying an app that is neither slow nor quick has shown. */
export function aTrial(findings: Partial<Trial> = {}): Trial {
  const { times = { medianMs: 4.25, users: 20, perSecond: 200.4, failures: {} } } = findings
  const found = {
    isClustered: true,
    obeysPort: true,
    takenPort: null,
    otherPorts: [],
    ...readWishes({}),
    paths: [findings.path?.path ?? '/'],
    session: null,
    path: { path: '/', from: null, isGraphql: false, others: [] }
  }
  return { settings: someSettings(), ...found, times, load: chooseLoad(times, 2), ...findings }
}

/** @returns of the SpeedupError that it throws, or rejects with */
export async function refusalFrom(act: () => unknown): Promise<{ code: string; message: string }> {
  const settled = new Promise((resolve) => resolve(act()))
  return refusal(
    await settled.then(
      () => () => {},
      (error) => () => {
        throw error
      }
    )
  )
}

/**
 * No other test has it, and hardly others who run this suite at the same time; if they do, the next free one is taken.
 * Nothing that a test imports awaits at the top: mocha may require such a file twice at the same time, which fails.
 */
const usualPort = 30_000 + (process.pid % 2500)

/** Source of `rest()`, after which an app may answer the next request: a load that it is measured with costs little. */
export const rest = `let last
const later = async () => { await last; await new Promise((resolve) => setTimeout(resolve, 20)) }
const rest = () => (last = later())
`

/** @returns the source of an app that does this with each request, one after the other */
export const app = (handler: string): string => `${rest}
require('node:http').createServer(async (request, response) => { await rest(); ${handler} }).listen(process.env.PORT || ${usualPort}, '127.0.0.1')`

export type Answers = (string | ((signal?: AbortSignal) => Promise<string>))[]

/**
 * A call of init that is not made yet, and what it says, asks and writes. Answers: to the questions, in turn; null:
 * nobody is there.
 */
export function prepareInit(folder: string, options: Record<string, string> = {}, answers: Answers | null = null) {
  const said: string[] = []
  const questions: string[] = []
  const ask = async (question: string, signal: AbortSignal | undefined) => {
    questions.push(question)
    const answer = answers?.shift() ?? expect.fail(`Nobody expected to be asked: ${question}`)
    return typeof answer === 'string' ? answer : answer(signal)
  }
  const talk = { ask: answers === null ? null : ask, say: (text: string) => void said.push(text) }
  return {
    run: () => init({ folder, options }, talk, new AbortController().signal),
    said: () => said.join('\n'),
    questions,
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    has: (name: string) => existsSync(join(folder, name))
  }
}
