import { lastLines } from '../processes/last-lines.ts'
import { maskSecrets } from '../processes/mask-secrets.ts'
import type { App, Variant } from '../vocabulary.ts'

/** @returns how a message begins that is about what was started */
export function nameApp({ name, command, ecosystem }: Variant, { script }: App): string {
  // Messages are kept in the record. What is cut off first might leave half of a secret, which nobody would know for one.
  const what = command !== null ? `command \`${shortened(maskSecrets(command))}\`` : `app ${ecosystem === null ? script : ecosystem.file}`
  return `Variant ${name}: the ${what}`
}

const mostCharacters = 200

/** @param line a command may be a whole script */
function shortened(line: string) {
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters)} …` : line
}

/** @returns how that message ends */
export function whatItPrinted(logFile: string): string {
  const lines = lastLines(logFile)
  return lines === '' ? ' It printed nothing.' : ` Its last lines:\n${lines}`
}
