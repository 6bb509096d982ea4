// A separate process, see guard.ts. Standard input ends when our parent is gone, however it went; what
// it still owned then is ended here.
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { endMembers, type Kin } from './members.ts'

const owned: Map<string, Kin> = new Map() // by mark
const folders: string[] = []
const orders: Record<string, (rest: string[]) => unknown> = {
  watch: ([group, mark]) => owned.set(mark, { group: Number(group), mark }),
  release: ([mark]) => owned.delete(mark),
  folder: (rest) => folders.push(rest.join(' '))
}

for await (const line of createInterface({ input: process.stdin })) {
  const [order, ...rest] = line.split(' ')
  orders[order](rest)
}
await Promise.all([...owned.values()].map(endMembers))
for (const folder of folders) rmSync(folder, { recursive: true, force: true })
