// `npm run example`: a real run of scenarios/primes.yml, its page kept here, and the pictures for the README.
import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { browserNames, findBrowser } from '../../test/support/find-browser.js'
import { drawConsole } from './draw-console.js'
import { replaceWhole } from './replace-whole.js'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../..')
const command = 'artillery run scenarios/primes.yml'
const executablePath = findBrowser()
if (executablePath === undefined) throw new Error(`The pictures need a Chromium, and PATH has none (${browserNames.join(', ')}): apt-get install chromium`)

const { stdout, status } = spawnSync('npx', command.split(' '), { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 26 })
process.stdout.write(stdout)
if (status !== 0) throw new Error(`An example should pass, and this run ended with exit code ${status}: nothing was changed. Try again.`)
const page = /** @type {RegExpExecArray} */ (/^Report: (\S+)/m.exec(stdout))[1]

await replaceWhole(here, ['samples', 'index.html'], async (made) => {
  cpSync(join(root, dirname(page)), made, { recursive: true })
  drawConsole(made, `npx ${command}`, stdout)
  await drawPage(made)
})

/** @param {string} folder */
async function drawPage(folder) {
  // Not before the run, which wants the machine for itself.
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const context = await browser.newContext({ viewport: { width: 1120, height: 820 }, deviceScaleFactor: 1.5, colorScheme })
      const shown = await context.newPage()
      await shown.goto(pathToFileURL(join(folder, 'index.html')).href)
      await shown.screenshot({ path: join(folder, `report-${colorScheme}.png`) })
    }
  } finally {
    await browser.close()
  }
}
