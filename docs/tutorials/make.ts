// `npm run tutorials`: tries what the tutorials claim, keeps what came of it, and writes docs/tutorials.md from that.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tutorials, type Tutorial } from './claims/index.ts'
import { measureAll } from './measure-all.ts'
import { readOrder } from './read-order.ts'
import { renderTutorials } from './render.ts'

// What is kept names its files from the working directory.
process.chdir(fileURLToPath(new URL('../..', import.meta.url)))

const { chosen, output } = readOrder(process.argv.slice(2), tutorials)
const keptIn = ({ name }: Tutorial) => join(output, 'tutorials', name, 'comparison.json')

await measureAll(
  chosen,
  ({ name }) => `scenarios/tutorials/${name}.yml`,
  (tutorial, folder) => {
    mkdirSync(dirname(keptIn(tutorial)), { recursive: true })
    cpSync(join(folder, 'comparison.json'), keptIn(tutorial))
  }
)
const tried = tutorials
  .filter((tutorial) => existsSync(keptIn(tutorial)))
  .map((tutorial) => ({ tutorial, comparison: JSON.parse(readFileSync(keptIn(tutorial), 'utf8')) }))
const page = join(output, 'tutorials.md')
mkdirSync(output, { recursive: true })
writeFileSync(page, renderTutorials(tried))
console.log(`Written: ${page}`)
