import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { places } from '../docs/site/sidebar.ts'
import { examples } from '../reports/examples/examples.ts'
import { replaceWhole } from '../reports/examples/replace-whole.ts'
import { temporaryFolder } from './support/folder.ts'

describe('an example, made anew', () => {
  const folder = temporaryFolder()

  /** @returns what is in the folder of an old example after that, and what its page holds */
  async function replaced(name: string, make: (empty: string) => void) {
    mkdirSync(folder.path(`${name}/samples`), { recursive: true })
    for (const file of ['make.js', 'index.html', 'samples/old.csv']) folder.write(`${name}/${file}`, 'old')
    let made = ''
    const error = await replaceWhole(folder.path(name), ['samples', 'index.html'], async (empty) => {
      made = empty
      writeFileSync(join(empty, 'index.html'), 'new')
      make(empty)
    }).then(
      () => null,
      ({ message }) => message
    )
    expect(existsSync(made)).to.equal(false)
    const files = readdirSync(folder.path(name), { recursive: true, encoding: 'utf8' }).sort()
    return { error, files, page: readFileSync(folder.path(`${name}/index.html`), 'utf8') }
  }

  it('takes the place of the old one, and of nothing else', async () => {
    const found = await replaced('replaced', (empty) => {
      mkdirSync(join(empty, 'samples'))
      writeFileSync(join(empty, 'samples/new.csv'), 'new')
    })
    expect(found).to.eql({ error: null, files: ['index.html', 'make.js', 'samples', 'samples/new.csv'], page: 'new' })
  })

  it('leaves the old one as it was when it fails', async () => {
    expect(await replaced('kept', () => expect.fail('no picture'))).to.eql({
      error: 'no picture',
      files: ['index.html', 'make.js', 'samples', 'samples/old.csv'],
      page: 'old'
    })
  })
})

describe('the examples', () => {
  const page = readFileSync('docs/report.md', 'utf8')

  it('are those that are kept', () => {
    const kept = readdirSync('reports/examples').filter((name) => !name.endsWith('.ts'))
    expect(examples.map(({ name }) => name)).to.have.members(kept)
  })

  for (const { name, verdict, script } of examples) {
    it(`show what they are there for, in a place of their own: ${name}`, () => {
      const comparison = JSON.parse(readFileSync(`reports/examples/${name}/comparison.json`, 'utf8'))
      // It would tell of one that nobody has.
      expect(comparison).to.include({ verdict, file: script, previous: null })
      const file = `../reports/examples/${name}/index.html`
      expect(places.map((place) => place.page)).to.include(file)
      expect(page).to.include(`(${file})`)
      const html = readFileSync(`docs/${file}`, 'utf8')
      for (const [, to] of html.matchAll(/href="([^"#:]+)"/g))
        expect(existsSync(`reports/examples/${name}/${to}`), to).to.equal(true)
    })
  }
})
