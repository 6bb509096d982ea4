import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { init } from '../../plugin/init/init.ts'

/**
 * @param handler what an app does with a request
 * @returns its source
 */
export const app = (handler: string): string => `require('node:http').createServer((request, response) => { ${handler} }).listen(process.env.PORT || 3900, '127.0.0.1')`

/**
 * A call of init that is not made yet, and what it says, asks and writes.
 *
 * @param answers to the questions, in turn; null: nobody is there
 */
export function prepareInit(folder: string, options: Record<string, string> = {}, answers: (string | ((signal?: AbortSignal) => Promise<string>))[] | null = null) {
  const said: string[] = []
  const questions: string[] = []
  const ask = async (question: string, signal: AbortSignal | undefined) => {
    questions.push(question)
    const answer = answers?.shift() ?? expect.fail(`Nobody expected to be asked: ${question}`)
    return typeof answer === 'string' ? answer : answer(signal)
  }
  return {
    run: () => init({ folder, options }, { ask: answers === null ? null : ask, say: (text) => void said.push(text) }, new AbortController().signal),
    said: () => said.join('\n'),
    questions,
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    has: (name: string) => existsSync(join(folder, name))
  }
}
