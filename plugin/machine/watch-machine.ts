import { membersOf, type Kin } from '../processes/members.ts'
import { cpuMsOf, readIfThere, tickMs } from '../processes/proc.ts'
import { ownCpuMs } from './clock.ts'
import { allowedCores, readQuota } from './cores.ts'
import { countersOf } from './network.ts'

/**
 * Who uses the machine, from now on until the returned function is called with the generator's CPU time; null where
 * unknown on this system.
 */
export function watchMachine(app: Kin) {
  const { count, physicalCores, ids, quota } = allowedCores()
  const read = () => {
    const cpu = readCpuTimes(ids)
    const own = readProcesses(app)
    return cpu && own && { atMs: performance.now(), ...cpu, ...own, ownMs: ownCpuMs(), ...(quota && readQuota(quota)) }
  }
  const before = read()
  return (generatorCpuMs: number) => {
    const after = read()
    if (before === null || after === null) return null
    const since = (key: keyof typeof after) => Number(after[key]) - Number(before[key])
    const appMs = since('cpuMs')
    // What conducts the comparison is on the generator's side: it costs the app as much.
    const generatorMs = generatorCpuMs + since('ownMs')
    const asCores = (ms: number) => Math.max(0, Math.round((1000 * ms) / since('atMs')) / 1000)
    const use = {
      cores: count,
      physicalCores,
      app: asCores(appMs),
      generator: asCores(generatorMs),
      others: asCores(since('programsMs') - appMs - generatorMs),
      stolen: asCores(since('stolenMs')),
      throttled: null,
      appMegabytes: Math.round(10 * after.rssMegabytes) / 10
    }
    if (quota === null) return use
    // The CPUs are those of all who share this machine, and what others use there takes nothing of the quota.
    const throttled = since('throttledPeriods') / Math.max(1, since('periods'))
    const others = asCores(since('usedMs') - appMs - generatorMs)
    return { ...use, others, stolen: 0, throttled: Math.round(1000 * throttled) / 1000 }
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
    use.cpuMs += cpuMsOf(`${proc}/${pid}`)
    use.rssMegabytes += Number(/^VmRSS:\s*(\d+) kB/m.exec(readIfThere(`${proc}/${pid}/status`))?.[1] ?? 0) / 1024
  }
  return use
}

/**
 * Connection attempts that the kernel dropped, from now on until the returned function is called; null where unknown on
 * this system. It counts all that listens in this network namespace, other programs too.
 */
export function watchDrops(root = '/proc') {
  const read = () => countersOf(`${root}/net/netstat`, 'TcpExt') ?? {}
  const before = read()
  return () => {
    const after = read()
    const [attempts, overflows] = ['ListenDrops', 'ListenOverflows'].map((name) => after[name] - before[name])
    const queue = Math.min(nodesBacklog, Number(readIfThere(`${root}/sys/net/core/somaxconn`)) || nodesBacklog)
    return Number.isFinite(attempts + overflows) ? { attempts, overflows, queue } : null
  }
}

/** Of server.listen(), where the app asks for none. */
const nodesBacklog = 511
