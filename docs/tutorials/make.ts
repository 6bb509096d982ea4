// `npm run tutorials`: tries what the tutorials claim, keeps what came of it, and writes docs/tutorials.md from that.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runOf, tutorials } from './claims/index.ts'
import { placeFor, writePage } from './kept.ts'
import { measureAll } from './measure-all.ts'
import { tutorialsPage } from './page.ts'
import { readOrder } from './read-order.ts'

// What is kept names its files from the working directory.
process.chdir(fileURLToPath(new URL('../..', import.meta.url)))

const { chosen, output } = readOrder(process.argv.slice(2), tutorials)
await measureAll(chosen, (tutorial, { compareFile }) =>
  compareFile(`scenarios/tutorials/${tutorial.name}.yml`, (folder) =>
    cpSync(join(folder, 'comparison.json'), placeFor(runOf(tutorial), output))
  )
)
writePage('tutorials.md', output, tutorialsPage)
