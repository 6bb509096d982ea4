import { allowedCores } from './allowed-cores.js'
import { readCpuTimes } from './cpu-times.js'
import { readProcesses } from './processes-use.js'
/**
 * @import { MachineUse } from '../vocabulary.js'
 * @import { Kin } from '../processes/members.js'
 */

/**
 * Who uses the machine, from now on.
 *
 * @param {Kin} app
 * @returns {(generatorCpuMs: number) => MachineUse | null} call it at the end with the CPU time of the load
 *   generator in between; null where the system does not tell
 */
export function watchMachine(app) {
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
    const asCores = (/** @type {number} */ ms) => Math.max(0, Math.round((1000 * ms) / elapsedMs) / 1000)
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
