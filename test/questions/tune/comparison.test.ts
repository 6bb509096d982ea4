import { expect } from 'chai'
import { lookAt, mostLooks, type Round, type Seen } from '../../../plugin/questions/tune/comparison.ts'
import { seededNormal } from '../../support/random.ts'

/** Of a run's logarithm: launches of real apps and their turns. */
const spread = 0.08
const names = ['a', 'b', 'c', 'd']

/** A whole race of one kind, three rounds a look. @param levels ln(throughput over the app as it is), by name */
function race(levels: Record<string, number>, normal: () => number) {
  let left = Object.keys(levels)
  const looks: Round[][] = []
  for (;;) {
    const rounds = Array.from({ length: 3 }, (): Round => {
      const ofBaseline = spread * normal()
      return Object.fromEntries(left.map((name) => [name, levels[name] + spread * normal() - ofBaseline]))
    })
    looks.push(rounds)
    const seen: Seen = { names: Object.keys(levels), looks }
    const look = lookAt(seen)
    if (look.isOver) return { left: look.left, best: look.best, looks: looks.length }
    left = look.left
  }
}

const shareOf = (trials: number, isSo: (normal: () => number) => boolean) => {
  const normal = seededNormal(592)
  return Array.from({ length: trials }, () => isSo(normal)).filter(Boolean).length / trials
}
const levels = (...gains: number[]) => Object.fromEntries(gains.map((gain, i) => [names[i], Math.log(gain)]))

describe('the race of settings, simulated', () => {
  it('loses the best of four, a fifth better than the app as it is, in less than 2 of 100', () => {
    expect(
      shareOf(500, (normal) => !race(levels(1, 1.2, 1, 1.1), normal).left.includes('b')),
      'left'
    ).to.be.below(0.02)
  })

  it('goes on to the proof with a setting that gains a fifth in more than 90 of 100', () => {
    expect(shareOf(500, (normal) => race(levels(1, 1.2, 1, 1), normal).best === 'b')).to.be.above(0.9)
  })

  it('has done with settings that gain nothing, and is not sure of one of them, in more than 95 of 100', () => {
    const isSure = (normal: () => number) => {
      const { left, looks } = race(levels(1, 1, 1, 1), normal)
      return left.length === 1 && looks < mostLooks
    }
    expect(shareOf(500, isSure)).to.be.below(0.05)
  })

  it('has those that are half as fast leave at the first look in more than 95 of 100', () => {
    const isOut = (normal: () => number) => {
      const { looks, left } = race(levels(0.5, 0.5), normal)
      return looks === 1 && left.length === 0
    }
    expect(shareOf(500, isOut)).to.be.above(0.95)
  })
})

describe('a look at settings', () => {
  it('drops what is slower than another one, or can gain no more than 3 %, and is over with one that gains for sure', () => {
    const look = [0, 1, 2].map((i) => ({ a: 0.5 + 0.01 * i, b: -0.3, c: 0.01 - 0.01 * i, d: 0.4 }))
    expect(lookAt({ names, looks: [look] })).to.deep.include({ left: ['a'], isOver: true })
    expect(lookAt({ names, looks: [look] }).best).to.equal('a')
  })

  it('goes on where two may be the best, for three looks at most', () => {
    const look = [0, 1, 2].map((i) => ({ a: 0.5 + 0.1 * i, b: 0.55 - 0.1 * i }))
    const seen = (count: number) => lookAt({ names: ['a', 'b'], looks: Array.from({ length: count }, () => look) })
    expect(seen(1)).to.deep.include({ left: ['a', 'b'], isOver: false })
    expect(seen(3)).to.deep.include({ left: ['a', 'b'], isOver: true })
  })

  it('has no best where nothing seems to gain 3 %', () => {
    const look = [0, 1, 2].map((i) => ({ a: 0.02 * (i - 1), b: 0.01 }))
    expect(lookAt({ names: ['a', 'b'], looks: [look] }).best).to.equal(null)
  })
})
