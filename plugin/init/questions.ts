import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { refuse } from '../concepts/errors.ts'
import { countOrSeveral } from '../settings/variant-shapes.ts'
import { matching, number, oneOf, type Shape } from '../settings/shapes.ts'
import { listRefused, type Refused } from './find-path.ts'
import { readRequests, type RequestOptions } from './requests.ts'
import { countOption, spreadingModes, type Mode } from '../concepts/modes.ts'

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
        (answer) => ciNames.some((name) => name === answer),
        'Choose github or gitlab. (Enter: no) '
      ) as Promise<Ci | null>
  }
}

export type Questions = ReturnType<typeof createQuestions>

/** Asks in a terminal. interrupt: called at Ctrl-C, which readline keeps from the process */
export function createAsk(
  { stdin: input, stdout: output }: { stdin: NodeJS.ReadableStream; stdout: NodeJS.WritableStream },
  interrupt: () => void,
  signal: AbortSignal
) {
  return async (question: string, ownSignal = signal) => {
    const until = AbortSignal.any([signal, ownSignal])
    const lines = createInterface({ input, output }).on('SIGINT', interrupt)
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

const ciNames = ['github', 'gitlab'] as const
export type Ci = (typeof ciNames)[number]

const text = { type: 'string' } as const
export const texts = { type: 'string', multiple: true } as const

/** Options of init, quick and against, which say how the app is started and what is asked of it. */
export const wishOptions = {
  app: text,
  port: text,
  'ready-timeout': text,
  path: texts,
  header: { ...texts, short: 'H' },
  method: text,
  body: text,
  login: text
}

/** Of those that compare without a scenario file. */
export const comparingOptions = { ...wishOptions, 'dry-run': { type: 'boolean' } } as const
export const wishesHelp = `  --app <file or command>    how the app is started, such as dist/main.js or "npm start"
  --port <number>            the port on which it listens, if it ignores PORT
  --ready-timeout <seconds>  how long it may take to listen (default: 10)
  --path </path>             what to request, if not the path that costs most of those found; several: one after the other
  -H, --header <line>        a header of each request; also several
  --method, --body           what is sent, if not GET; JSON, or a form
  --login '</path> <body>'   what each user sends first, by POST: the cookie or token of the answer is sent along
  Values of -H, --body and --login may name variables ($TOKEN) and files (@body.json), and are in no report.`

export const dryRunHelp =
  '  --dry-run                  say what would be done, and how long it would take; nothing is started'
export const comparingHelp = `${dryRunHelp}\n${wishesHelp}`

/** What the user says about what is to be written. null: it is to be found out. */
export type Wishes = ReturnType<typeof readWishes>

/** As typed, by name. workers, mode, users: of quick alone; ci: of init */
export type WishOptions = RequestOptions & { path?: string[] } & {
  [name in 'app' | 'port' | 'ready-timeout' | 'ci' | 'workers' | 'mode' | 'users']?: string
}

export function readWishes(options: WishOptions) {
  const read = <Value>(name: keyof WishOptions, shape: Shape<Value>) =>
    readOption(options[name] as string | undefined, `--${name}`, shape)
  const { path: paths = [] } = options
  for (const path of paths) aPath(path, '--path')
  const requests = readRequests(options)
  if (requests.content.method !== 'GET' && paths.length === 0)
    refuse(
      `--path is missing: only GET is tried on the paths that are found. Name what takes ${requests.content.method}: --path </path>.`
    )
  return {
    app: options.app ?? null, // the file that starts it, as a path from the package's folder, or a command
    paths, // none: to be found
    ...requests,
    ci: read('ci', oneOf(ciNames)),
    port: read('port', number({ from: 1, to: 65_535, whole: true })),
    readyTimeoutSeconds: read('ready-timeout', number({ above: 0, to: 600 })),
    users: read('users', number({ from: 1, to: 1000, whole: true })),
    variants: variantsOf(read('mode', oneOf(spreadingModes)), options.workers)
  }
}

/** @returns what was typed, as a number where one is wanted; null: nothing was. @throws SpeedupError it does not fit */
export function readOption<Value>(text: string | undefined, option: string, shape: Shape<Value>) {
  const isNumber = /number|integer/.test(String(shape.schema.type)) && /^\d+(\.\d+)?$/.test(text ?? '')
  const value = isNumber ? Number(text) : text
  if (value !== undefined) shape(value, option)
  return (value ?? null) as Value | null
}

const aPath = matching(/^\/[^\s]*$/, 'a path that begins with /, such as /api/users')

/** @returns as the option of that name has them; null: nothing was said */
function variantsOf(mode: Mode | null, workers?: string): Record<string, Record<string, unknown>> | null {
  if (mode === null && workers === undefined) return null
  const counts = workers?.split(',').map((word) => Number(word) || word)
  const count = counts?.length === 1 ? counts[0] : counts
  if (count !== undefined) countOrSeveral(count, '--workers')
  const own = count && { [countOption(mode ?? 'cluster')]: count }
  return { single: { mode: 'single' }, [mode ?? 'clustered']: { mode: mode ?? 'cluster', ...own } }
}
