import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import speedup from 'artillery-plugin-speedup/chai'
import * as assertions from 'artillery-plugin-speedup/assert'
import { expect, use } from 'chai'
import { transform } from 'esbuild-wasm'
import { describe, it } from 'mocha'
import { formatComparison } from '../plugin/report/console/result.ts'
import { optionShapes } from '../plugin/settings/option-shapes.ts'
import { temporaryFolder } from './support/folder.ts'
import { blocksOf, codeIn, readme, rowsBelow } from './support/readme.ts'

use(speedup)

const comparison = JSON.parse(readFileSync(new URL('../reports/example/comparison.json', import.meta.url), 'utf8'))

/** @returns without the line breaks that only the README has */
const inOneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')

describe('the commands in the README of the plugin', () => {
  it('are what a shell can read', () => {
    expect(blocksOf('sh')).to.have.length.above(5)
    for (const block of blocksOf('sh')) expect(spawnSync('bash', ['-n'], { input: block, encoding: 'utf8' }).stderr, block).to.equal('')
  })

  for (const name of ['README.md', 'plugin/README.md']) {
    it(`call artillery-speedup where the package is installed, or name the package: ${name}`, () => {
      const [, ...blocks] = readFileSync(new URL(`../${name}`, import.meta.url), 'utf8').split('```sh\n')
      const commands = blocks.map((block) => block.split('```')[0]).join('')
      const [install, first] = [/npm install .*artillery-plugin-speedup/, /npx artillery-speedup/].map((pattern) => commands.search(pattern))
      expect(first).to.be.above(install)
      expect(install).to.be.at.least(0)
    })
  }

  it('give overrides that Artillery and the plugin can read', () => {
    const overrides = [...blocksOf('sh').join('\n').matchAll(/--overrides '([^']+)'/g)].map(([, json]) => JSON.parse(json))
    expect(overrides).to.have.lengthOf(2)
    for (const { config } of overrides) optionShapes(config.plugins.speedup, 'speedup')
  })
})

describe('the JavaScript in the README of the plugin', () => {
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

describe('the app of the README of the plugin that starts another checkout', () => {
  const folder = temporaryFolder()
  const apps: [kind: string, type: string, app: string][] = [
    ['CommonJS, where it listens only if it is the main module', 'commonjs', "if (require.main === module) console.log('listens')"],
    ['an ES module', 'module', "console.log(await Promise.resolve('listens'))"]
  ]
  for (const [kind, type, app] of apps) {
    it(`starts it as Node does: ${kind}`, () => {
      mkdirSync(folder.path(type))
      folder.write(`${type}/package.json`, JSON.stringify({ type }))
      folder.write(`${type}/server.js`, app)
      const script = folder.write('which-commit.mjs', blocksOf('js').filter((block) => block.startsWith('// scenarios/which-commit.mjs')).join())
      const { stdout, stderr } = spawnSync(process.execPath, [script], { env: { ...process.env, CHECKOUT: type }, encoding: 'utf8' })
      expect(stdout, stderr).to.equal('listens\n')
    })
  }
})

describe('the assertions in the README of the plugin', () => {
  const context = createContext({ expect, comparison, ...assertions })

  /** @returns what it says; '' where all is well */
  function said(call: string): string {
    try {
      runInContext(call, context)
      return ''
    } catch (error) {
      const { name, message } = error as Error
      expect(name, message).to.equal('AssertionError')
      return message
    }
  }

  const valuesIn = (code: string) => [...code.matchAll(/'\w+'|\d+(?:\.\d+)?/g)].map(([value]) => value)
  const rows = rowsBelow('chai', 'function of `/assert`', 'true when').map((row) => row.map(codeIn))
  for (const [chained, call] of rows) {
    it(`say the same: ${chained}, ${call}`, () => {
      expect(said(chained)).to.equal(said(call))
      expect(valuesIn(chained)).to.eql(valuesIn(call))
    })
  }

  it('hold for the example, or do not, each in its way, and fail as it is shown', () => {
    expect(new Set(rows.map(([chained]) => said(chained))).size).to.be.above(2)
    expect(blocksOf('').map(inOneLine)).to.include(inOneLine(said(rows[0][0])))
  })
})

describe('the picture in the README of the plugin', () => {
  it('is what the console showed of reports/example, and tells on what it was made', () => {
    const page = 'reports/2026-11-20T12-00-00-primes/index.html'
    expect(inOneLine(blocksOf('')[0])).to.equal(inOneLine(formatComparison(comparison, { page, link: null })))
    const { node, artillery, cpu, cores } = comparison.environment
    expect(cores).to.equal(2)
    expect(readme).to.include(`two cores of an ${cpu}, Node ${node}, Artillery ${artillery}.)`)
  })
})
