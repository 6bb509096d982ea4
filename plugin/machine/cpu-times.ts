import { readIfThere, tickMs } from '../processes/proc.ts'

/** sums since the machine started, over the CPUs asked for */
interface CpuTimes {
  /**
   * that programs ran, whose ever they are; without the kernel's interrupts, which serve our own network traffic as
   * well
   */
  programsMs: number
  stolenMs: number // that a hypervisor gave to others while somebody wanted to run here
}

/**
 * @param ids of CPUs; null: all
 * @returns null where there is no /proc
 */
export function readCpuTimes(ids: number[] | null, file: string = '/proc/stat'): CpuTimes | null {
  const text = readIfThere(file)
  if (text === '') return null
  const times = { programsMs: 0, stolenMs: 0 }
  for (const [, id, fields] of text.matchAll(/^cpu(\d+) (.*)$/gm)) {
    if (ids !== null && !ids.includes(Number(id))) continue
    // user (with guests), nice, system, idle, iowait, irq, softirq, steal
    const [user, nice, system, , , , , steal = 0] = fields.trim().split(' ').map(Number)
    times.programsMs += (user + nice + system) * tickMs
    times.stolenMs += steal * tickMs
  }
  return times
}
