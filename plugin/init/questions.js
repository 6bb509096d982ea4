import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { listRefused } from './find-path.js'
import { ciNames } from './read-wishes.js'
/**
 * @import { Refused } from './find-path.js'
 * @import { Ci } from './read-wishes.js'
 */

/**
 * @typedef {(question: string, signal?: AbortSignal) => Promise<string>} Ask resolves with what was typed, without spaces
 *   around it; signal: nobody wants to know any more
 *
 * @typedef {object} Questions each resolves with null where nobody answers
 * @property {boolean} areHeard somebody is there, who reads what is asked
 * @property {(problem: string) => Promise<string | null>} whichApp
 * @property {(refused: Refused[], signal?: AbortSignal) => Promise<string | null>} whichPath
 * @property {(path: string, signal?: AbortSignal) => Promise<boolean>} mayLoad true where nobody answers
 * @property {() => Promise<Ci | null>} whichCi
 */

/**
 * @param {Ask | null} ask null: nobody is there to be asked
 * @returns {Questions}
 */
export function createQuestions(ask) {
  if (ask === null) return { areHeard: false, whichApp: nobody, whichPath: nobody, mayLoad: async () => true, whichCi: nobody }
  return {
    areHeard: true,
    whichApp: async (problem) => (await ask(`\n${problem}\n\nWhich file starts the server? (Enter: give up) `)) || null,
    mayLoad: async (path, signal) => !/^n/i.test(await ask(`\n/ does not answer below 400, but ${path} does.\nMay it be asked as often as it answers, for some seconds now and in every comparison? (Enter: yes, n: another path) `, signal)),
    whichPath: (refused, signal) => askUntil((question) => ask(question, signal), {
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
  return async (question, unwanted = signal) => {
    const until = AbortSignal.any([signal, unwanted])
    const lines = createInterface(terminal)
    lines.on('SIGINT', interrupt)
    try {
      const answer = await Promise.race([lines.question(question, { signal: until }), once(lines, 'close').then(() => '')])
      return answer.trim()
    } catch (error) {
      // Ctrl-D, the end of the input, says as little as Enter.
      until.throwIfAborted()
      if (/** @type {Error} */ (error).name === 'AbortError') return ''
      throw error
    } finally {
      lines.close()
    }
  }
}
