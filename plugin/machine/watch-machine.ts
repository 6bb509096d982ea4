import { allowedCores } from './allowed-cores.ts'
import { readCpuTimes } from './cpu-times.ts'
import { readProcesses } from './processes-use.ts'
import type { MachineUse } from '../vocabulary.ts'
import type { Kin } from '../processes/members.ts'

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
