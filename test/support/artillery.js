import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { waitUntilGone } from './strays.js'

const command = fileURLToPath(new URL('../../node_modules/artillery/bin/run', import.meta.url))
const repository = fileURLToPath(new URL('../..', import.meta.url))

/** These tests may run in GitHub Actions, whose page is not the place for what they compare. */
export const quietly = { ARTILLERY_DISABLE_TELEMETRY: 'true', FORCE_COLOR: '0', GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '' }

/**
 * @typedef {object} ArtilleryOptions
 * @property {string[]} [flags]
 * @property {Record<string, string>} [env]
 * @property {string} [cwd]
 * @property {string[]} [prefix] a command line that ours becomes the end of
 *
 * @typedef {object} RunningArtillery
 * @property {import('node:child_process').ChildProcess} child
 * @property {string} mark in the environment of every process that it starts
 * @property {() => string} output so far, of both streams
 * @property {(text: string | RegExp) => Promise<void>} printed resolves when the output has it
 * @property {Promise<{ code: number | null, signal: string | null, output: string }>} ended
 */

/**
 * Starts a real `artillery run`.
 *
 * @param {string} script
 * @param {ArtilleryOptions} [options]
 * @returns {RunningArtillery}
 */
export function startArtillery(script, { flags = [], env = {}, cwd = repository, prefix = [] } = {}) {
  const mark = randomUUID()
  const [file, ...args] = [...prefix, process.execPath, command, 'run', ...flags, script]
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...quietly, SPEEDUP_TEST_MARK: mark, ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let output = ''
  const heard = new EventEmitter()
  const hear = (/** @type {string} */ text) => {
    output += text
    heard.emit('more')
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear)
  const has = (/** @type {string | RegExp} */ text) => (typeof text === 'string' ? output.includes(text) : text.test(output))
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, output }))
  return {
    child,
    mark,
    output: () => output,
    async printed(text) {
      while (!has(text)) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`Artillery ended without printing ${text}:\n${output}`)
        await Promise.race([once(heard, 'more'), ended])
      }
    },
    ended
  }
}

/**
 * Runs Artillery to its end and sees to it that nothing is left.
 *
 * @param {string} script
 * @param {ArtilleryOptions} [options]
 */
export async function runArtillery(script, options) {
  const { ended, mark } = startArtillery(script, options)
  const result = await ended
  await waitUntilGone(mark)
  return result
}
