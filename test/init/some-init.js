import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { init } from '../../plugin/init/init.js'

/**
 * @param {string} handler what an app does with a request
 * @returns {string} its source
 */
export const app = (handler) => `require('node:http').createServer((request, response) => { ${handler} }).listen(process.env.PORT || 3900, '127.0.0.1')`

/**
 * A call of init that is not made yet, and what it says, asks and writes.
 *
 * @param {string} folder
 * @param {Record<string, string>} [options]
 * @param {(string | ((signal?: AbortSignal) => Promise<string>))[] | null} [answers] to the questions, in turn; null:
 *   nobody is there
 */
export function prepareInit(folder, options = {}, answers = null) {
  /** @type {string[]} */
  const said = []
  /** @type {string[]} */
  const questions = []
  const ask = async (/** @type {string} */ question, /** @type {AbortSignal | undefined} */ signal) => {
    questions.push(question)
    const answer = answers?.shift() ?? expect.fail(`Nobody expected to be asked: ${question}`)
    return typeof answer === 'string' ? answer : answer(signal)
  }
  return {
    run: () => init({ folder, options }, { ask: answers === null ? null : ask, say: (text) => void said.push(text) }, new AbortController().signal),
    said: () => said.join('\n'),
    questions,
    read: (/** @type {string} */ name) => readFileSync(join(folder, name), 'utf8'),
    has: (/** @type {string} */ name) => existsSync(join(folder, name))
  }
}
