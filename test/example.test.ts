import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { replaceWhole } from '../reports/example/replace-whole.ts'
import { temporaryFolder } from './support/folder.ts'

describe('the example, made anew', () => {
  const folder = temporaryFolder()
  const keep = (name: string) => {
    mkdirSync(folder.path(`${name}/samples`), { recursive: true })
    for (const file of ['make.js', 'index.html', 'samples/old.csv']) folder.write(`${name}/${file}`, 'old')
    return folder.path(name)
  }
  const namesIn = (path: string) => readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()

  it('takes the place of the old one, and of nothing else', async () => {
    const example = keep('replaced')
    let made = ''
    await replaceWhole(example, ['samples', 'index.html'], async (empty) => {
      made = empty
      mkdirSync(join(empty, 'samples'))
      for (const name of ['index.html', 'samples/new.csv']) writeFileSync(join(empty, name), 'new')
    })
    expect(namesIn(example)).to.eql(['index.html', 'make.js', 'samples', 'samples/new.csv'])
    expect(readFileSync(join(example, 'index.html'), 'utf8')).to.equal('new')
    expect(existsSync(made)).to.equal(false)
  })

  it('leaves the old one as it was when it fails', async () => {
    const example = keep('kept')
    let made = ''
    const failing = replaceWhole(example, ['samples', 'index.html'], async (empty) => {
      made = empty
      writeFileSync(join(empty, 'index.html'), 'new')
      throw new Error('no picture')
    })
    expect(await failing.then(() => '', ({ message }) => message)).to.equal('no picture')
    expect(namesIn(example)).to.eql(['index.html', 'make.js', 'samples', 'samples/old.csv'])
    expect(readFileSync(join(example, 'index.html'), 'utf8')).to.equal('old')
    expect(existsSync(made)).to.equal(false)
  })
})
