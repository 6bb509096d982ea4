import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { modeNames, modes } from '../../plugin/concepts/modes.ts'

const plugin = fileURLToPath(new URL('../../plugin', import.meta.url))
const tables = [join('concepts', 'modes.ts'), join('app', 'modes.ts')]
const name = `'(?:${modeNames.join('|')})'`

/** what would have to be changed for a new mode, if it were written anywhere else */
const lists = [new RegExp(`${name}\\s*[,|]\\s*${name}`, 'g'), /Record<Mode\b/g]
const comparison = new RegExp(`\\bmodes?\\b[\\w.?)]*\\s*[!=]==?\\s*${name}`, 'gi')

const files = globSync('**/*.ts', { cwd: plugin, exclude: ['dist/**', 'node_modules/**'] }).filter((file) => !tables.includes(file))

const found = (patterns: RegExp[], inFiles: string[]) =>
  inFiles.flatMap((file) => patterns.flatMap((pattern) => (readFileSync(join(plugin, file), 'utf8').match(pattern) ?? []).map((match) => `${file}: ${match}`)))

describe('the table of modes', () => {
  it('finds other lists of modes, and comparisons with one', () => {
    const matches = (source: string) => [...lists, comparison].some((pattern) => source.search(pattern) !== -1)
    const wrong = ["['single', 'cluster']", "'command' |\n 'url'", 'Partial<Record<Mode, string>>', "mode === 'pm2'", "planned[a]?.mode !== 'url'", "modes.baseline === 'url'"]
    expect(wrong.filter((source) => !matches(source))).to.eql([])
    expect(["{ single: { mode: 'single' } }", "length === 1 ? 'single' : 'many'", 'Record<string, Mode>'].filter(matches)).to.eql([])
  })

  it('is the only list of modes, beside the one of how to start them', () => {
    expect(files).to.have.length.above(100)
    expect(found(lists, files)).to.eql([])
  })

  it('tells all that is asked of a mode outside of the folder that starts apps', () => {
    expect(found([comparison], files.filter((file) => !file.startsWith(join('app', '/'))))).to.eql([])
  })

  it('has only modes that take what they need, and by which they are known', () => {
    for (const { options, needs, impliedBy, refuses = {} } of Object.values(modes)) {
      expect(options).to.include.members([needs?.option ?? options[0], impliedBy ?? options[0]])
      expect(options.filter((option) => option in refuses)).to.eql([])
    }
  })
})
