import { describe } from 'mocha'
import { crossoverMessage, type AtLevel } from '../../plugin/comparison/crossover-message.ts'
import { itFinds } from '../support/cases.ts'

const at = (offeredPerSecond: number, standing: AtLevel['standing'], rest?: Partial<AtLevel>): AtLevel => ({ offeredPerSecond, standing, by: 'p95', speedup: 1.62, most: 1.8, ...rest })
const said = (...levels: AtLevel[]) => crossoverMessage(levels, { name: 'clustered', baseline: 'single', isClosed: false })
const upTo = (...rates: number[]) => said(...rates.map((rate) => at(rate, 'as good'))).replace(/.*up to (\S+) .*/, '$1')

const lost = { by: 'keeping up' as const, speedup: 112 }
const asGood = at(60, 'as good')
const upTo60 = 'Up to 60 requests/s single is as good as clustered; from'

describe('the sentence on the crossover', () => {
  itFinds({
    'names the crossing, what tells it, what the candidate gains there, and where the baseline can’t keep up': [
      [said(at(59.7, 'as good'), at(180.4, 'as good'), at(240.1, 'better'), at(361.3, 'better', lost)),
        "Up to 180 requests/s single is as good as clustered; from 240 requests/s on clustered is better at p95 (1.62x at 240, single can't keep up at 361)."],
      [said(asGood, at(240, 'better')), `${upTo60} 240 requests/s on clustered is better at p95 (1.62x at 240).`],
      [said(asGood, at(240, 'better', lost), at(360, 'better', lost)), `${upTo60} 240 requests/s on clustered is better (single can't keep up at 240).`],
      [said(asGood, at(800, 'better', { by: 'throughput', speedup: 1.9 })),
        `${upTo60} 800 requests/s on clustered is better (1.90x the throughput at 800, where neither can keep up).`]
    ],
    'says so when the candidate is never better, or from the least load on, or worse below': [
      [said(asGood, at(360, 'as good')), 'At none of the loads, up to 360 requests/s, is clustered measurably better.'],
      [said(at(60, 'worse'), at(120, 'as good'), at(360, 'worse')),
        'At none of the loads, up to 360 requests/s, is clustered measurably better; at 60 and 360 single is better.'],
      [said(at(60, 'better'), at(120, 'better')), 'clustered is better at p95 already at 60 requests/s, the least load that was tried (1.62x at 60).'],
      [said(at(60, 'worse'), at(120, 'as good'), at(240, 'better')), /^Up to 120 requests\/s single is as good as clustered, at 60 even better; from 240 /],
      [said(at(60, 'worse'), at(120, 'worse'), at(240, 'better')), /^Up to 120 requests\/s single is better than clustered; from 240 /]
    ],
    'names no crossing where there is none': [
      [said(asGood, at(120, 'better'), at(180, 'as good'), at(240, 'better')),
        'clustered is better at 120 and 240 requests/s, but not at 180: the measurement is too noisy to name a crossing.'],
      [said(asGood, at(120, 'better'), at(180, 'worse'), at(240, 'as good')),
        'clustered is better at 120 requests/s, but no longer at 180 and 240, so there is no load from which on it pays off.']
    ],
    'passes over loads without a finding, and names them, rounded to what matters': [
      [said(asGood, at(120, 'unknown'), at(240, 'better'), at(360, 'unknown')),
        `${upTo60} 240 requests/s on clustered is better at p95 (1.62x at 240); at 120 and 360 requests/s the measurement carries no verdict.`],
      [said(at(60, 'unknown'), at(120, 'better')),
        'clustered is better at p95 already at 120 requests/s, the least load that carries a verdict (1.62x at 120); at 60 requests/s ' +
        'the measurement carries no verdict.'],
      [said(at(60, 'unknown'), at(120, 'unknown')), "Whether clustered pays off can't be told: at none of the loads does the measurement carry a verdict."],
      [said(asGood, at(120, 'better'), at(180, 'unclear'), at(240, 'unknown')),
        `${upTo60} 120 requests/s on clustered is better at p95 (1.62x at 120); at 180 requests/s the rounds differ too much to tell; ` +
        `at 240 requests/s the measurement carries no verdict.`],
      [upTo(0.456, 7.46), '7.5'], [upTo(7.46, 74.6), '75'], [upTo(74.6, 746.4), '746'], [upTo(746.4, 12345), '12,300'],
      [upTo(74.6, 75.4), '75.4'], [upTo(100.01, 100.02), '100.02'], [upTo(100, 100), '100']
    ]
  })
})
