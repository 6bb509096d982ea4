import { lastLines } from '../processes/last-lines.js'
import { maskSecrets } from '../processes/mask-secrets.js'
/** @import { App, Variant } from '../vocabulary.js' */

/**
 * @param {Variant} variant
 * @param {App} app
 * @returns {string} how a message begins that is about what was started
 */
export function nameApp({ name, command, ecosystem }, { script }) {
  // Messages are kept in the record. What is cut off first might leave half of a secret, which nobody would know for one.
  const what = command !== null ? `command \`${shortened(maskSecrets(command))}\`` : `app ${ecosystem === null ? script : ecosystem.file}`
  return `Variant ${name}: the ${what}`
}

const mostCharacters = 200

/** @param {string} line a command may be a whole script */
function shortened(line) {
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters)} …` : line
}

/**
 * @param {string} logFile
 * @returns {string} how that message ends
 */
export function whatItPrinted(logFile) {
  const lines = lastLines(logFile)
  return lines === '' ? ' It printed nothing.' : ` Its last lines:\n${lines}`
}
