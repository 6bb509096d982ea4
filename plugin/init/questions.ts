import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { listRefused, type Refused } from './find-path.ts'
import { number, oneOf, reject } from '../settings/shapes.ts'

/** resolves with what was typed, without spaces around it; signal: nobody wants to know any more */
export type Ask = (question: string, signal?: AbortSignal) => Promise<string>

/** each resolves with null where nobody answers */
export interface Questions {
  areHeard: boolean // somebody is there, who reads what is asked
  whichApp: (problem: string) => Promise<string | null>
  whichPath: (refused: Refused[], signal?: AbortSignal) => Promise<string | null>
  mayLoad: (path: string, signal?: AbortSignal) => Promise<boolean> // true where nobody answers
  whichCi: () => Promise<Ci | null>
}

/** @param ask null: nobody is there to be asked */
export function createQuestions(ask: Ask | null): Questions {
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
    }).then((answer) => answer as Ci | null)
  }
}

async function nobody(): Promise<null> {
  return null
}

async function askUntil(ask: Ask, { question, fits, hint }: { question: string, fits: (answer: string) => boolean, hint: string }): Promise<string | null> {
  const answer = await ask(question)
  if (answer === '' || /^(n|no|none)$/i.test(answer)) return null
  return fits(answer) ? answer : askUntil(ask, { question: hint, fits, hint })
}

/**
 * Asks in a terminal.
 *
 * @param ending interrupt: called at Ctrl-C, which readline keeps from the process
 */
export function createAsk(terminal: { input: NodeJS.ReadableStream, output: NodeJS.WritableStream }, { interrupt, signal }: { interrupt: () => void, signal: AbortSignal }): Ask {
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
      if ((error as Error).name === 'AbortError') return ''
      throw error
    } finally {
      lines.close()
    }
  }
}

/** What the user says about what is to be written. null: it is to be found out. */
export interface Wishes {
  app: string | null // path of the file that starts it, from the package's folder
  port: number | null
  path: string | null // to ask, with its leading slash
  readyTimeoutSeconds: number | null
  ci: Ci | null
}

export type Ci = 'github' | 'gitlab'

const ciNames: readonly Ci[] = ['github', 'gitlab']

const port = number({ from: 1, to: 65_535, whole: true })
const timeout = number({ above: 0, to: 600 })

/**
 * @param given the command line's options, by name
 * @throws SpeedupError INVALID_SETTINGS
 */
export function readWishes({ app, port: givenPort, path, 'ready-timeout': readyTimeout, ci }: Record<string, string | undefined>): Wishes {
  if (path !== undefined && !/^\/[^\s]*$/.test(path)) reject('--path', path, 'a path that begins with /, such as /api/users')
  if (ci !== undefined) oneOf(ciNames)(ci, '--ci')
  return {
    app: app ?? null,
    port: readNumber(givenPort, '--port', port),
    path: path ?? null,
    readyTimeoutSeconds: readNumber(readyTimeout, '--ready-timeout', timeout),
    ci: (ci as Ci | undefined) ?? null
  }
}

function readNumber(given: string | undefined, name: string, shape: import('../settings/shapes.ts').Shape) {
  if (given === undefined) return null
  const isNumber = /^\d+(\.\d+)?$/.test(given)
  shape(isNumber ? Number(given) : given, name)
  return Number(given)
}
