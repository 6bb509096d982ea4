import { expect } from 'chai'
import { describe, it } from 'mocha'
import { shortName } from '../../plugin/report/words/names.ts'

describe('a name where there is little room', () => {
  it('stays as it is while it fits, and is cut by what a reader takes for characters', () => {
    expect(shortName('clustered')).to.equal('clustered')
    expect(shortName('x'.repeat(24))).to.equal('x'.repeat(24))
    expect(shortName('x'.repeat(25))).to.equal(`${'x'.repeat(23)}…`)
    expect(shortName('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 2)).to.equal('👩‍👩‍👧…')
  })

  it('does not turn the text around it, also when it is cut', () => {
    expect(shortName('\u05d0'.repeat(30), 4)).to.equal(`\u2068${'\u05d0'.repeat(3)}…\u2069`)
    expect(shortName('\u202egnol')).to.equal('\u2068\u202egnol\u2069')
  })
})
