import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Kin } from '../../plugin/processes/members.ts'

const script = fileURLToPath(new URL('./fixtures/computes.ts', import.meta.url))

export interface Spent {
  cpuMs: number // that it says it took, since it began
  rssMegabytes: number // that it says it holds
}

interface ProcessInGroup {
  kin: Kin // of which it is the first process
  ask: () => Promise<Spent> // what it has spent so far
  compute: (task: { ms: number, holdMegabytes?: number }) => Promise<Spent> // this many ms of CPU time
  end: () => Promise<void> // the whole group
}

/**
 * A process in a group of its own, which computes when it is told to.
 *
 * @param how grandchild: a process of its own takes each task too, and is then kept, or ends with it
 * @returns its owner has to end it
 */
export function startInGroup({ title = 'node', grandchild }: { title?: string, grandchild?: 'living' | 'ended' } = {}): ProcessInGroup {
  const child = spawn(process.execPath, [script, title, grandchild ?? 'none'], { detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const group = Number(child.pid)
  const exited = once(child, 'exit')
  const failed = exited.then(() => Promise.reject(new Error('It ended.')))
  // Its end is only a failure while somebody asks.
  failed.catch(() => {})
  const compute = async (task: object) => {
    child.send(task)
    const [spent] = await Promise.race([once(child, 'message'), failed])
    return spent
  }
  return {
    kin: { group, mark: randomUUID() },
    ask: () => compute({ ms: 0 }),
    compute,
    async end() {
      process.kill(-group, 'SIGKILL')
      await exited
    }
  }
}
