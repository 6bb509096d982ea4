import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { flagsHere } from '../../plugin/concepts/generators.ts'
import { artillery, fixtures, repository } from './project.ts'
import { livingProcesses, waitUntilGone } from './strays.ts'

/** These tests may run in GitHub Actions, whose page is not the place for what they compare. */
export const quietly = {
  ARTILLERY_DISABLE_TELEMETRY: 'true',
  FORCE_COLOR: '0',
  GITHUB_ACTIONS: '',
  GITHUB_STEP_SUMMARY: ''
}

/**
 * Starts a program; every process that it starts, directly or not, has the mark in its environment. Printed: so far;
 * output: both streams.
 */
export function startMarked(
  [file, ...args]: string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> }
) {
  const mark = randomUUID()
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...quietly, SPEEDUP_TEST_MARK: mark, ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const printed = { stdout: '', stderr: '', output: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text) => {
      printed[name] += text
      printed.output += text
    })
  }
  const ended: Promise<{ code: number | null; signal: string | null } & typeof printed> = once(child, 'close').then(
    ([code, signal]) => ({ code, signal, ...printed })
  )
  return { child, mark, printed, ended }
}

/** The same, of a command of the shell, on a terminal of so many columns, as `script` of util-linux makes one. */
export const startOnTerminal = (
  command: string,
  columns: number,
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> }
) =>
  startMarked(
    ['env', '-u', 'CI', '-u', 'FORCE_COLOR', 'script', '-qec', `stty cols ${columns}; ${command}`, '/dev/null'],
    { cwd, env: { TERM: 'xterm-256color', ...env } }
  )

/** Artillery's own reporter knows one user only, who waits for the comparison. */
export function expectNothingOfTheWaitingUser(output: string) {
  expect(output).to.not.match(
    /vusers|session_length|Metrics for period|Summary report|All VUs|Phase (?:started|completed)|No measurements/
  )
  expect(output).to.match(/Test run id: /)
}

type ArtilleryOptions = { flags?: string[]; env?: Record<string, string>; cwd?: string; isPlain?: boolean }

/**
 * Starts a real `artillery run`, as artillery-speedup run does, with 60 % of the computing; isPlain: as a user's shell
 * does. Output: so far; printed: resolves when the output has that text.
 */
export function startArtillery(
  script: string,
  { flags = [], env = {}, cwd = repository, isPlain = flags.includes('--platform') }: ArtilleryOptions = {}
) {
  const words = [process.execPath, ...(isPlain ? [] : flagsHere), artillery, 'run', ...flags, script]
  const { child, mark, printed, ended } = startMarked(words, { cwd, env })
  return {
    child,
    mark,
    ended,
    output: () => printed.output,
    /** Ctrl-C; returns the whole output. */
    async interrupt() {
      child.kill('SIGINT')
      const { code, output } = await ended
      await waitUntilGone(mark)
      expect(code, output).to.equal(130)
      return output
    },
    async printed(text: string) {
      while (!printed.output.includes(text)) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`Artillery ended without printing ${text}:\n${printed.output}`)
        await delay(20)
      }
    }
  }
}

/** Runs Artillery to its end and sees to it that nothing is left. */
export async function runArtillery(script: string, options?: ArtilleryOptions) {
  const { ended, mark } = startArtillery(script, options)
  const result = await ended
  await waitUntilGone(mark)
  return result
}

/** What a suite asks for that is not mocha's. */
const withoutMocha = 'data:text/javascript,globalThis.describe=(title,body)=>body();globalThis.it=()=>{}'
const runners = {
  mocha: [`${repository}node_modules/mocha/bin/mocha.js`, '--no-config', '--no-color'],
  node: ['--test', '--test-reporter=tap'],
  none: ['--import', withoutMocha]
}

/** Starts a suite of test/fixtures/suites as its users do: a real mocha, or node:test, in a process of its own. */
export function startSuite(
  name: string,
  { cwd, runner = 'mocha', env }: { cwd: string; runner?: keyof typeof runners; env?: Record<string, string> }
) {
  const { child, mark, ended } = startMarked([process.execPath, ...runners[runner], `${fixtures}suites/${name}`], {
    cwd,
    env
  })
  return { child, mark, ended, living: () => livingProcesses(mark) }
}
