import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import * as assertions from 'artillery-plugin-speedup/assert'
import speedup from 'artillery-plugin-speedup/chai'
import { expect, use } from 'chai'
import { transform } from 'esbuild-wasm'
import { plainLayout } from '../plugin/report/console/layout.ts'
import { formatComparison, formatScenario } from '../plugin/report/console/result.ts'
import { toldOfNumbers, toldTogether } from '../plugin/questions/report.ts'
import { formatTogether } from '../plugin/report/console/tables.ts'
import { optionShapes } from '../plugin/settings/option-shapes.ts'
import { checkNode, checkRequirements } from '../plugin/settings/requirements.ts'
import { callSpeedup } from './support/cli.ts'
import { aDisturbedResult } from './support/losses.ts'
import { aComparison, aScenarioResult, aVariantLimit } from './support/results.ts'
import { aSearch } from './support/searches.ts'
import { blocksOf, codeIn, readme, rowsBelow, textOf } from './support/readme.ts'
import { refusal } from './support/settings.ts'
import type { Estimate } from '../plugin/concepts/comparison.ts'

use(speedup)

const comparison = JSON.parse(readFileSync('reports/examples/yes/comparison.json', 'utf8'))

const disturbed = aComparison([aDisturbedResult()])
const limited = aComparison([aScenarioResult([], { limits: [aVariantLimit()] })])

/** @returns without the line breaks that only the README has */
const inOneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')

/** Compares a block of console output in a page with what is said now; UPDATE_GOLDEN=1 writes it anew. */
function expectBlock(page: string, start: RegExp, text: string) {
  const shown = blocksOf('', [page]).find((block) => start.test(block))
  if (process.env.UPDATE_GOLDEN !== '1')
    return expect(shown, `UPDATE_GOLDEN=1 mocha test/readme.test.ts writes ${page} anew`).to.equal(text.trim())
  writeFileSync(
    new URL(`../${page}`, import.meta.url),
    textOf(page).replace(`\`\`\`\n${shown}\n`, () => `\`\`\`\n${text.trim()}\n`)
  )
}

describe('the docs', () => {
  const manifest = JSON.parse(readFileSync(new URL('../plugin/package.json', import.meta.url), 'utf8'))
  const entries = rowsBelow('entry', 'export', '').map((row) => row.map(codeIn))

  it('names the versions that the code demands, and package.json asks for', () => {
    const demanded = (check: () => void) => /needs ([\d.]+) or later/.exec(refusal(check).message)?.[1]
    const node = demanded(() => checkNode('1.0.0'))
    const artillery = demanded(() =>
      checkRequirements({ platform: 'linux', artilleryVersion: '1.0.0', launchedOn: 'local' })
    )
    expect(readme).to.include(`It needs Artillery ${artillery} or later, Node ${node} or later, and Linux.`)
    expect(manifest.engines.node).to.equal(`>=${node}`)
    expect(manifest.peerDependencies).to.include({ artillery: `^${artillery}`, chai: '>=4', mocha: '>=10' })
    expect(inOneLine(readme)).to.include('works with chai 4, 5 and 6; mocha must be 10 or later')
  })

  it('lists every entry of the package, and what can be imported', async () => {
    expect(
      entries
        .map(([entry]) => entry)
        .filter((entry) => entry !== '')
        .sort()
    ).to.eql(
      Object.keys(manifest.exports)
        .map((entry) => entry.replace('.', manifest.name))
        .sort()
    )
    const modules = await Promise.all(
      ['compare', 'mocha', 'header'].map((entry) => import(`artillery-plugin-speedup/${entry}`))
    )
    expect(entries.map(([, name]) => name.split('(')[0])).to.include.members(
      modules.flatMap((module) => Object.keys(module))
    )
    const assertions = rowsBelow('chai', 'function of `/assert`', 'true when').map(
      ([, call]) => codeIn(call).split('(')[0]
    )
    expect([...new Set(assertions)].sort()).to.eql(Object.keys(await import('artillery-plugin-speedup/assert')).sort())
    const matchers = rowsBelow('matcher', 'as in the table below').flatMap(([cell]) =>
      [...cell.matchAll(/`(\w+)\(/g)].map(([, name]) => name)
    )
    expect(matchers.sort()).to.eql(Object.keys((await import('artillery-plugin-speedup/expect')).default).sort())
  })

  it('lists every command and every option of artillery-speedup', async () => {
    const { stdout: help } = await callSpeedup(['--help'])
    const commands = [...help.matchAll(/^ {2}([a-z]+) /gm)].map(([, command]) => command)
    const helps = await Promise.all(commands.map((command) => callSpeedup([command, '--help'])))
    const usage = helps.map(({ stdout }) => stdout.replace(/--help|cut -f/g, '')).join('')
    const cells = rowsBelow('`npx artillery-speedup`', 'what it does').flat()
    const listed = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)]).flatMap(([, code]) => code.split(' '))
    const words = [...commands, ...(usage.match(/(?<=[ [])--?[a-z][a-z-]*/g) ?? [])]
    expect(words).to.include.members(['init', 'run', 'explain', '--yes', '--ci', '--open'])
    expect(words.filter((word) => !listed.includes(word))).to.eql([])
  })

  it('tells with which exit codes artillery-speedup refuses', async () => {
    const start = readFileSync(new URL('../docs/start.md', import.meta.url), 'utf8')
    const calls = [['init', '--port', 'abc'], ['init', '--prot', '8080'], ['innit']]
    const refused = await Promise.all(calls.map((words) => callSpeedup(words)))
    expect(
      new Set(
        refused.map(({ code }) => `| ${code} | nothing was measured or done, or wrong usage, such as \`--port abc\` |`)
      )
    ).to.eql(new Set([/^\| \d \|.*`--port abc`.*$/m.exec(start)?.[0]]))
  })
})

describe('the commands in the docs', () => {
  it('are what a shell can read', () => {
    expect(blocksOf('sh')).to.have.length.above(5)
    for (const block of blocksOf('sh'))
      expect(spawnSync('bash', ['-n'], { input: block, encoding: 'utf8' }).stderr, block).to.equal('')
  })

  for (const name of ['README.md', 'plugin/README.md', 'docs/start.md']) {
    it(`call artillery-speedup where the package is installed, or name the package: ${name}`, () => {
      const [, ...blocks] = readFileSync(new URL(`../${name}`, import.meta.url), 'utf8').split('```sh\n')
      const commands = blocks.map((block) => block.split('```')[0]).join('')
      const [install, first] = [/npm install .*artillery-plugin-speedup/, /npx artillery-speedup/].map((pattern) =>
        commands.search(pattern)
      )
      expect(first).to.be.above(install)
      expect(install).to.be.at.least(0)
    })
  }

  it('give overrides that Artillery and the plugin can read', () => {
    const overrides = [
      ...blocksOf('sh')
        .join('\n')
        .matchAll(/--overrides '([^']+)'/g)
    ].map(([, json]) => JSON.parse(json))
    expect(overrides).to.have.lengthOf(3)
    for (const { config } of overrides) optionShapes(config.plugins.speedup, 'speedup')
  })
})

describe('the JavaScript in the docs', () => {
  for (const block of blocksOf('js')) {
    it(`can be read, and imports what there is: ${block.split('\n')[0]}`, async () => {
      await transform(block, { format: 'esm' })
      for (const [, names, entry] of block.matchAll(/^import (.+) from '(artillery-plugin-speedup\/\w+)'/gm)) {
        const wanted = names.startsWith('{') ? names.slice(2, -2).split(', ') : ['default']
        expect(Object.keys(await import(entry))).to.include.members(wanted)
      }
    })
  }
})

describe('the assertions in the docs', () => {
  const searched = aComparison(aSearch().results)

  /** @returns what it says; '' where all is well */
  function said(call: string): string {
    try {
      runInContext(
        call,
        createContext({
          expect,
          comparison: /lose|recover|Losses|Recovery/.test(call)
            ? disturbed
            : /Limits/.test(call)
              ? limited
              : /apacity/.test(call)
                ? searched
                : comparison,
          ...assertions
        })
      )
      return ''
    } catch (error) {
      expect(error).to.have.property('name', 'AssertionError')
      return (error as Error).message
    }
  }

  const valuesIn = (code: string) => [...code.matchAll(/'[\w/]+'|\d+(?:\.\d+)?/g)].map(([value]) => value)
  const rows = rowsBelow('chai', 'function of `/assert`', 'true when').map((row) => row.map(codeIn))
  for (const [chained, call] of rows) {
    it(`say the same: ${chained}, ${call}`, () => {
      expect(said(chained)).to.equal(said(call))
      expect(valuesIn(chained)).to.eql(valuesIn(call))
    })
  }

  it('hold for the example, or do not, each in its way, and fail as it is shown', () => {
    expect(new Set(rows.map(([chained]) => said(chained))).size).to.be.above(2)
    // What was found lies in its own interval, whatever that is.
    const estimates: Estimate[] = comparison.scenarios[0].candidates[0].estimates
    const found = estimates.find(({ metric }) => metric === 'throughput')?.speedup?.toFixed(1)
    const call = `expect(comparison).to.be.faster({ at: 'throughput', by: ${found} })`
    expectBlock('docs/test-suites.md', /^INCONCLUSIVE/, said(call))
  })
})

describe('the consoles in the docs', () => {
  const read = (name: string) => JSON.parse(readFileSync(`reports/examples/${name}/comparison.json`, 'utf8'))
  const [io, scaling, crossover] = ['no', 'scaling', 'crossover'].map(read)
  const layout = { ...plainLayout, columns: 100 }

  it('are what was said of the runs of npm run examples, a yes and a no, and tell on what they were made', () => {
    for (const [page, start, found] of [
      ['README.md', /^PASS/, comparison],
      ['README.md', /^No/, io],
      ['docs/capacity.md', /^PASS/, read('capacity')],
      ['docs/resilience.md', /^PASS/, read('deploy')],
      ['docs/versions.md', /^FAIL/, read('commit')],
      ['docs/containers.md', /^primes/, read('containers')]
    ] as const) {
      const seconds = (Date.parse(found.finishedAt) - Date.parse(found.startedAt)) / 1000
      const [result] = found.scenarios
      const own = found.scenarios.length > 1 ? null : seconds
      expectBlock(page, start, formatScenario({ ...result, warnings: [] }, layout, own))
    }
    const [workers] = toldOfNumbers(scaling.scenarios[0])
    expectBlock('docs/workers.md', /^How many workers/, formatTogether(workers, layout))
    const [loads] = toldTogether(crossover)
    expectBlock('docs/loads.md', /^crossover at/, formatTogether(loads, layout))
    const { node, artillery, cpu, cores } = io.environment
    expect(comparison.environment).to.include({ node, artillery, cpu, cores: 2 })
    expect(cores).to.equal(2)
    expect(inOneLine(textOf('README.md'))).to.include(
      `two cores of an ${cpu}, Node ${node.replace(/\.\d+$/, '')}, Artillery ${artillery}`
    )
  })
})

describe('the picture in the docs', () => {
  it('is what the console showed of reports/examples/yes, and tells on what it was made', () => {
    const page = 'reports/2026-11-20T12-00-00-primes/index.html'
    expectBlock('plugin/README.md', /^/, formatComparison(comparison, { page, link: null }))
    const { node, artillery, cpu, cores } = comparison.environment
    expect(cores).to.equal(2)
    expect(readme).to.include(`two cores of an ${cpu}, Node ${node}, Artillery ${artillery}.)`)
  })
})
