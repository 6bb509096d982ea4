import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { artillery, repository } from '../support/project.ts'
import type { Comparison } from '../../plugin/concepts/comparison.ts'
import type { Run } from '../../plugin/concepts/run.ts'

/**
 * @returns where the file of that name is: one of ours, or of a server from npm, with `npm ci --prefix docs/evidence`
 */
export const fileOf = (scenario: string): string =>
  existsSync(join(repository, `scenarios/${scenario}.yml`))
    ? `scenarios/${scenario}.yml`
    : `docs/evidence/servers/${scenario}.yml`

type Running = {
  env?: NodeJS.ProcessEnv
  nodeArgs?: string[]
  watch?: (child: ChildProcess) => Disposable
  codes?: number[] // that are no failure
}

/** `artillery run` to its end. watch: until then. @returns the seconds that it took */
export async function runArtillery(
  words: string[],
  { env = process.env, nodeArgs = [], watch, codes = [0] }: Running = {}
) {
  const begun = performance.now()
  const argv = [...nodeArgs, artillery, 'run', '--quiet', ...words]
  const child = spawn(process.execPath, argv, { cwd: repository, env, stdio: 'ignore' })
  using _watch = watch?.(child)
  const [code] = await once(child, 'exit')
  if (!codes.includes(code)) throw new Error(`artillery run ended with ${code}`)
  return (performance.now() - begun) / 1000
}

/**
 * @param options of the plugin, beside those of the script; rest: to be overridden, too. @returns what was kept of it
 */
export async function runComparison(
  script: string,
  options: object,
  { rest = {}, ...running }: Running & { rest?: object } = {}
) {
  using reports = mkdtempDisposableSync(join(tmpdir(), 'speedup-bench-'))
  const speedup = { ...options, report: reports.path }
  const overrides = JSON.stringify({ config: { plugins: { speedup } }, ...rest })
  const wallSeconds = await runArtillery(['--overrides', overrides, script], running)
  const [kept] = readdirSync(reports.path, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const read = (name: string) => readFileSync(join(reports.path, kept.name, name), 'utf8')
  const comparison: Comparison = JSON.parse(read('comparison.json'))
  const runs: Run[] = read('runs.ndjson')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { wallSeconds, comparison, runs }
}
