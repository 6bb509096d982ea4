import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { spawn } from 'node:child_process'
import { asSpeedupError, SpeedupError } from '../concepts/errors.ts'
import { inACell } from '../concepts/foreign-text.ts'
import { writeWhole } from '../report/write-report.ts'
import { reject } from '../settings/shapes.ts'
import { makeReport } from '../speedup.ts'
import { comparisonIn, usualFolder } from './list.ts'
import { pictureOf } from './picture.ts'
import { Misuse, say, text, type Command } from './command.ts'

export const open: Command = {
  usage: '[folder]',
  takes: [0, 1],
  summary: 'open the report of the newest or a given comparison in the browser',
  details: `The folder is that of a comparison, or one that holds comparisons; ${usualFolder} unless it is given.`,
  async run([folder = usualFolder]) {
    const found = comparisonIn(folder)
    const page = existsSync(pageIn(found)) ? pageIn(found) : await makePage(found)
    say(`Report: ${inACell(page)}`)
    await show(page)
    return { document: { page } }
  }
}

const pictureName = 'picture.png'

export const report: Command = {
  usage: '<folder> [--picture] [--open]',
  takes: [1, 1, 'the folder of a comparison'],
  summary: 'make the report of a comparison again, from the files in its folder',
  details: `The folder is one that \`artillery run\` names at its end, such as reports/2026-11-20T12-00-00-primes.

  --picture        writes ${pictureName} beside it, 1,200 x 630 px of its first screen, by a Chromium of CHROME_PATH or PATH
  --url <address>  where the folder will be on the web, with --picture: whoever shows a link to the page shows the picture
  --open           shows it in the browser`,
  options: { open: { type: 'boolean' }, picture: { type: 'boolean' }, url: text },
  left: 'The page is there, but no picture.',
  run: async ([folder], { open: isOpened, picture: isPictured, url }, signal) => {
    if (url !== undefined && !isPictured) throw new Misuse('--url is for the picture: give --picture, too.')
    const page = await makePage(folder, url === undefined ? undefined : pictureAt(url))
    const picture = isPictured
      ? writeWhole(dirname(page), pictureName, await pictureOf(readFileSync(page, 'utf8'), signal))
      : null
    say(`Report: ${inACell(page)}`)
    if (picture !== null) say(`Picture: ${inACell(picture)}`)
    if (isOpened) await show(page)
    return { document: { page, ...(picture !== null && { picture }) } }
  }
}

/** @returns address of the picture, whose page or folder has this one */
function pictureAt(url: string) {
  const address = URL.parse(url)
  if (address === null || !/^https?:$/.test(address.protocol))
    return reject('--url', url, 'an address such as https://example.com/reports/primes/')
  if (!/\/$|\.html?$/.test(address.pathname)) address.pathname += '/'
  return new URL(pictureName, address).href
}

const pageIn = (folder: string) => resolve(folder, 'index.html')

async function makePage(folder: string, picture?: string) {
  await makeReport(resolve(folder), picture).catch((error) => {
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
