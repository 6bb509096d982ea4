import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { markVariable } from './members.js'
/** @import { Kin } from './members.js' */

/**
 * Ends what we started when this process can't do it itself any more: it may be killed at any moment, and an
 * app may be too busy to notice, or may have closed its IPC channel.
 *
 * @typedef {object} Guard
 * @property {(kin: Kin) => void} watch again, when its group is known
 * @property {(kin: Kin) => void} release it is gone
 * @property {(folder: string) => void} watchFolder to be removed too
 * @property {() => Promise<void>} close
 */

/**
 * Starts the guard: a small process of its own session, which waits for the end of its standard input.
 *
 * @returns {Guard}
 */
export function startGuard() {
  const script = fileURLToPath(new URL('./guard-process.js', import.meta.url))
  // A debugger or a hook that NODE_OPTIONS brings is for the app; and whoever started us, itself to be measured, must
  // not end what ends all that we leave.
  const env = { ...process.env, NODE_OPTIONS: '', [markVariable]: '' }
  const child = spawn(process.execPath, [script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], env })
  const exited = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  // A guard that was killed can't be written to; our own endings still work without it.
  child.stdin.on('error', () => {})
  child.unref()
  const say = (/** @type {string} */ line) => void child.stdin.write(`${line}\n`)
  return {
    watch: ({ group, mark }) => say(`watch ${group} ${mark}`),
    release: ({ mark }) => say(`release ${mark}`),
    watchFolder: (folder) => say(`folder ${folder}`),
    async close() {
      child.ref()
      child.stdin.end()
      await exited
    }
  }
}
