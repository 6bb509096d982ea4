import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'mocha'
import type { Kin } from '../../plugin/processes/members.ts'

const script = fileURLToPath(new URL('./fixtures/computes.ts', import.meta.url))

/** cpuMs: that it says it took, since it began; rssMegabytes: that it says it holds */
export type Spent = { cpuMs: number, rssMegabytes: number }

export interface ProcessInGroup {
  kin: Kin // of which it is the first process
  compute: (task: { ms: number, holdMegabytes?: number }) => Promise<Spent> // this many ms of CPU time; returns what it has spent so far
  end: () => Promise<void> // the whole group
}

/**
 * In a describe block: starts processes in a group of their own, which compute when they are told to, and end with the test.
 * grandchild: a process of its own takes each task too, and is then kept, or ends with it.
 */
export function processesInGroups(): (options?: { title?: string, grandchild?: 'living' | 'ended' }) => ProcessInGroup {
  const ends: (() => Promise<void>)[] = []
  afterEach(() => Promise.all(ends.splice(0).map((end) => end())))

  return ({ title = 'node', grandchild } = {}) => {
    const child = spawn(process.execPath, [script, title, grandchild ?? 'none'], { detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const group = Number(child.pid)
    const exited = once(child, 'exit')
    const failed = exited.then(() => Promise.reject(new Error('It ended.')))
    // Its end is only a failure while somebody asks.
    failed.catch(() => {})
    const compute = async (task: object) => {
      child.send(task)
      return (await Promise.race([once(child, 'message'), failed]))[0]
    }
    const end = async () => {
      if (child.exitCode === null && child.signalCode === null) process.kill(-group, 'SIGKILL')
      await exited
    }
    ends.push(end)
    return { kin: { group, mark: randomUUID() }, compute, end }
  }
}
