import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readIfThere, tickMs } from './proc.js'

/**
 * @typedef {object} GroupUse
 * @property {number} cpuMs of its processes, and of their children that have ended, since they began
 * @property {number} rssMegabytes pages that several share are counted for each
 */

/**
 * What a process group has used: also the processes that the app started itself, which tell us nothing.
 *
 * @param {number} group
 * @param {string} [proc]
 * @returns {GroupUse | null} null where there is no /proc, or nobody is left
 */
export function readProcessGroup(group, proc = '/proc') {
  const members = pids(proc).flatMap((pid) => {
    // The name in brackets is whatever the process chose: spaces and brackets too.
    const fields = readIfThere(join(proc, pid, 'stat')).split(')').pop()?.trim().split(' ').map(Number) ?? []
    return fields[2] === group ? [{ pid, ticks: fields[11] + fields[12] + fields[13] + fields[14] }] : []
  })
  if (members.length === 0) return null
  return {
    cpuMs: members.reduce((sum, { ticks }) => sum + ticks, 0) * tickMs,
    rssMegabytes: members.reduce((sum, { pid }) => sum + rssKilobytes(join(proc, pid, 'status')), 0) / 1024
  }
}

/** @param {string} proc */
function pids(proc) {
  try {
    return readdirSync(proc).filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** @param {string} file */
function rssKilobytes(file) {
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(readIfThere(file))?.[1] ?? 0)
}
