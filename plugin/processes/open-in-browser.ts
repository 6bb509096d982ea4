import { spawn, type ChildProcess } from 'node:child_process'
import { SpeedupError } from '../errors.ts'

const openers: Partial<Record<NodeJS.Platform, [string, string[]]>> = { darwin: ['open', []], win32: ['rundll32', ['url.dll,FileProtocolHandler']] }

/** A program that finds no browser says so at once; one that shows the page itself may take as long as the page is read. */
const patienceMs = 1000

/**
 * Hands a page to the system, which knows the user's browser. The browser stays when we leave: it is the user's.
 *
 * @throws SpeedupError UNSUPPORTED, when the system has no program for it, or that finds no browser
 */
export async function openInBrowser(url: string) {
  const [command, words] = openers[process.platform] ?? ['xdg-open', []]
  const child = spawn(command, [...words, url], { stdio: 'ignore', detached: true })
  const problem = await problemOf(child)
  child.unref()
  if (problem === null) return
  throw new SpeedupError('UNSUPPORTED', `The page is made, but ${command}, which would show it, ${problem}. Open ${url} in a browser.`)
}

/** @returns null: there was none for as long as we wait */
function problemOf(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), patienceMs)
    const settle = (problem: string | null) => {
      clearTimeout(timer)
      resolve(problem)
    }
    child.once('error', ({ message }) => settle(`can't be run (${message})`))
    child.once('exit', (code, signal) => settle(code === 0 ? null : `failed (${code === null ? signal : `exit code ${code}`})`))
  })
}
