import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { quietly } from './artillery.ts'
import { livingProcesses } from './strays.ts'

const mocha = fileURLToPath(new URL('../../node_modules/mocha/bin/mocha.js', import.meta.url))
/** What a suite asks for that is not mocha's. */
const withoutMocha = 'data:text/javascript,globalThis.describe=(title,body)=>body();globalThis.it=()=>{}'
const suites = fileURLToPath(new URL('../fixtures/suites/', import.meta.url))

/**
 * Starts a suite as its users do: a real mocha, or node:test, in a process of its own.
 *
 * @param name of a file of test/fixtures/suites
 */
export function startSuite(name: string, { cwd, runner = 'mocha', env = {} }: { cwd: string, runner?: 'mocha' | 'node' | 'none', env?: Record<string, string> }) {
  const mark = randomUUID()
  const commands = { mocha: [mocha, '--no-config', '--no-color'], node: ['--test', '--test-reporter=tap'], none: ['--import', withoutMocha] }
  const child = spawn(process.execPath, [...commands[runner], `${suites}${name}`], {
    cwd,
    env: { ...process.env, ...quietly, ...env, SPEEDUP_TEST_MARK: mark },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (output.stderr += text))
  return {
    child,
    mark,
    output,
    living: () => livingProcesses(mark),
    ended: once(child, 'close').then(([code, signal]) => ({ code, signal, ...output }))
  }
}
