import { startMarked } from './artillery.ts'
import { fixtures, repository } from './project.ts'
import { livingProcesses } from './strays.ts'

/** What a suite asks for that is not mocha's. */
const withoutMocha = 'data:text/javascript,globalThis.describe=(title,body)=>body();globalThis.it=()=>{}'
const runners = { mocha: [`${repository}node_modules/mocha/bin/mocha.js`, '--no-config', '--no-color'], node: ['--test', '--test-reporter=tap'], none: ['--import', withoutMocha] }

/** Starts a suite of test/fixtures/suites as its users do: a real mocha, or node:test, in a process of its own. */
export function startSuite(name: string, { cwd, runner = 'mocha', env }: { cwd: string, runner?: keyof typeof runners, env?: Record<string, string> }) {
  const { child, mark, ended } = startMarked([process.execPath, ...runners[runner], `${fixtures}suites/${name}`], { cwd, env })
  return { child, mark, ended, living: () => livingProcesses(mark) }
}
