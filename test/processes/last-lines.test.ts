import { spawnSync } from 'node:child_process'
import { expect } from 'chai'
import { endOf } from '../../plugin/processes/last-lines.ts'
import { temporaryFolder } from '../support/folder.ts'

describe('what a program printed last', () => {
  const folder = temporaryFolder()
  /** @returns of a program that Node ends */
  const saidBy = (name: string, code: string) =>
    endOf(spawnSync(process.execPath, [folder.write(name, code)], { encoding: 'utf8' }).stderr)

  it('has Node’s sentence on TypeScript that it can’t strip, with the line of the program', () => {
    const said = saidBy('server.mts', "console.log('loaded')\nenum Status { Ok = 200 }\n")
    expect(said).to.match(/^ {4}enum Status \{ Ok = 200 \}$/m)
    expect(said).to.match(
      /^ {4}SyntaxError \[ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX\]: TypeScript enum is not supported in strip-only mode$/m
    )
    expect(said).to.include("code: 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX'").and.not.include('node:internal/modules/esm')
  })

  it('has the sentence above any stack, however deep, and where it was thrown', () => {
    const calls = Array.from({ length: 60 }, (_, i) => `function f${i + 1}() { f${i}() }`)
    const deep = `Error.stackTraceLimit = 100
      function f0() { throw new Error('no database at db.example') }
      ${calls.join('\n')}
      f60()`
    const said = saidBy('deep.cjs', deep)
    expect(said).to.include('    Error: no database at db.example\n')
    expect(said.match(/^ +at .*$/gm)).to.have.length(3)
    expect(said).to.match(/at f0 \(.*deep\.cjs:2:29\)\n +at f1 /)
    expect(said).to.not.match(/Node\.js v\d/)
    const twice = ['first', 'second'].map((name) => `Error: ${name}\n${'    at f (a.js:1:1)\n'.repeat(30)}`).join('')
    expect(
      endOf(twice)
        .split('\n')
        .map((line) => line.trim())
    ).to.eql([
      'Error: first',
      ...Array(3).fill('at f (a.js:1:1)'),
      'Error: second',
      ...Array(3).fill('at f (a.js:1:1)')
    ])
  })

  it('has all else that it printed, the last twelve lines of it', () => {
    const lines = Array.from({ length: 20 }, (_, i) => `line ${i} at node: 3`)
    expect(endOf(lines.join('\n\n'))).to.equal(
      lines
        .slice(-12)
        .map((line) => `    ${line}`)
        .join('\n')
    )
    expect(endOf('\n')).to.equal('')
  })
})
