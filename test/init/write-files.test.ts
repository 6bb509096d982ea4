import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { writeFiles } from '../../plugin/init/new-files.ts'
import { temporaryFolder } from '../support/folder.ts'
import { refusalFrom } from './some-project.ts'

describe('writing files', () => {
  const { path, write } = temporaryFolder()

  it('makes the folders that they need', () => {
    expect(writeFiles([{ file: path('a/b/c.yml'), content: 'new' }])).to.eql([path('a/b/c.yml')])
    expect(readdirSync(path('a/b'))).to.eql(['c.yml'])
    expect(readFileSync(path('a/b/c.yml'), 'utf8')).to.equal('new')
  })

  it('never changes one that is there', () => {
    const file = write('mine.yml', 'mine')
    expect(writeFiles([{ file, content: 'new' }, { file: path('next.yml'), content: 'new' }])).to.eql([path('next.yml')])
    expect([readFileSync(file, 'utf8'), readFileSync(path('next.yml'), 'utf8')]).to.eql(['mine', 'new'])
  })

  it('says what is in the way', async () => {
    writeFileSync(path('scenarios'), '')
    const { code, message } = await refusalFrom(() => writeFiles([{ file: path('scenarios/speedup.yml'), content: '' }]))
    expect(code).to.equal('NOT_WRITABLE')
    expect(message).to.match(/^\S+scenarios\/speedup\.yml can't be written \((ENOTDIR|EEXIST).*\)\. Make its folder writable, or remove what is in the way\.$/)
  })

  it('says when it may not write', async function () {
    if (process.getuid?.() === 0) this.skip()
    writeFiles([{ file: path('locked/x'), content: '' }])
    chmodSync(path('locked'), 0o500)
    const { code, message } = await refusalFrom(() => writeFiles([{ file: path('locked/y'), content: '' }]))
    chmodSync(path('locked'), 0o700)
    expect(code).to.equal('NOT_WRITABLE')
    expect(message).to.include('EACCES')
  })
})
