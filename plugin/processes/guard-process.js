// Runs as a process of its own: see guard.js. Standard input ends when the process that started us is gone,
// however it went; what it still owned then is ended here.
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { endMembers } from './end-members.js'
/** @import { Kin } from './members.js' */

/** @type {Map<string, Kin>} by mark */
const owned = new Map()
/** @type {Set<string>} */
const folders = new Set()

/** @type {Record<string, (rest: string[]) => void>} */
const orders = {
  watch: ([group, mark]) => owned.set(mark, { group: Number(group), mark }),
  release: ([mark]) => owned.delete(mark),
  folder: (rest) => folders.add(rest.join(' '))
}

for await (const line of createInterface({ input: process.stdin })) {
  const [order, ...rest] = line.split(' ')
  orders[order](rest)
}
await Promise.all([...owned.values()].map(endMembers))
for (const folder of folders) rmSync(folder, { recursive: true, force: true })
