// Runs as a process of its own: see guard.js. Standard input ends when the process that started us is gone,
// however it went; what it still owned then is ended here.
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** @type {Set<number>} */
const groups = new Set()
/** @type {Set<string>} */
const folders = new Set()

/** @type {Record<string, (rest: string) => void>} */
const orders = {
  watch: (rest) => groups.add(Number(rest)),
  release: (rest) => groups.delete(Number(rest)),
  folder: (rest) => folders.add(rest)
}

for await (const line of createInterface({ input: process.stdin })) {
  const [order, ...rest] = line.split(' ')
  orders[order](rest.join(' '))
}
for (const group of groups) killGroup(group)
for (const folder of folders) rmSync(folder, { recursive: true, force: true })

/** @param {number} group */
function killGroup(group) {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // It had ended by itself.
  }
}
