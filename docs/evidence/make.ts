// `npm run evidence`: measures what is known by other means, keeps what came of it, and writes docs/evidence.md from
// that.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeKept, writePage } from '../tutorials/kept.ts'
import { measureAll, type Measuring } from '../tutorials/measure-all.ts'
import { readOrder } from '../tutorials/read-order.ts'
import { queues, quotas, repeated, runOf, servers } from './checks.ts'
import { besideWrk, repeat, tryQueues, tryQuotas } from './measure.ts'
import { evidencePage } from './page.ts'

// What is kept names its files from the working directory.
process.chdir(fileURLToPath(new URL('../..', import.meta.url)))

const ofServers = servers.map((server) => ({
  name: server.name,
  measure: (measuring: Measuring) => besideWrk(server, measuring)
}))
const others = [
  ...repeated.map((known) => ({ name: known.name, measure: (measuring: Measuring) => repeat(known, measuring) })),
  { name: quotas.name, measure: tryQuotas },
  { name: queues.name, measure: tryQueues }
]
const { chosen, output } = readOrder(process.argv.slice(2), [...ofServers, ...others], 'check')
if (chosen.some(({ name }) => ofServers.some((server) => server.name === name))) {
  const missing = [
    ...(existsSync('docs/evidence/node_modules') ? [] : ['the servers: npm ci --prefix docs/evidence']),
    ...(spawnSync('wrk', ['--version']).error === undefined ? [] : ['wrk: apt-get install wrk'])
  ]
  if (missing.length > 0) {
    console.error(`Not installed are ${missing.join('; ')}`)
    process.exit(1)
  }
}

await measureAll(chosen, async (check, measuring) => writeKept(runOf(check), output, await check.measure(measuring)))
writePage('evidence.md', output, evidencePage)
