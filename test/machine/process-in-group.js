import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
/** @import { Kin } from '../../plugin/processes/members.js' */

const script = fileURLToPath(new URL('./fixtures/computes.js', import.meta.url))

/**
 * @typedef {object} Spent
 * @property {number} cpuMs that it says it took, since it began
 * @property {number} rssMegabytes that it says it holds
 *
 * @typedef {object} ProcessInGroup
 * @property {Kin} kin of which it is the first process
 * @property {() => Promise<Spent>} ask what it has spent so far
 * @property {(task: { ms: number, holdMegabytes?: number }) => Promise<Spent>} compute this many ms of CPU time
 * @property {() => Promise<void>} end the whole group
 */

/**
 * A process in a group of its own, which computes when it is told to.
 *
 * @param {{ title?: string, grandchild?: 'living' | 'ended' }} [how] grandchild: a process of its own takes each task
 *   too, and is then kept, or ends with it
 * @returns {ProcessInGroup} its owner has to end it
 */
export function startInGroup({ title = 'node', grandchild } = {}) {
  const child = spawn(process.execPath, [script, title, grandchild ?? 'none'], { detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const group = Number(child.pid)
  const exited = once(child, 'exit')
  const failed = exited.then(() => Promise.reject(new Error('It ended.')))
  // Its end is only a failure while somebody asks.
  failed.catch(() => {})
  const compute = async (/** @type {object} */ task) => {
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
