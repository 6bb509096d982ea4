// `npm run example`: real runs of two of our scenarios, the yes and the no of the README: the page of the first is kept
// here, with a picture of it, and what came of the second.
import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { browserNames, findBrowser } from '../../test/support/find-browser.ts'
import { replaceWhole } from './replace-whole.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../..')
const executablePath = findBrowser()
if (executablePath === undefined)
  throw new Error(
    `The picture needs a Chromium, and PATH has none (${browserNames.join(', ')}): apt-get install chromium`
  )

/** @returns the folder of its report */
function compare(scenario: string): string {
  const { stdout, status } = spawnSync('npx', ['artillery', 'run', `scenarios/${scenario}.yml`], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 26
  })
  process.stdout.write(stdout)
  if (status !== 0)
    throw new Error(
      `An example should pass, and this run ended with exit code ${status}: nothing was changed. Try again.`
    )
  return join(root, dirname((/^Report: (\S+)/m.exec(stdout) as RegExpExecArray)[1]))
}
const [yes, no] = ['primes', 'io'].map(compare)

await replaceWhole(here, ['samples', 'index.html', 'io.json'], async (made) => {
  cpSync(yes, made, { recursive: true })
  cpSync(join(no, 'comparison.json'), join(made, 'io.json'))
  await drawPage(made)
})

async function drawPage(folder: string) {
  // Not before the runs, which want the machine for themselves.
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
