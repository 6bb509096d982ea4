import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkNode, checkRequirements } from '../plugin/settings/requirements.ts'
import { codeIn, headings, linkTargets, readme, rowsBelow } from './support/readme.ts'
import { refusal } from './support/settings.ts'

const artillerySpeedup = (...words: string[]) =>
  spawnSync(process.execPath, [fileURLToPath(new URL('../plugin/dist/cli.js', import.meta.url)), ...words], { encoding: 'utf8' })

describe('the README of the plugin', () => {
  const manifest = JSON.parse(readFileSync(new URL('../plugin/package.json', import.meta.url), 'utf8'))
  const inOneLine = readme.replaceAll(/\s+/g, ' ')
  const entries = rowsBelow('entry', 'export', '').map((row) => row.map(codeIn))

  it('names the versions that the code demands, and package.json asks for', () => {
    const demanded = (check: () => void) => /needs ([\d.]+) or later/.exec(refusal(check).message)?.[1]
    const node = demanded(() => checkNode('1.0.0'))
    const artillery = demanded(() => checkRequirements({ platform: 'linux', artilleryVersion: '1.0.0', launchedOn: 'local' }))
    expect(readme).to.include(`It needs Artillery ${artillery} or later, Node ${node} or later, and Linux.`)
    expect(manifest.engines.node).to.equal(`>=${node}`)
    expect(manifest.peerDependencies).to.include({ artillery: `^${artillery}`, chai: '>=4', mocha: '>=10' })
    expect(inOneLine).to.include('works with chai 4, 5 and 6; mocha must be 10 or later')
  })

  it('lists every entry of the package, and what can be imported', async () => {
    expect(entries.map(([entry]) => entry).filter((entry) => entry !== '').sort())
      .to.eql(Object.keys(manifest.exports).map((entry) => entry.replace('.', manifest.name)).sort())
    const modules = await Promise.all(['compare', 'mocha', 'header'].map((entry) => import(`artillery-plugin-speedup/${entry}`)))
    expect(entries.map(([, name]) => name.split('(')[0])).to.include.members(modules.flatMap((module) => Object.keys(module)))
    const assertions = rowsBelow('chai', 'function of `/assert`', 'true when').map(([, call]) => codeIn(call).split('(')[0])
    expect([...new Set(assertions)].sort()).to.eql(Object.keys(await import('artillery-plugin-speedup/assert')).sort())
  })

  it('lists every command and every option of artillery-speedup', () => {
    const usage = artillerySpeedup('--help').stdout
    const cells = rowsBelow('`npx artillery-speedup`', 'what it does').flat()
    const listed = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)]).flatMap(([, code]) => code.split(' '))
    const commands = [...usage.matchAll(/^ {2}artillery-speedup (\S+)/gm)].map(([, command]) => command)
    const words = [...commands, ...usage.match(/(?<=[ [])--?[a-z][a-z-]*/g) ?? []]
    expect(words).to.include.members(['init', 'report', '--yes', '--ci'])
    expect(words.filter((word) => !listed.includes(word))).to.eql([])
  })

  it('tells with which exit codes artillery-speedup refuses', () => {
    const [, failed, misspelt] = /Its exit codes: 0 done; (\d) [^;]+ `--port abc`[^;]+; (\d) there is no such command or option\./.exec(inOneLine) ?? []
    const refused = [['init', '--port', 'abc'], ['init', '--prot', '8080'], ['innit']].map((words) => String(artillerySpeedup(...words).status))
    expect(refused).to.eql([failed, misspelt, misspelt])
  })

  it('has links that work where npm shows it: to its own headings, and to the web', () => {
    const anchors = headings().map(({ text }) => `#${text.toLowerCase().replaceAll(/[^\p{L}\p{N} -]/gu, '').replaceAll(' ', '-')}`)
    expect(linkTargets()).to.include('#install')
    expect(linkTargets().filter((target) => !anchors.includes(target) && !target.startsWith('https://'))).to.eql([])
  })

  it('names its sections in its contents', () => {
    const contents = readme.split('**Contents**')[1].split('\n\n')[0].replaceAll('\n', ' ')
    const named = [...contents.matchAll(/\[([^\]]+)\]/g)].map(([, name]) => name)
    expect(named).to.eql(headings().filter(({ rank }) => rank === 2).map(({ text }) => text))
  })
})
