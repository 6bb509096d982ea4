import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { waitUntilGone } from './strays.ts'

const command = fileURLToPath(new URL('../../node_modules/artillery/bin/run', import.meta.url))
const repository = fileURLToPath(new URL('../..', import.meta.url))

/** These tests may run in GitHub Actions, whose page is not the place for what they compare. */
export const quietly = { ARTILLERY_DISABLE_TELEMETRY: 'true', FORCE_COLOR: '0', GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '' }

interface ArtilleryOptions {
  flags?: string[]
  env?: Record<string, string>
  cwd?: string
  prefix?: string[] // a command line that ours becomes the end of
}

export interface RunningArtillery {
  child: import('node:child_process').ChildProcess
  mark: string // in the environment of every process that it starts
  output: () => string // so far, of both streams
  printed: (text: string | RegExp) => Promise<void> // resolves when the output has it
  ended: Promise<{ code: number | null, signal: string | null, output: string }>
}

/** Starts a real `artillery run`. */
export function startArtillery(script: string, { flags = [], env = {}, cwd = repository, prefix = [] }: ArtilleryOptions = {}): RunningArtillery {
  const mark = randomUUID()
  const [file, ...args] = [...prefix, process.execPath, command, 'run', ...flags, script]
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...quietly, SPEEDUP_TEST_MARK: mark, ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let output = ''
  const heard = new EventEmitter()
  const hear = (text: string) => {
    output += text
    heard.emit('more')
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear)
  const has = (text: string | RegExp) => (typeof text === 'string' ? output.includes(text) : text.test(output))
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

/** Runs Artillery to its end and sees to it that nothing is left. */
export async function runArtillery(script: string, options?: ArtilleryOptions) {
  const { ended, mark } = startArtillery(script, options)
  const result = await ended
  await waitUntilGone(mark)
  return result
}
