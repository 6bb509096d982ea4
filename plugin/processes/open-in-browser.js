import { spawn } from 'node:child_process'
import { SpeedupError } from '../errors.js'

/** @type {Partial<Record<NodeJS.Platform, [string, string[]]>>} */
const openers = { darwin: ['open', []], win32: ['rundll32', ['url.dll,FileProtocolHandler']] }

/**
 * Hands a page to the system, which knows the user's browser. The browser stays when we leave: it is the user's.
 *
 * @param {string} url
 * @throws {SpeedupError} UNSUPPORTED, when the system has no such program
 */
export async function openInBrowser(url) {
  const [command, words] = openers[process.platform] ?? ['xdg-open', []]
  const child = spawn(command, [...words, url], { stdio: 'ignore', detached: true })
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject)).catch((error) => {
    throw new SpeedupError('UNSUPPORTED', `The page is made, but ${command}, which would show it, can't be run (${error.message}). Open ${url} in a browser.`)
  })
  child.unref()
}
