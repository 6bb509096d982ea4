import { readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

/**
 * Who packs is the npm that runs this script: it goes on when the script has ended. Where none runs it, this process.
 *
 * @returns {string} as of `identify`
 */
export function currentPacker() {
  const event = process.env.npm_lifecycle_event
  let pid = String(process.pid)
  // npm may have put a shell between itself and the script.
  while (event !== undefined && read(`/proc/${pid}/environ`).split('\0').includes(`npm_lifecycle_event=${event}`)) pid = statusOf(pid).parent
  return identify(pid)
}

/**
 * @param {number | string} pid of a living process
 * @returns {string} it, and when it started: a later process may get the same PID
 */
export function identify(pid) {
  return `${pid}.${statusOf(pid).started}`
}

/**
 * The lock is a link that leads nowhere: it is made with its content in one step, or not at all. One that a killed npm
 * has left holds nobody up.
 *
 * @param {string} file absolute path
 * @param {string} packer who is to hold it
 */
export async function lock(file, packer) {
  for (let said = ''; !isMade(file, packer);) {
    const other = otherPacker(file, packer)
    if (other === null) {
      unlock(file)
      continue
    }
    if (other !== said) process.stderr.write(`Another npm pack is at work here: waiting until process ${other} has ended.\n`)
    said = other
    await setTimeout(200)
  }
}

/**
 * @param {string} file
 * @param {string} packer
 * @returns {string | null} the PID of somebody else who holds the lock, and lives
 */
export function otherPacker(file, packer) {
  const holder = contentOf(file)
  const pid = holder.split('.')[0]
  return holder === packer || holder === '' || !isLiving(pid) || identify(pid) !== holder ? null : pid
}

/** @param {string} file */
export function unlock(file) {
  rmSync(file, { force: true })
}

/**
 * @param {string} file
 * @param {string} packer
 */
function isMade(file, packer) {
  try {
    symlinkSync(packer, file)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/** @param {string} file @returns {string} '' when it is not there */
function contentOf(file) {
  try {
    return readlinkSync(file)
  } catch {
    return ''
  }
}

/** @param {string} pid */
function isLiving(pid) {
  return !['', 'Z'].includes(statusOf(pid).state)
}

/** @param {number | string} pid @returns what Linux tells of it; '' when it is gone */
function statusOf(pid) {
  const stat = read(`/proc/${pid}/stat`)
  // The name before it may hold blanks and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state = '', parent = ''] = fields
  return { state, parent, started: fields[19] ?? '' }
}

/** @param {string} file of a process that may end at any moment */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
