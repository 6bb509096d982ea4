import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { spawn } from 'node:child_process'
import { asSpeedupError, SpeedupError } from '../concepts/errors.ts'
import { inACell } from '../concepts/foreign-text.ts'
import { makeReport } from '../speedup.ts'
import { comparisonIn, usualFolder } from './list.ts'
import { say, type Command } from './command.ts'

export const open: Command = {
  usage: '[folder]',
  takes: [0, 1, ''],
  summary: 'open the report of the newest or a given comparison in the browser',
  details: `The folder is that of a comparison, or one that holds comparisons; ${usualFolder} unless it is given.`,
  options: {},
  async run([folder = usualFolder]) {
    const found = comparisonIn(folder)
    const page = existsSync(pageIn(found)) ? pageIn(found) : await makePage(found)
    say(`Report: ${inACell(page)}`)
    await show(page)
    return { document: { page } }
  }
}

export const report: Command = {
  usage: '<folder> [--open]',
  takes: [1, 1, 'the folder of a comparison'],
  summary: 'make the report of a comparison again, from the files in its folder',
  details:
    'The folder is one that `artillery run` names at its end, such as reports/2026-11-20T12-00-00-primes. --open shows it in the browser.',
  options: { open: { type: 'boolean' } },
  async run([folder], values) {
    const page = await makePage(folder)
    say(`Report: ${inACell(page)}`)
    if (values.open) await show(page)
    return { document: { page } }
  }
}

const pageIn = (folder: string) => resolve(folder, 'index.html')

async function makePage(folder: string) {
  await makeReport(resolve(folder)).catch((error) => {
    if (asSpeedupError(error).code !== 'UNEXPECTED') throw error
    // A comparison is checked by its schema, runs by what is read of all of them.
    throw new SpeedupError(
      'NOT_A_RECORD',
      `${folder} has runs that no comparison has kept so (${error.message}). Copy the whole folder again, or measure again.`
    )
  })
  return pageIn(folder)
}

const openers: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler']
}

/**
 * A program that finds no browser says so at once; one that shows the page itself may take as long as the page is read.
 */
const patienceMs = 1000

/**
 * The system knows the user's browser, which stays when we leave.
 * @throws SpeedupError UNSUPPORTED: it has no program for it, or that finds no browser
 */
async function show(page: string) {
  const url = pathToFileURL(page).href
  const [command, ...words] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...words, url], { stdio: 'ignore', detached: true })
  const ended = once(child, 'exit').then(
    ([code, signal]) => (code === 0 ? null : `failed (${code === null ? signal : `exit code ${code}`})`),
    ({ message }) => `cannot be run (${message})`
  )
  const problem = await Promise.race([ended, delay(patienceMs, null, { ref: false })])
  child.unref()
  if (problem === null) return
  throw new SpeedupError(
    'UNSUPPORTED',
    `No browser can be opened here: ${command} ${problem}. Open ${url} in a browser.`
  )
}
