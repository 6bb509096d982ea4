import { spawn } from 'node:child_process'
import { closeSync, openSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { markVariable } from './members.js'
/**
 * @import { ChildProcess } from 'node:child_process'
 * @import { Launch } from './owned-process.js'
 */

/**
 * @typedef {object} Ending
 * @property {number | null} code 127 when it could not be found, 126 when it could not be run
 * @property {NodeJS.Signals | null} signal
 */

/**
 * Starts a process in a session of its own that can be found again, and all that it starts.
 *
 * @param {Launch} launch
 * @param {string} mark
 * @returns {{ child: ChildProcess, ended: Promise<Ending> }} without a PID it has not started
 * @throws {Error} what the system can't take, such as too long a command line
 */
export function spawnMarked({ file = process.execPath, argv, env, cwd, logFile, isStranger = false }, mark) {
  const log = openSync(logFile, 'a')
  const marked = isStranger ? openMarked(join(dirname(logFile), mark)) : null
  try {
    const stdio = /** @type {const} */ (['ignore', log, log, marked ?? 'ipc'])
    const child = spawn(file, argv, { cwd, env: { ...env, [markVariable]: mark }, detached: true, stdio: [...stdio] })
    return { child, ended: endingOf(child) }
  } finally {
    closeSync(log)
    if (marked !== null) closeSync(marked)
  }
}

/**
 * @param {string} file whose name is seen for as long as somebody has it open
 * @returns {number}
 */
function openMarked(file) {
  const open = openSync(file, 'w')
  rmSync(file)
  return open
}

/**
 * @param {ChildProcess} child
 * @returns {Promise<Ending>}
 */
function endingOf(child) {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    // A message or a signal that could not be sent is one, too.
    child.on('error', (/** @type {NodeJS.ErrnoException} */ { code }) => {
      if (child.pid === undefined) resolve({ code: code === 'ENOENT' ? 127 : 126, signal: null })
    })
  })
}
