import { membersOf } from '../processes/members.js'
import { readIfThere, tickMs } from '../processes/proc.js'
/** @import { Kin } from '../processes/members.js' */

/**
 * @typedef {object} ProcessesUse
 * @property {number} cpuMs of them, and of their children that have ended, since they began
 * @property {number} rssMegabytes pages that several share are counted for each
 */

/**
 * What a process and all that it started have used: also those that tell us nothing.
 *
 * @param {Kin} kin
 * @param {string} [proc]
 * @returns {ProcessesUse | null} null where there is no /proc, or nobody is left
 */
export function readProcesses(kin, proc = '/proc') {
  const members = membersOf(kin, proc) ?? []
  if (members.every(({ isZombie }) => isZombie)) return null
  // What a zombie has used must not be missing until it is counted for its parent.
  const folders = members.map(({ pid }) => `${proc}/${pid}`)
  return {
    cpuMs: folders.reduce((sum, folder) => sum + cpuTicks(`${folder}/stat`), 0) * tickMs,
    rssMegabytes: folders.reduce((sum, folder) => sum + rssKilobytes(`${folder}/status`), 0) / 1024
  }
}

/** @param {string} file */
function cpuTicks(file) {
  // The name in brackets is whatever the process chose: spaces and brackets too.
  const fields = readIfThere(file).split(')').pop()?.trim().split(' ').map(Number) ?? []
  // utime, stime, cutime and cstime; none where it has just ended
  return fields.length < 15 ? 0 : fields[11] + fields[12] + fields[13] + fields[14]
}

/** @param {string} file */
function rssKilobytes(file) {
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(readIfThere(file))?.[1] ?? 0)
}
