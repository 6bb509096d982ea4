import { expect } from 'chai'
import type { Growing, Growth, GrowthFound } from '../../../plugin/questions/growth/concepts.ts'
import { growing } from '../../../plugin/questions/growth/concepts.ts'
import { grownWords, growthLines, moreWords } from '../../../plugin/questions/growth/report/console.ts'
import { aFoot } from '../../support/growth.ts'

const rounds = [{ feet: Array.from({ length: 11 }, (_, i) => aFoot({ requests: 1000 * i })) }]
const found: GrowthFound = { app: 'server.js', rounds, requests: 1000, seconds: 61.2, limit: null, grown: null }
const steady = { state: 'steady', slope: { value: 3, interval: [-30, 36] }, early: null } as const

const tell = (grown: Partial<Record<Growing, Partial<Growth>>>, verdict: 'pass' | 'fail' | 'inconclusive') =>
  growthLines(
    found,
    growing.map((what) => ({ what, ...steady, ...grown[what] })),
    verdict
  )
const slope = { value: 312, interval: [290, 330] } as const

describe('what growth says', () => {
  it('is how much a request leaves, and when that is 1 GiB', () => {
    const { title, rows } = tell({ memory: { state: 'grows', slope } }, 'fail')
    expect(title).to.equal('server.js: 61 s, 1 start, each with 10 cycles of 1,000 requests')
    expect(rows).to.eql([
      {
        word: 'grows',
        text: 'a request leaves 312 B [290 B, 330 B] in memory: 1 GiB after 3.4 million requests, about 10 hours at 100/s'
      }
    ])
  })

  it('is less than what was seen, where nothing grows', () => {
    expect(tell({}, 'pass')).to.deep.include({
      rows: [{ word: 'steady', text: 'a request leaves less than 36 B in memory' }],
      closing: 'It stays as it is, as far as so many requests show.'
    })
  })

  it('tells apart what filled up, and asks for a longer look at what may fill up', () => {
    const early = { value: 2000, interval: [1900, 2100] } as const
    expect(tell({ memory: { early } }, 'pass').rows[0].text).to.equal(
      'a request leaves less than 36 B in memory, after 2,000 B at first, by what fills up once'
    )
    expect(tell({ memory: { early, slope, state: 'unknown' } }, 'inconclusive')).to.deep.include({
      rows: [
        {
          word: 'unknown',
          text: 'a request leaves 2,000 B [1,900 B, 2,100 B] in memory at first, and 312 B [290 B, 330 B] later: what fills up ends, and what leaks does not'
        }
      ],
      closing: 'Cannot tell yet. A longer look: --requests 4000'
    })
  })

  it('names native memory only where nothing else tells what grows, and files by their number', () => {
    const grows = { state: 'grows', slope } as const
    const words = (grown: Parameters<typeof tell>[0]) => tell(grown, 'fail').rows.map(({ text }) => text)
    expect(words({ memory: grows, resident: grows })).to.have.length(1)
    expect(words({ resident: grows })[1]).to.include('native memory')
    const descriptors = { state: 'grows', slope: { value: 0.02, interval: [0.02, 0.02] } } as const
    expect(words({ descriptors })[1]).to.equal(
      'a request leaves 0.02 [0.02, 0.02] open files and sockets: 1,000 more after 50,000 requests, about 8 minutes at 100/s'
    )
  })

  it('says how much more it is than with another version', () => {
    expect(moreWords({ value: 312.4, interval: [290, 1330] }, 'main', -2)).to.equal(
      'a request leaves 312 B [290 B, 1,330 B] more in memory than one of main, which leaves -2 B'
    )
  })

  const share = (name: string, count: number, bytes: number) => ({ name, count, bytes })
  const kinds = [share('Date', 10_000, 960_000), share('Object', 10_000, 560_000), share('Socket', 20, 2000)]
  const holders = [
    share('the Array `visits` of shop.js', 30_000, 1_550_000),
    share('the Map `users` of app.js', 9, 900)
  ]
  const grown = { bytes: 1_600_000, kinds, holders, requests: 10_000 }

  it('names what there is more of, and what holds it', () => {
    expect(grownWords(grown, 160)).to.equal(
      'Date (10,000) and Object (10,000) after 10,000 requests: the Array `visits` of shop.js holds 97 % of it.'
    )
  })

  it('names no holder rather than one of little, and nothing where the heap shows only little', () => {
    expect(grownWords({ ...grown, holders: holders.slice(1) }, 160)).to.match(
      /: no variable of the app’s code leads to most of it\.$/
    )
    expect(grownWords(grown, 400)).to.equal('not seen: two snapshots of the heap do not show so much.')
  })
})
