import { availableParallelism } from 'node:os'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readWorkers } from '../../plugin/settings/read-variants.ts'
import { refusal } from '../support/settings.ts'
import type { Mode } from '../../plugin/concepts/modes.ts'

const read = (mode: Mode, given: object) => readWorkers('variants.a', mode, given)
const cores = availableParallelism()
const most = Math.max(8 * cores, 16)
const scaling = ['cluster', 'pm2', 'reuse-port', 'ports'] as const

describe('reading how many workers there are', () => {
  for (const mode of scaling) {
    it(`takes a number, auto, max and a list in mode ${mode}`, () => {
      expect(read(mode, { workers: 3 })).to.equal(3)
      expect(read(mode, { workers: 'auto' })).to.equal(cores)
      expect(read(mode, { workers: 'max' })).to.equal(cores)
      expect(read(mode, { workers: [10, 2, 1] })).to.eql([1, 2, 10])
    })

    it(`takes as many as may run at once in mode ${mode} where nothing is said`, () => {
      expect(read(mode, {})).to.equal(cores)
    })
  }

  it('leaves them to an ecosystem file that nothing goes before', () => {
    expect(read('pm2', { ecosystem: 'a.cjs' })).to.equal(null)
    expect(read('pm2', { ecosystem: 'a.cjs', workers: 3 })).to.equal(3)
  })

  it('doubles them up to twice the cores that may be used', () => {
    const found = read('cluster', { sweep: 'auto' }) as number[]
    expect(found[0]).to.equal(1)
    expect(found.slice(1)).to.eql(found.slice(0, -1).map((count) => 2 * count))
    const last = found[found.length - 1]
    expect(last).to.be.at.most(Math.min(2 * cores, 256))
    expect(2 * last).to.be.above(Math.min(2 * cores, 256))
  })

  it('is one in mode single', () => expect(read('single', {})).to.equal(1))

  for (const mode of ['command', 'url'] as const) {
    it(`is what is seen in mode ${mode}, or a number`, () => {
      expect(read(mode, {})).to.equal(null)
      expect(read(mode, { workers: most + 1 })).to.equal(most + 1)
    })

    for (const workers of ['auto', [1, 2]]) {
      it(`refuses ${JSON.stringify(workers)} in mode ${mode}, where nobody starts workers`, () => {
        expect(refusal(() => read(mode, { workers })).message).to.equal(
          `variants.a.workers is ${JSON.stringify(workers)}, but in mode ${mode} it only tells how many workers there are. Give one number, or leave workers out.`
        )
      })
    }
  }

  it('takes as many as make sense', () => {
    expect(read('cluster', { workers: most })).to.equal(most)
    expect(read('cluster', { workers: 16 })).to.equal(16)
  })

  for (const workers of [most + 1, [1, most + 1]]) {
    it(`refuses ${Array.isArray(workers) ? 'a list with more' : 'more'}, and says why`, () => {
      expect(refusal(() => read('cluster', { workers }))).to.eql({
        code: 'INVALID_SETTINGS',
        message: `variants.a.workers is ${JSON.stringify(workers)}, but only ${cores} core${cores === 1 ? '' : 's'} may be used: ` +
          `each worker costs memory, and more than a few per core gain nothing. Take at most ${most}.`
      })
    })
  }

  it('refuses workers beside sweep', () => {
    expect(refusal(() => read('cluster', { workers: 2, sweep: 'auto' }))).to.eql({
      code: 'INVALID_SETTINGS',
      message: 'variants.a.sweep is "auto", but variants.a.workers is 2, and both say how many workers there are. Leave one of them out.'
    })
  })
})
