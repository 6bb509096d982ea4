import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { matching, number, oneOf, type Shape } from '../settings/shapes.ts'
import { listRefused, type Refused } from './find-path.ts'

/** resolves with what was typed, without spaces around it; signal: ends the wait for an answer */
export type Ask = (question: string, signal?: AbortSignal) => Promise<string>

/** @param ask null: there is no terminal to ask in; then the answers are null, and any path may be loaded */
export function createQuestions(ask: Ask | null) {
  const answerTo = async (question: string, signal?: AbortSignal) => (await ask?.(question, signal)) ?? ''
  const askUntil = async (question: string, fits: (answer: string) => boolean, hint: string, signal?: AbortSignal) => {
    for (let next = question; ; next = hint) {
      const answer = await answerTo(next, signal)
      if (answer === '' || /^(n|no|none)$/i.test(answer)) return null
      if (fits(answer)) return answer
    }
  }
  return {
    canAsk: ask !== null,
    whichApp: async (problem: string) =>
      (await answerTo(`\n${problem}\n\nWhich file starts the server? (Enter: give up) `)) || null,
    async mayLoad(path: string, signal?: AbortSignal) {
      const question =
        `\nOf the paths that were found, ${path} is the one to compare.\n` +
        'Load this path for some seconds now, and in every comparison? (Enter: yes, n: choose another path) '
      return !/^n/i.test(await answerTo(question, signal))
    },
    whichPath: (refused: Refused[], signal?: AbortSignal) =>
      askUntil(
        `\nNo path has answered with a status below 400 so far: ${listRefused(refused)}.\n` +
          'Which path should be requested? (Enter: give up) ',
        (answer) => answer.startsWith('/'),
        'A path begins with /, such as /api/users. Which path? ',
        signal
      ),
    whichCi: () =>
      askUntil(
        '\nAdd a CI job? (github, gitlab; Enter: no) ',
        (answer) => ciNames.includes(answer),
        'Choose github or gitlab. (Enter: no) '
      ) as Promise<Ci | null>
  }
}

export type Questions = ReturnType<typeof createQuestions>

/** Asks in a terminal. interrupt: called at Ctrl-C, which readline keeps from the process */
export function createAsk(
  terminal: { input: NodeJS.ReadableStream; output: NodeJS.WritableStream },
  interrupt: () => void,
  signal: AbortSignal
) {
  return async (question: string, ownSignal = signal) => {
    const until = AbortSignal.any([signal, ownSignal])
    const lines = createInterface(terminal).on('SIGINT', interrupt)
    try {
      const answer = await Promise.race([
        lines.question(question, { signal: until }),
        once(lines, 'close').then(() => '')
      ])
      return answer.trim()
    } catch (error) {
      until.throwIfAborted()
      // Ctrl-D, the end of the input, says as little as Enter.
      if ((error as Error).name === 'AbortError') return ''
      throw error
    } finally {
      lines.close()
    }
  }
}

export type Ci = 'github' | 'gitlab'
const ciNames: readonly string[] = ['github', 'gitlab'] satisfies Ci[]

/** What the user says about what is to be written. null: it is to be found out. */
export type Wishes = ReturnType<typeof readWishes>

/** @param options of the command line, by name */
export function readWishes(options: Record<string, string | undefined>) {
  const read = (name: string, shape: Shape) => {
    const text = options[name]
    const value =
      /number|integer/.test(String(shape.schema.type)) && /^\d+(\.\d+)?$/.test(text ?? '') ? Number(text) : text
    if (value !== undefined) shape(value, `--${name}`)
    return value ?? null
  }
  return {
    app: options.app ?? null, // path of the file that starts it, from the package's folder
    path: read('path', matching(/^\/[^\s]*$/, 'a path that begins with /, such as /api/users')) as string | null,
    ci: read('ci', oneOf(ciNames)) as Ci | null,
    port: read('port', number({ from: 1, to: 65_535, whole: true })) as number | null,
    readyTimeoutSeconds: read('ready-timeout', number({ above: 0, to: 600 })) as number | null
  }
}
