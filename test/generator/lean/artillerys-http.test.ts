import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { afterEach, beforeEach, describe, it } from 'mocha'
import { findArtillerysHttp } from '../../../plugin/generator/lean/artillerys-http.ts'

const installed = (path: string) => fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url))

describe('Artillery’s http engine', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'speedup-artillery-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is found from the command, from a link to it, and from a file of the load thread', () => {
    const command = installed('artillery/bin/run')
    const link = join(folder, 'artillery')
    symlinkSync(command, link)
    const found = [command, link, installed('artillery/dist/lib/platform/local/worker.js')].map(findArtillerysHttp)
    for (const http of found) {
      expect(http?.Engine).to.equal(found[0]?.Engine)
      expect(Object.keys(http?.tools ?? {})).to.have.members(['template', 'captureOrMatch', 'isProbableEnough', 'compileExpression', 'set'])
    }
    expect(found[0]?.tools.template('{{ name }}!', { vars: { name: 'Ada' } })).to.equal('Ada!')
    expect(found[0]?.tools.compileExpression('a > 1')({ a: 2 })).to.be.ok
  })

  it('is not found where there is no Artillery, or another one', () => {
    const file = join(folder, 'run')
    writeFileSync(file, '')
    expect(findArtillerysHttp(file)).to.equal(null)
    writeFileSync(join(folder, 'package.json'), '{"name": "artillery", "version": "3.0.0"}')
    expect(findArtillerysHttp(file)).to.equal(null)
    // At the place, but with another engine.
    for (const [path, source] of [['core/engine_http.js', 'module.exports = class { createScenario() {} }'], ['commons/index.js', 'exports.engine_util = { template() {} }']]) {
      mkdirSync(join(folder, 'dist/lib', path, '..'), { recursive: true })
      writeFileSync(join(folder, 'dist/lib', path), source)
    }
    expect(findArtillerysHttp(file)).to.equal(null)
  })
})
