import { allowedCores } from './allowed-cores.ts'
import type { MachineUse } from '../concepts/run.ts'
import { membersOf, type Kin } from '../processes/members.ts'
import { readIfThere, tickMs, statFields } from '../processes/proc.ts'

/**
 * Who uses the machine, from now on.
 *
 * @returns call it at the end with the CPU time of the load generator in between; null where the system does not tell
 */
export function watchMachine(app: Kin): (generatorCpuMs: number) => MachineUse | null {
  const { count, ids } = allowedCores()
  const read = () => ({
    atMs: performance.now(),
    cpu: readCpuTimes(ids),
    app: readProcesses(app),
    self: process.cpuUsage()
  })
  const before = read()
  return (generatorCpuMs) => {
    const after = read()
    if (before.cpu === null || after.cpu === null || before.app === null || after.app === null) return null
    const elapsedMs = after.atMs - before.atMs
    const appMs = after.app.cpuMs - before.app.cpuMs
    // What conducts the comparison is on the generator's side: it costs the app as much.
    const selfMs = (after.self.user + after.self.system - before.self.user - before.self.system) / 1000
    const generatorMs = generatorCpuMs + selfMs
    const othersMs = after.cpu.programsMs - before.cpu.programsMs - appMs - generatorMs
    const asCores = (ms: number) => Math.max(0, Math.round((1000 * ms) / elapsedMs) / 1000)
    return {
      cores: count,
      app: asCores(appMs),
      generator: asCores(generatorMs),
      others: asCores(othersMs),
      stolen: asCores(after.cpu.stolenMs - before.cpu.stolenMs),
      appMegabytes: Math.round(10 * after.app.rssMegabytes) / 10
    }
  }
}

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
