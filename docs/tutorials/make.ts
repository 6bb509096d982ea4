// `npm run tutorials`: tries what the tutorials claim, keeps what came of it, and writes docs/tutorials.md from that.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compare } from 'artillery-plugin-speedup/compare'
import { tutorials, type Tutorial } from './claims/index.ts'
import { readOrder } from './read-order.ts'
import { renderTutorials } from './render.ts'

// What is kept names its files from the working directory.
process.chdir(fileURLToPath(new URL('../..', import.meta.url)))

const { chosen, output } = readOrder(process.argv.slice(2), tutorials)
const keptIn = ({ name }: Tutorial) => join(output, 'tutorials', name, 'comparison.json')

const interrupted = new AbortController()
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => interrupted.abort(new Error(`It was ended by ${name}.`)))

for (const tutorial of chosen) {
  if (interrupted.signal.aborted) break
  try {
    await measure(tutorial)
  } catch (error) {
    // The others may still be measured; what was kept of this one stays.
    console.error(`${tutorial.name}: ${(error as Error).message}`)
    process.exitCode = 1
  }
}
const tried = tutorials.filter((tutorial) => existsSync(keptIn(tutorial)))
  .map((tutorial) => ({ tutorial, comparison: JSON.parse(readFileSync(keptIn(tutorial), 'utf8')) }))
const page = join(output, 'tutorials.md')
mkdirSync(output, { recursive: true })
writeFileSync(page, renderTutorials(tried))
console.log(`Written: ${page}`)

async function measure(tutorial: Tutorial) {
  const { name } = tutorial
  const reports = mkdtempSync(join(tmpdir(), 'speedup-tutorials-'))
  const begun = performance.now()
  console.log(`${name}: measured with scenarios/tutorials/${name}.yml, which takes some minutes ...`)
  try {
    const { folder } = await compare(`scenarios/tutorials/${name}.yml`, { report: reports, signal: interrupted.signal })
    mkdirSync(join(output, 'tutorials', name), { recursive: true })
    cpSync(join(folder, 'comparison.json'), keptIn(tutorial))
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
  console.log(`${name}: ${Math.round((performance.now() - begun) / 1000)} s`)
}
