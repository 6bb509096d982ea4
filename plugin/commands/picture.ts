import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { programsInPath } from '../artillery/find-artillery.ts'
import { SpeedupError } from '../concepts/errors.ts'
import { list } from '../concepts/wording.ts'
import { openWorkbench } from '../processes/guard.ts'
import { lastLines } from '../processes/last-lines.ts'
import { howItEnded, startOwned, stopWith } from '../processes/owned-process.ts'
import { isFile } from '../settings/read-app.ts'

export const browserNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Of the picture, in px: what sites show beside a link. */
const [width, height] = [1200, 630]
/** They show it smaller, so its letters are larger than those of the page. */
const scale = 1.25

/** Nothing can be clicked, and nothing below the cards, which stand in one row, would be whole. */
const pictureStyle = `nav, footer, .code, .verdict ~ :not(.tiles), .verdict p:not([class]), .verdict details,
.why ~ .why ~ .why { display: none } main { padding: 20px 24px } h2 { margin-top: 12px }
.tiles { grid-template-columns: none; grid-auto-flow: column; grid-auto-columns: 1fr }
.why { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }`

/** For the browser to leave by itself. */
const graceSeconds = 2

/**
 * @param html a whole page. @returns a PNG of its first screen, by a Chromium that has ended, with its private folder
 * @throws SpeedupError UNSUPPORTED: there is no Chromium, or it makes no picture
 */
export async function pictureOf(html: string, signal: AbortSignal, patienceSeconds = 60) {
  const browser = findBrowser() ?? refuseWithout()
  const bench = openWorkbench()
  const [page, picture, logFile] = ['page.html', 'picture.png', 'log'].map((name) => join(bench.folder, name))
  const refuse = (problem: string): never => {
    const words = lastLines(logFile)
    throw new SpeedupError('UNSUPPORTED', `No picture was made: ${browser} ${problem}.${words && `\n${words}`}`)
  }
  try {
    writeFileSync(page, html.replace('</style>', `${pictureStyle}$&`))
    const owned = startOwned(
      {
        file: browser,
        argv: [...flagsFor(bench.folder), `--screenshot=${picture}`, pathToFileURL(page).href],
        // What it keeps elsewhere.
        env: { ...process.env, XDG_CONFIG_HOME: bench.folder, XDG_CACHE_HOME: bench.folder },
        cwd: bench.folder,
        logFile,
        isStranger: true
      },
      bench.guard
    )
    const stop = stopWith(signal, owned, graceSeconds)
    const exit = await Promise.race([owned.exited, delay(patienceSeconds * 1000, null, { ref: false })])
    await stop()
    signal.throwIfAborted()
    if (exit === null) return refuse(`took longer than ${patienceSeconds} s`)
    if (exit.code !== 0 || !isFile(picture)) return refuse(howItEnded(exit))
    const png = readFileSync(picture)
    // The place of both in the first part of a PNG, by its specification.
    const size = png.length < 24 ? '' : `${png.readUInt32BE(16)} x ${png.readUInt32BE(20)}`
    return size === `${width} x ${height}` ? png : refuse(`made one of ${size} px`)
  } finally {
    await bench.close()
  }
}

const flagsFor = (folder: string) => [
  '--headless',
  // For root, Chromium has none.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
  `--user-data-dir=${folder}`,
  `--window-size=${width / scale},${height / scale}`,
  `--force-device-scale-factor=${scale}`
]

/** @returns the path of a Chromium */
export function findBrowser() {
  const { CHROME_PATH: given = '' } = process.env
  const programs = given === '' ? browserNames.flatMap(programsInPath) : [given]
  return programs.find(isFile)
}

function refuseWithout(): never {
  const { CHROME_PATH: given = '' } = process.env
  const problem = given === '' ? `PATH has none (${list(browserNames)})` : `CHROME_PATH is ${given}, which is no file`
  throw new SpeedupError(
    'UNSUPPORTED',
    `--picture needs a Chromium: ${problem}. Install one, or set CHROME_PATH to the path of its program.`
  )
}
