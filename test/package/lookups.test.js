import { mkdirSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { lookupsOf } from '../../plugin/pack/lookups.js'
import { temporaryFolder } from '../support/folder.js'

describe('what modules look up beside themselves', () => {
  const folder = temporaryFolder()
  before(() => {
    mkdirSync(folder.path('guard'))
    mkdirSync(folder.path('page/styles'), { recursive: true })
    folder.write('guard/guard.js', "new URL('./guard-process.js', import.meta.url), new URL('../package.json', import.meta.url)")
    folder.write('guard/guard-process.js', '')
    folder.write('page/document.js', 'new URL(`styles/${name}.css`, import.meta.url)')
    folder.write('page/styles/base.css', '')
    folder.write('page/styles/page.css', '')
    folder.write('page/example.js', "say(`Write new URL('./primes.yml', import.meta.url), or new URL('all/${name}', import.meta.url).`)")
    folder.write('page/too-deep.js', "new URL('../schema.json', import.meta.url)")
    mkdirSync(folder.path('page/charts'))
    folder.write('page/charts/too-deep.js', "new URL('../schema.json', import.meta.url)")
  })

  it('are scripts, and files by the names that they have for their module', () => {
    expect(lookupsOf(folder.path('.'), ['guard/guard.js', 'page/document.js'])).to.eql({
      scripts: ['guard/guard-process.js'],
      assets: [{ file: 'page/styles/base.css', name: 'styles/base.css' }, { file: 'page/styles/page.css', name: 'styles/page.css' }]
    })
  })

  it('are none where a message shows how to look something up', () => {
    expect(lookupsOf(folder.path('.'), ['page/example.js'])).to.eql({ scripts: [], assets: [] })
  })

  it('are refused where dist/ has something else in their place', () => {
    expect(() => lookupsOf(folder.path('.'), ['page/charts/too-deep.js'])).to.throw('page/charts/too-deep.js looks up ../schema.json.')
  })
})
