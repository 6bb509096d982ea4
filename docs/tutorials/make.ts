// `npm run tutorials`: tries what the tutorials claim, keeps what came of it, and writes docs/tutorials.md from that.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runOf, tutorials } from './claims/index.ts'
import { measureAll } from './measure-all.ts'
import { tutorialsPage } from './page.ts'
import { readOrder } from './read-order.ts'

// What is kept names its files from the working directory.
process.chdir(fileURLToPath(new URL('../..', import.meta.url)))

const { chosen, output } = readOrder(process.argv.slice(2), tutorials)
await measureAll(
  chosen,
  ({ name }) => `scenarios/tutorials/${name}.yml`,
  (tutorial, folder) => {
    const kept = join(output, runOf(tutorial).file)
    mkdirSync(dirname(kept), { recursive: true })
    cpSync(join(folder, 'comparison.json'), kept)
  }
)
const page = join(output, 'tutorials.md')
mkdirSync(output, { recursive: true })
// What was not measured anew is that of the repository.
writeFileSync(page, tutorialsPage([output, 'docs']))
console.log(`Written: ${page}`)
