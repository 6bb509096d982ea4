import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { membersOf, type Kin } from '../processes/members.ts'
import { ownGroups } from '../processes/cgroups.ts'
import { readIfThere, statFields, tickMs } from '../processes/proc.ts'
import type { MachineUse, Drops } from '../concepts/run.ts'

/**
 * Who uses the machine, from now on until the returned function is called with the generator's CPU time; null where
 * unknown on this system.
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
    const appMs = after.app.cpuMs - before.app.cpuMs
    // What conducts the comparison is on the generator's side: it costs the app as much.
    const generatorMs =
      generatorCpuMs + (after.self.user + after.self.system - before.self.user - before.self.system) / 1000
    const asCores = (ms: number) => Math.max(0, Math.round((1000 * ms) / (after.atMs - before.atMs)) / 1000)
    return {
      cores: count,
      app: asCores(appMs),
      generator: asCores(generatorMs),
      others: asCores(after.cpu.programsMs - before.cpu.programsMs - appMs - generatorMs),
      stolen: asCores(after.cpu.stolenMs - before.cpu.stolenMs),
      appMegabytes: Math.round(10 * after.app.rssMegabytes) / 10
    }
  }
}

/**
 * Sums of some CPUs, or all, since the machine started; null where there is no /proc. programsMs: of all programs,
 * without the kernel's interrupts, which serve our own network traffic as well; stolenMs: that a hypervisor gave to
 * others while a program wanted to run here.
 */
export function readCpuTimes(ids: number[] | null, file = '/proc/stat') {
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

/**
 * What a process and all that it started have used: CPU time since they began, with that of their children that have
 * ended, and memory, where pages that several share are counted for each; null where there is no /proc, or all have
 * ended.
 */
export function readProcesses(kin: Kin, proc = '/proc') {
  const members = membersOf(kin, proc) ?? []
  if (members.every(({ isZombie }) => isZombie)) return null
  const use = { cpuMs: 0, rssMegabytes: 0 }
  // What a zombie has used must not be missing until it is counted for its parent.
  for (const { pid } of members) {
    // utime, stime, cutime and cstime; none where it has just ended
    for (const ticks of statFields(`${proc}/${pid}`).slice(11, 15)) use.cpuMs += Number(ticks) * tickMs
    use.rssMegabytes += Number(/^VmRSS:\s*(\d+) kB/m.exec(readIfThere(`${proc}/${pid}/status`))?.[1] ?? 0) / 1024
  }
  return use
}

/**
 * What this process, and all that it starts, may use of the machine by its CPU affinity (taskset, cpusets), and the CPU
 * quotas of its cgroup and those above it, version 2 or 1. count: at once, a fraction where a container's quota is one;
 * ids: of the CPUs; null: unknown
 */
export function allowedCores(root = '/'): { count: number; ids: number[] | null } {
  const ids = affinity(join(root, 'proc/self/status'))
  return { count: Math.min(ids?.length ?? availableParallelism(), ...quotas(root)), ids }
}

function affinity(file: string) {
  const [, list] = /^Cpus_allowed_list:\s*(\S+)/m.exec(readIfThere(file)) ?? []
  return (
    list?.split(',').flatMap((range) => {
      const [first, last = first] = range.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, i) => first + i)
    }) ?? null
  )
}

/** @returns those from our cgroup up, in cores */
const quotas = (root: string) =>
  ownGroups(root).flatMap(({ isV2, controllers, folders }) => {
    if (!isV2 && !controllers.includes('cpu')) return []
    return folders.flatMap((folder) => {
      const names = isV2 ? ['cpu.max'] : ['cpu.cfs_quota_us', 'cpu.cfs_period_us']
      const [most, period] = names.flatMap((name) => readIfThere(join(folder, name)).trim().split(' ')).map(Number)
      return most > 0 && period > 0 ? [most / period] : []
    })
  })

/**
 * Connection attempts that the kernel dropped, from now on until the returned function is called; null where unknown on
 * this system. It counts all that listens in this network namespace, other programs too.
 */
export function watchDrops(root = '/proc'): () => Drops | null {
  const before = readDrops(root)
  return () => {
    const after = readDrops(root)
    if (before === null || after === null) return null
    return {
      attempts: after.ListenDrops - before.ListenDrops,
      overflows: after.ListenOverflows - before.ListenOverflows,
      queue: Math.min(nodesBacklog, Number(readIfThere(`${root}/sys/net/core/somaxconn`)) || nodesBacklog)
    }
  }
}

/** Of server.listen(), where the app asks for none. */
const nodesBacklog = 511

function readDrops(root: string) {
  // A line of names, and one of values.
  const lines = readIfThere(`${root}/net/netstat`)
    .split('\n')
    .filter((line) => line.startsWith('TcpExt:'))
  const [names, values] = lines.map((line) => line.split(' '))
  if (values === undefined) return null
  const valueOf = (name: string) => Number(values[names.indexOf(name)])
  const drops = { ListenDrops: valueOf('ListenDrops'), ListenOverflows: valueOf('ListenOverflows') }
  return Object.values(drops).every(Number.isFinite) ? drops : null
}
