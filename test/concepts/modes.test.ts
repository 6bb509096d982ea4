import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { modeNames, modes } from '../../plugin/concepts/modes.ts'

const plugin = fileURLToPath(new URL('../../plugin/', import.meta.url))
const files = globSync('**/*.ts', { cwd: plugin, exclude: ['dist/**', 'node_modules/**', 'concepts/modes.ts', 'app/modes.ts'] })
const name = `'(?:${modeNames.join('|')})'`

/** What would have to be changed for a new mode, if it were written outside of the two tables. */
const list = new RegExp(`${name}\\s*[,|]\\s*${name}|Record<Mode\\b`)
const comparison = new RegExp(`\\bmodes?\\b[\\w.?)]*\\s*[!=]==?\\s*${name}`, 'i')

const having = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(plugin + file, 'utf8')))

describe('the table of modes', () => {
  it('is the only list of modes, beside that of how to start them, and tells all that is asked of a mode outside of app/', () => {
    expect(files).to.have.length.above(100)
    expect(having(list)).to.eql([])
    expect(having(comparison).filter((file) => !file.startsWith('app/'))).to.eql([])
    const wrong = [
      "['single', 'cluster']", "'command' |\n 'url'", 'Partial<Record<Mode, string>>', "mode === 'pm2'", "planned[a]?.mode !== 'url'",
      "modes.baseline === 'url'"
    ]
    const right = ["{ single: { mode: 'single' } }", "length === 1 ? 'single' : 'many'", 'Record<string, Mode>']
    expect([...wrong, ...right].filter((source) => list.test(source) || comparison.test(source))).to.eql(wrong)
  })

  it('has only modes that take what they need, and by which they are known', () => {
    for (const { options, needs, impliedBy, refuses = {} } of Object.values(modes)) {
      expect(options).to.include.members([needs?.option ?? options[0], impliedBy ?? options[0]])
      expect(options.filter((option) => option in refuses)).to.eql([])
    }
  })
})
