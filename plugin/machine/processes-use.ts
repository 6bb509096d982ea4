import { membersOf, type Kin } from '../processes/members.ts'
import { readIfThere, statFields, tickMs } from '../processes/proc.ts'

interface ProcessesUse {
  cpuMs: number // of them, and of their children that have ended, since they began
  rssMegabytes: number // pages that several share are counted for each
}

/**
 * What a process and all that it started have used: also those that tell us nothing.
 *
 * @returns null where there is no /proc, or nobody is left
 */
export function readProcesses(kin: Kin, proc: string = '/proc'): ProcessesUse | null {
  const members = membersOf(kin, proc) ?? []
  if (members.every(({ isZombie }) => isZombie)) return null
  // What a zombie has used must not be missing until it is counted for its parent.
  const folders = members.map(({ pid }) => `${proc}/${pid}`)
  return {
    cpuMs: folders.reduce((sum, folder) => sum + cpuTicks(folder), 0) * tickMs,
    rssMegabytes: folders.reduce((sum, folder) => sum + rssKilobytes(folder), 0) / 1024
  }
}

/** @param folder of a process */
function cpuTicks(folder: string) {
  // utime, stime, cutime and cstime; none where it has just ended
  return statFields(folder).slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
}

/** @param folder of a process */
function rssKilobytes(folder: string) {
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(readIfThere(`${folder}/status`))?.[1] ?? 0)
}
