// `npm run example`: a real run of scenarios/primes.yml, its page kept here, and the pictures for the README.
import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { chromium } from 'playwright-core'
import { browserNames, findBrowser } from '../../test/support/find-browser.ts'
import { drawConsole } from './draw-console.ts'
import { replaceWhole } from './replace-whole.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../..')
const command = 'artillery run scenarios/primes.yml'
const executablePath = findBrowser()
if (executablePath === undefined)
  throw new Error(
    `The pictures need a Chromium, and PATH has none (${browserNames.join(', ')}): apt-get install chromium`
  )

// A terminal of 100 columns, by `script` of util-linux: all that it gets is drawn. Without what would take away
// colours.
const { CI: _ci, NO_COLOR: _noColor, ...env } = process.env
const inTerminal = `stty cols 100 && npx ${command}`
const { stdout, status } = spawnSync('script', ['-qec', inTerminal, '/dev/null'], {
  cwd: root,
  env: { ...env, TERM: 'xterm-256color' },
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  maxBuffer: 2 ** 26
})
process.stdout.write(stdout)
if (status !== 0)
  throw new Error(
    `An example should pass, and this run ended with exit code ${status}: nothing was changed. Try again.`
  )
const page = (/^Report: (\S+)/m.exec(stripVTControlCharacters(stdout)) as RegExpExecArray)[1]

await replaceWhole(here, ['samples', 'index.html'], async (made) => {
  cpSync(join(root, dirname(page)), made, { recursive: true })
  drawConsole(made, `npx ${command}`, stdout)
  await drawPage(made)
})

async function drawPage(folder: string) {
  // Not before the run, which wants the machine for itself.
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        viewport: { width: 1120, height: 820 },
        deviceScaleFactor: 1.5,
        colorScheme
      })
      const shown = await context.newPage()
      await shown.goto(pathToFileURL(join(folder, 'index.html')).href)
      await shown.screenshot({ path: join(folder, `report-${colorScheme}.png`) })
    }
  } finally {
    await browser.close()
  }
}
