// A separate process, see guard.ts. Standard input ends when our parent is gone, however it went; what
// it still owned then is ended here.
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { removeGroups } from './cgroups.ts'
import { endMembers, signalMembers, waitForMembers, type Kin } from './members.ts'
import { namesIn } from './proc.ts'

const owned = new Map<string, Kin>() // by mark
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

/**
 * Its parent may be killed while a process is being started: until it has begun its program, nothing shows whose it is.
 */
const startingMs = 3000
const pauseMs = 50
/** For an app to leave by itself, so that none of its locks stays. */
const graceMs = 2000
const end = async (kin: Kin) => {
  if (!Number.isNaN(kin.group)) {
    signalMembers(kin, 'SIGTERM')
    await waitForMembers(kin, AbortSignal.timeout(graceMs))
  }
  const endedMs = performance.now()
  await endMembers(kin)
  while (Number.isNaN(kin.group) && performance.now() - endedMs < startingMs) {
    await delay(pauseMs)
    await endMembers(kin)
  }
}

await Promise.all([...owned.values()].map(end))
const groups = folders.filter((folder) => namesIn(folder).includes('cgroup.procs'))
await removeGroups(groups)
for (const folder of folders) if (!groups.includes(folder)) rmSync(folder, { recursive: true, force: true })
