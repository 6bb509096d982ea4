import type { Growing, Growth, GrowthFound } from '../../../plugin/questions/growth/concepts.ts'
import { growing } from '../../../plugin/questions/growth/concepts.ts'
import { grownWords, growthLines, moreWords } from '../../../plugin/questions/growth/report/console.ts'
import { expectTold } from '../../support/golden.ts'
import { aFoot } from '../../support/growth.ts'

const rounds = [{ feet: Array.from({ length: 11 }, (_, i) => aFoot({ requests: 1000 * i })) }]
const found: GrowthFound = { app: 'server.js', rounds, requests: 1000, seconds: 61.2, limit: null, grown: null }
const steady = { state: 'steady', slope: { value: 3, interval: [-30, 36] }, early: null } as const

const tell = (grown: Partial<Record<Growing, Partial<Growth>>>, verdict: 'pass' | 'fail' | 'inconclusive' = 'fail') => {
  const growths = growing.map((what) => ({ what, ...steady, ...grown[what] }))
  const { title, rows, closing } = growthLines(found, growths, verdict)
  return [title, ...rows.map(({ word, text }) => `${word} ${text}`), closing].join('\n')
}
const slope = { value: 312, interval: [290, 330] } as const
const early = { value: 2000, interval: [1900, 2100] } as const
const grows = { state: 'grows', slope } as const
const slowly = { state: 'grows', slope: { value: 0.02, interval: [0.02, 0.02] } } as const

const share = (name: string, count: number, bytes: number) => ({ name, count, bytes })
const kinds = [share('Date', 10_000, 960_000), share('Object', 10_000, 560_000), share('Socket', 20, 2000)]
const holders = [share('the Array `visits` of shop.js', 30_000, 1_550_000), share('the Map `users` of app.js', 9, 900)]
const grown = { bytes: 1_600_000, kinds, holders, requests: 10_000 }

const told = {
  'how much a request leaves, and when that is 1 GiB': tell({ memory: grows }),
  'less than what was seen, where nothing grows': tell({}, 'pass'),
  'what filled up': tell({ memory: { early } }, 'pass'),
  'a longer look at what may fill up': tell({ memory: { early, slope, state: 'unknown' } }, 'inconclusive'),
  'nothing of the process where it is told what grows': tell({ memory: grows, resident: grows }),
  'native memory only where nothing else tells what grows': tell({ resident: grows }),
  'files by their number': tell({ descriptors: slowly }),
  'how much more it is than with another version': moreWords({ value: 312.4, interval: [290, 1330] }, 'main', -2),
  'what there is more of, and what holds it': grownWords(grown, 160),
  'no holder rather than one of little': grownWords({ ...grown, holders: holders.slice(1) }, 160),
  'nothing where the heap shows only little': grownWords(grown, 400)
}

describe('what growth says', () => it('is as golden/growth.txt has it', () => expectTold('growth.txt', told)))
