// `npm run evidence`: measures what is known by other means, keeps what came of it, and writes docs/evidence.md from that.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeKept, writePage } from '../tutorials/kept.ts'
import { measureAll } from '../tutorials/measure-all.ts'
import { readOrder } from '../tutorials/read-order.ts'
import { checks, repeated, runOf, servers } from './checks.ts'
import { besideWrk, repeat, tryQueues } from './measure.ts'
import { evidencePage } from './page.ts'

// What is kept names its files from the working directory.
process.chdir(fileURLToPath(new URL('../..', import.meta.url)))

const { chosen, output } = readOrder(process.argv.slice(2), [...checks], 'check')
if (servers.some((server) => chosen.includes(server))) {
  const missing = [
    ...(existsSync('docs/evidence/node_modules') ? [] : ['the servers: npm ci --prefix docs/evidence']),
    ...(spawnSync('wrk', ['--version']).error === undefined ? [] : ['wrk: apt-get install wrk'])
  ]
  if (missing.length > 0) {
    console.error(`Not installed are ${missing.join('; ')}`)
    process.exit(1)
  }
}

await measureAll(chosen, async (check, measuring) => {
  const server = servers.find(({ name }) => name === check.name)
  const known = repeated.find(({ name }) => name === check.name)
  const kept = server ? await besideWrk(server, measuring) : known ? await repeat(known, measuring) : await tryQueues()
  writeKept(runOf(check), output, kept)
})
writePage('evidence.md', output, evidencePage)
