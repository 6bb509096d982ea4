import { SpeedupError } from '../concepts/errors.ts'
import { lastLines } from '../processes/last-lines.ts'
import { howItEnded, type Ending } from '../processes/owned-process.ts'

/** What an app printed, and what that calls for; the first that fits. */
const advice: [RegExp, string][] = [
  [/Cannot find (?:module|package) '(?![./])/, 'Install what it imports: npm install.'],
  [
    /ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX|ERR_INVALID_TYPESCRIPT_SYNTAX|ERR_UNKNOWN_FILE_EXTENSION/,
    'Node itself runs TypeScript only where leaving out the types is enough. Let tsx do more: npm install --save-dev tsx, ' +
      'and "start": "tsx <file>" in package.json.'
  ],
  [/\.env\S*' ?: not found|\.env\S*: not found/, 'The file of environment variables is missing: make it first.'],
  [/ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EAI_AGAIN/, 'It connects to something that is not there, such as a database: start that first.'],
  [/Cannot find module|ERR_MODULE_NOT_FOUND/, 'A file of its own is missing. If it has to be built, do that first.']
]

interface Start {
  name: string // of the app
  exit: Ending | null // null: it still ran
  timeoutSeconds: number
  logFile: string
}

/**
 * Why the app did not listen when it was started for the first time.
 *
 * @returns APP_NOT_READY, PORT_TAKEN
 */
export function explainStart({ name, exit, timeoutSeconds, logFile }: Start): SpeedupError {
  // The frames of a stack say only how it came to that.
  const lines = lastLines(logFile, 100).split('\n').filter((line) => !/^\s+at |^\s*Node\.js v\d/.test(line)).slice(-12).join('\n')
  const said = lines === '' ? 'It printed nothing.' : `Its last lines:\n${lines}`
  const taken = /EADDRINUSE[^]*?:(\d+)\b/.exec(lines)?.[1]
  if (taken !== undefined) {
    return new SpeedupError('PORT_TAKEN', `${name} wants port ${taken}, whatever PORT says, and another program has it ` +
      `(the app itself, perhaps?). Stop that program first. ${said}`)
  }
  const end = exit === null
    ? `listened on no port within ${timeoutSeconds} s (more by --ready-timeout)`
    : `${howItEnded(exit)} before it listened on a port`
  const [variable] = /\b(?!ERR_|[A-Z]+_NOT_FOUND\b)[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/.exec(lines) ?? ['DATABASE_URL']
  const help = advice.find(([pattern]) => pattern.test(lines))?.[1] ??
    `If it needs a database, start that first. If it needs a variable, set it, here and when you compare: export ${variable}=...`
  return new SpeedupError('APP_NOT_READY', `${name} ${end}. ${said}\n${help} If another file starts the server: --app <file>.`)
}
