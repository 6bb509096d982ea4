// `npm run examples`: the reports that the docs show, from real runs. With `-- --only <name>`, those alone.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { browserNames, findBrowser } from '../../plugin/commands/picture.ts'
import { measureAll } from '../../docs/tutorials/measure-all.ts'
import { readOrder } from '../../docs/tutorials/read-order.ts'
import { examples, type Example } from './examples.ts'
import { replaceWhole } from './replace-whole.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../..')
const { chosen } = readOrder(process.argv.slice(2), examples, 'example')
const executablePath = findBrowser()
if (executablePath === undefined)
  throw new Error(
    `The picture needs a Chromium, and PATH has none (${browserNames.join(', ')}): apt-get install chromium`
  )

// By the command that the page shows, so that a reader can repeat it.
await measureAll(chosen, async (example) => {
  const project = mkdtempSync(join(tmpdir(), 'speedup-example-'))
  try {
    example.make?.(join(project, example.script))
    const report = compare(example, example.make ? project : root)
    await keep(example, report)
    // Else the next one would be compared with it.
    rmSync(report, { recursive: true })
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
})

/** @returns the folder of its report */
function compare({ script, speedup, verdict }: Example, cwd: string): string {
  const overrides = speedup ? ['--overrides', JSON.stringify({ config: { plugins: { speedup } } })] : []
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/artillery'), ['run', ...overrides, script], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 26
  })
  process.stdout.write(stdout)
  const page = /^Report: (\S+)/m.exec(stdout)?.[1]
  if (page === undefined) throw new Error('It has no report: nothing was changed.')
  const report = join(cwd, dirname(page))
  const { verdict: found, error } = JSON.parse(readFileSync(join(report, 'comparison.json'), 'utf8'))
  if (error !== null) throw new Error(`${error.message} Nothing was changed.`)
  if (found !== verdict)
    throw new Error(`Its verdict is ${found}, not ${verdict}: nothing was changed. Try again; see ${page}.`)
  return report
}

async function keep({ name, isWhole }: Example, report: string) {
  const folder = join(here, name)
  mkdirSync(folder, { recursive: true })
  await replaceWhole(folder, ['samples', 'index.html', 'comparison.json'], async (made) => {
    const files = isWhole ? [''] : ['index.html', 'comparison.json']
    for (const file of files) cpSync(join(report, file), join(made, file), { recursive: true })
    if (isWhole) await drawPage(made)
    else unlink(join(made, 'index.html'))
  })
}

/** Links to what is not kept become text. */
function unlink(page: string) {
  const links = /<a href="(?:\.\/)?(?:samples\/|profiles\/|runs\.ndjson|badge\.svg)[^>]*>(.*?)<\/a>/g
  writeFileSync(page, readFileSync(page, 'utf8').replaceAll(links, '$1'))
}

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
