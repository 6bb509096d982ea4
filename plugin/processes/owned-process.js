import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
/**
 * @import { ChildProcess } from 'node:child_process'
 * @import { Guard } from './guard.js'
 */

/**
 * @typedef {object} Launch
 * @property {string[]} argv arguments for Node
 * @property {NodeJS.ProcessEnv} env
 * @property {string} cwd
 * @property {string} logFile its standard output and error go there: a file costs us no CPU while we measure
 */

/**
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Exit
 *
 * @typedef {object} OwnedProcess a process with a process group of its own, which is ended with it
 * @property {ChildProcess} child with an IPC channel
 * @property {Promise<Exit>} exited never rejects
 * @property {() => Exit | null} exit null while it runs
 * @property {(seconds: number) => Promise<boolean>} stop SIGTERM, then SIGKILL after these seconds; true if it
 *   had to be killed; resolves when the whole group is gone
 * @property {() => Promise<void>} kill SIGKILL to the whole group
 */

/**
 * Starts Node in a process group of its own, so that Ctrl-C in a terminal reaches us alone and we end the group.
 *
 * @param {Launch} launch
 * @param {Guard} guard
 * @returns {OwnedProcess}
 */
export function startOwned({ argv, env, cwd, logFile }, guard) {
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, argv, { cwd, env, detached: true, stdio: ['ignore', log, log, 'ipc'] })
  closeSync(log)
  const group = child.pid
  if (group !== undefined) guard.watch(group)
  /** @type {Exit | null} */
  let exit = null
  const exited = /** @type {Promise<Exit>} */ (
    new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }))
      child.once('error', () => resolve({ code: 1, signal: null }))
    })
  ).then((how) => {
    exit = how
    // What it left behind (children of its own) goes with it.
    if (group !== undefined) signalGroup(group, 'SIGKILL')
    if (group !== undefined) guard.release(group)
    return how
  })
  const kill = async () => {
    if (exit === null && group !== undefined) signalGroup(group, 'SIGKILL')
    await exited
  }
  return {
    child,
    exited,
    exit: () => exit,
    kill,
    async stop(seconds) {
      if (exit === null) child.kill('SIGTERM')
      const impatience = new AbortController()
      const left = await Promise.race([
        exited.then(() => true),
        delay(seconds * 1000, false, { signal: impatience.signal }).catch(() => true)
      ])
      impatience.abort()
      if (!left) await kill()
      return !left
    }
  }
}

/**
 * @param {number} group
 * @param {NodeJS.Signals} signal
 */
function signalGroup(group, signal) {
  try {
    process.kill(-group, signal)
  } catch {
    // Nobody is left in it.
  }
}
