// `npm run example`: a real run of scenarios/primes.yml, its page kept here, and the pictures for the README.
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { drawConsole } from './draw-console.js'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../..')
const command = 'artillery run scenarios/primes.yml'
const browsers = globSync('{/usr/bin,/usr/local/bin,/snap/bin}/{chromium,chromium-browser,google-chrome,google-chrome-stable}')
if (browsers.length === 0) throw new Error('The pictures need a Chromium: apt-get install chromium')

const { stdout, status } = spawnSync('npx', command.split(' '), { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 26 })
process.stdout.write(stdout)
if (status !== 0) throw new Error(`An example should pass, and this run ended with exit code ${status}: nothing was changed. Try again.`)
const page = /** @type {RegExpExecArray} */ (/^Report: (\S+)/m.exec(stdout))[1]

for (const old of ['samples', 'index.html']) rmSync(join(here, old), { recursive: true, force: true })
cpSync(join(root, dirname(page)), here, { recursive: true })
drawConsole(`npx ${command}`, stdout)
const browser = await chromium.launch({ executablePath: browsers[0], args: ['--no-sandbox', '--disable-gpu'] })
for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  const context = await browser.newContext({ viewport: { width: 1120, height: 820 }, deviceScaleFactor: 1.5, colorScheme })
  const shown = await context.newPage()
  await shown.goto(pathToFileURL(join(here, 'index.html')).href)
  await shown.screenshot({ path: join(here, `report-${colorScheme}.png`) })
}
await browser.close()
