import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'mocha'
import type { Kin } from '../../plugin/processes/members.ts'

const script = fileURLToPath(new URL('./fixtures/computes.ts', import.meta.url))

export type ProcessInGroup = ReturnType<ReturnType<typeof processesInGroups>>

/**
 * In a describe block: starts processes in a group of their own, which compute when they are told to, and end with the
 * test. grandchild: a process of its own takes each task too, and is then kept, or ends with it.
 */
export function processesInGroups() {
  const ends: (() => Promise<void>)[] = []
  afterEach(() => Promise.all(ends.splice(0).map((end) => end())))

  return ({ title = 'node', grandchild }: { title?: string; grandchild?: 'living' | 'ended' } = {}) => {
    const child = spawn(process.execPath, [script, title, grandchild ?? 'none'], {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc']
    })
    const group = Number(child.pid)
    const exited = once(child, 'exit')
    const failed = exited.then(() => Promise.reject(new Error('It ended.')))
    // Its end is only a failure while somebody asks.
    failed.catch(() => {})
    /** This many ms of CPU time. Returns what it says it has spent since it began. */
    const compute = async (task: {
      ms: number
      holdMegabytes?: number
    }): Promise<{ cpuMs: number; rssMegabytes: number }> => {
      child.send(task)
      return (await Promise.race([once(child, 'message'), failed]))[0]
    }
    const end = async () => {
      if (child.exitCode === null && child.signalCode === null) process.kill(-group, 'SIGKILL')
      await exited
    }
    ends.push(end)
    const kin: Kin = { group, mark: randomUUID() }
    return { kin, compute, end }
  }
}
