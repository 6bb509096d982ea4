// `npm run claims`: tries the claims and the ways to choose from, keeps what came of it, and writes docs/claims.md,
// docs/ways.md and its chart from that. With --check, it only tries the ways to run an app that docs/variants.md shows
// and that need other runtimes.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readRuns } from '../../plugin/record/read-record.ts'
import { writeKept, writePage } from '../tutorials/kept.ts'
import { measureAll } from '../tutorials/measure-all.ts'
import { readOrder } from '../tutorials/read-order.ts'
import { claims, runOf } from './claims.ts'
import { pages } from './page.ts'
import { waysRun } from './ways.ts'
import type { Comparison } from '../../plugin/concepts/comparison.ts'
import type { Measured } from './judge.ts'

// What is kept names its files from the working directory.
process.chdir(fileURLToPath(new URL('../..', import.meta.url)))

const args = process.argv.slice(2)
const isCheck = args.includes('--check')
const { chosen, output } = readOrder(
  args.filter((arg) => arg !== '--check'),
  [...claims, waysRun],
  'claim'
)
if ((isCheck || chosen.length > 0) && !existsSync('docs/claims/node_modules/wattpm')) {
  console.error('The runtimes are not installed: npm ci --prefix docs/claims')
  process.exit(1)
}
if (isCheck) process.exit(spawnSync('mocha', ['docs/claims/ways.check.ts'], { stdio: 'inherit' }).status ?? 1)

await measureAll(chosen, (claim, { compareFile }) =>
  compareFile(`docs/claims/${claim.name}.yml`, (folder) => {
    const [comparison, runs] = ['comparison.json', 'runs.ndjson'].map((file) =>
      readFileSync(join(folder, file), 'utf8')
    )
    writeKept(runOf(claim), output, { ...measuredOf(JSON.parse(comparison), runs), versions: versionsIn(claim) })
  })
)
for (const [name, render] of Object.entries(pages)) writePage(name, output, render)

/** @param runs as they are kept, of which comparison.json does not have the connections of each worker */
function measuredOf(comparison: Comparison, runs: string): Omit<Measured, 'versions'> {
  const of = Map.groupBy(readRuns(runs, 'runs.ndjson'), ({ scenario, variant }) => JSON.stringify([scenario, variant]))
  const connections = [...of.values()].map((same) => ({
    scenario: same[0].scenario,
    variant: same[0].variant,
    rounds: same.map(({ workers }) => workers.map((worker) => worker.connections))
  }))
  return { comparison, connections }
}

function versionsIn({ name }: { name: string }): Measured['versions'] {
  const script = readFileSync(`docs/claims/${name}.yml`, 'utf8')
  const { dependencies } = JSON.parse(readFileSync('docs/claims/package.json', 'utf8'))
  return Object.fromEntries(Object.entries<string>(dependencies).filter(([dependency]) => script.includes(dependency)))
}
