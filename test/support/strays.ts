import { readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { readIfThere } from '../../plugin/processes/proc.ts'

/**
 * How long our processes may take to end after Artillery has ended: as long as a busy machine needs, since it is no
 * promise.
 */
const patienceSeconds = 60

/** @returns the command lines of the processes that run now with this mark in their environment */
export function livingProcesses(mark: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter(
      (pid) =>
        readIfThere(`/proc/${pid}/environ`).includes(mark) && !/^State:\s+Z/m.test(readIfThere(`/proc/${pid}/status`))
    )
    .map((pid) => `${pid} ${readIfThere(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')}`)
}

/** @throws naming what is still there after a minute */
export async function waitUntilGone(mark: string) {
  const deadline = performance.now() + patienceSeconds * 1000
  while (livingProcesses(mark).length > 0) {
    if (performance.now() > deadline) throw new Error(`Left running:\n${livingProcesses(mark).join('\n')}`)
    await delay(50)
  }
}
