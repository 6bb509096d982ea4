import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { writeFiles } from '../../plugin/init/new-files.ts'
import { temporaryFolder } from '../support/folder.ts'
import { refusalFrom } from './some-project.ts'

describe('writing files', () => {
  const { path, write } = temporaryFolder()
  const writeNew = (...names: string[]) => writeFiles(names.map((name) => ({ file: path(name), content: 'new' })))

  it('makes the folders that they need', () => {
    expect(writeNew('a/b/c.yml')).to.eql([path('a/b/c.yml')])
    expect(readdirSync(path('a/b'))).to.eql(['c.yml'])
    expect(readFileSync(path('a/b/c.yml'), 'utf8')).to.equal('new')
  })

  it('never changes one that is there', () => {
    write('mine.yml', 'mine')
    expect(writeNew('mine.yml', 'next.yml')).to.eql([path('next.yml')])
    expect(['mine.yml', 'next.yml'].map((name) => readFileSync(path(name), 'utf8'))).to.eql(['mine', 'new'])
  })

  it('says what is in the way', async () => {
    writeFileSync(path('scenarios'), '')
    const { code, message } = await refusalFrom(() => writeNew('scenarios/speedup.yml'))
    expect(code).to.equal('NOT_WRITABLE')
    expect(message).to.match(/^\S+scenarios\/speedup\.yml can't be written \((ENOTDIR|EEXIST).*\)\. /)
    expect(message).to.match(/\. Make its folder writable, or remove what is in the way\.$/)
  })

  it('says when it may not write', async function () {
    if (process.getuid?.() === 0) this.skip()
    writeNew('locked/x')
    chmodSync(path('locked'), 0o500)
    const { code, message } = await refusalFrom(() => writeNew('locked/y'))
    chmodSync(path('locked'), 0o700)
    expect(code).to.equal('NOT_WRITABLE')
    expect(message).to.include('EACCES')
  })
})
