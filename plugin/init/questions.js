import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { listRefused } from './find-path.js'
import { ciNames } from './read-wishes.js'
/**
 * @import { Refused } from './find-path.js'
 * @import { Ci } from './read-wishes.js'
 */

/**
 * @typedef {(question: string) => Promise<string>} Ask resolves with what was typed, without spaces around it
 *
 * @typedef {object} Questions each resolves with null where nobody answers
 * @property {boolean} areHeard somebody is there, who reads what is asked
 * @property {(problem: string) => Promise<string | null>} whichApp
 * @property {(refused: Refused[]) => Promise<string | null>} whichPath
 * @property {() => Promise<Ci | null>} whichCi
 */

/**
 * @param {Ask | null} ask null: nobody is there to be asked
 * @returns {Questions}
 */
export function createQuestions(ask) {
  if (ask === null) return { areHeard: false, whichApp: nobody, whichPath: nobody, whichCi: nobody }
  return {
    areHeard: true,
    whichApp: async (problem) => (await ask(`\n${problem}\n\nWhich file starts the server? (Enter: give up) `)) || null,
    whichPath: (refused) => askUntil(ask, {
      question: `\nNo answer below 400 so far: ${listRefused(refused)}.\nWhich path shall be asked? (Enter: give up) `,
      fits: (answer) => answer.startsWith('/'),
      hint: 'A path begins with /, such as /api/users. Which? '
    }),
    whichCi: () => askUntil(ask, {
      question: '\nCompare in CI, too? (github, gitlab; Enter: no) ',
      fits: (answer) => ciNames.some((name) => name === answer),
      hint: `It can be ${ciNames.join(' or ')}. Which? (Enter: none) `
    }).then((answer) => /** @type {Ci | null} */ (answer))
  }
}

/** @returns {Promise<null>} */
async function nobody() {
  return null
}

/**
 * @param {Ask} ask
 * @param {{ question: string, fits: (answer: string) => boolean, hint: string }} what
 * @returns {Promise<string | null>}
 */
async function askUntil(ask, { question, fits, hint }) {
  const answer = await ask(question)
  if (answer === '' || /^(n|no|none)$/i.test(answer)) return null
  return fits(answer) ? answer : askUntil(ask, { question: hint, fits, hint })
}

/**
 * Asks in a terminal.
 *
 * @param {{ input: NodeJS.ReadableStream, output: NodeJS.WritableStream }} terminal
 * @param {{ interrupt: () => void, signal: AbortSignal }} ending interrupt: called at Ctrl-C, which readline keeps from
 *   the process
 * @returns {Ask}
 */
export function createAsk(terminal, { interrupt, signal }) {
  return async (question) => {
    const lines = createInterface(terminal)
    lines.on('SIGINT', interrupt)
    try {
      const answer = await Promise.race([lines.question(question, { signal }), once(lines, 'close').then(() => '')])
      return answer.trim()
    } catch (error) {
      // Ctrl-D, the end of the input, says as little as Enter.
      signal.throwIfAborted()
      if (/** @type {Error} */ (error).name === 'AbortError') return ''
      throw error
    } finally {
      lines.close()
    }
  }
}
