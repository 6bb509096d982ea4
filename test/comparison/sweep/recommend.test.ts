import { describe } from 'mocha'
import { aGenerator, aMachine, latencies } from '../../support/runs.ts'
import { sweepOf } from '../../support/sweep-runs.ts'
import { itFinds } from '../../support/cases.ts'
import type { Run } from '../../../plugin/concepts/run.ts'

/** Such as "2: 2 workers: 1.66x ..."; null where there is no knee. */
function recommended(...what: Parameters<typeof sweepOf>) {
  const { knee, recommendation } = sweepOf(...what)
  return `${knee}: ${recommendation}`
}

describe('a recommendation', () => {
  const free = { 1: 228, 2: 378, 4: 380 }
  const unknown = { machine: null }
  const came = { shortestSessionMs: 20, arrivalSeconds: 10 }
  const kept = { generator: aGenerator({ ...came, drainSeconds: 0.1 }) }
  const late = { generator: aGenerator({ ...came, drainSeconds: 3, queueSeconds: 3 }) }
  const p95 = (ms: number) => ({ ...kept, latencyMs: latencies(ms) })
  const withFour = (run: Partial<Run>) => ({ runs: { 4: run } })

  itFinds({
    'the recommended number of workers is the fewest that no larger number measurably surpasses': [
      [recommended(free), '2: 2 workers: 1.66x for 48 MB more; 4 workers gain nothing measurable on 2 cores.'],
      [recommended({ 1: 200, 2: 380, 4: 700, 8: 705, 16: 600 }, { cores: 8 }),
        '4: 4 workers: 3.50x for 144 MB more; 8 workers gain nothing measurable, 16 workers are slower.'],
      [recommended({ 1: 100, 2: 190, 4: 350, 8: 510 }, { cores: 8 }), '8: 8 workers: 5.10x for 336 MB more; more were not tried.'],
      [recommended({ 1: 228, 2: 229, 4: 220 }), '1: 1 worker is as good as any: 2 and 4 gain nothing measurable.'],
      [recommended({ 2: 380, 4: 381, 8: 370 }), '2: 2 workers are as good as any: 4 and 8 gain nothing measurable on 2 cores.']
    ],
    'the recommended number of workers is not told as if it were known, where the rounds differ so much that more workers may be much better': [
      [recommended({ 1: 200, 2: 240, 4: 199 }, { rates: { 2: [150, 240, 380] } }),
        /^1: No number of workers is measurably better than 1, but with 2 it may be up to \d+\.\d\dx: more rounds, longer runs or a quieter machine would tell\.$/]
    ],
    'the recommended number of workers tells those that gain nothing from those that are slower': [
      [recommended({ 1: 228, 2: 150, 4: 120 }), '1: 1 worker is the best: 2 and 4 are slower.'],
      [recommended({ 1: 228, 2: 229, 4: 120 }), '1: 1 worker is as good as any: 2 gain nothing measurable, 4 are slower.'],
      [recommended({ 2: 380, 4: 190 }), '2: 2 workers are the best: 4 are slower on 2 cores.'],
      [recommended({ 1: 228, 2: 378, 4: 200, 8: 100 }), '2: 2 workers: 1.66x for 48 MB more; 4 and 8 workers are slower on 2 cores.']
    ],
    'the recommended number of workers compares with the fewest that were tried, round by round': [
      [recommended({ 2: 200, 4: 380, 8: 381 }, { cores: 4 }),
        '4: 4 workers: 1.90x over 2 for 96 MB more; 8 workers gain nothing measurable on 4 cores.'],
      [recommended({ 1: 200, 2: 220, 4: 221 }, { rounds: [0.5, 1, 2] }), /^2: /]
    ],
    'the recommended number of workers admits that its gain alone may be nothing: 2 workers are better than 1 in two rounds of three, 4 in all': [
      [recommended({ 1: 200, 2: 206, 4: 216 }, { rates: { 2: [194, 212, 212] } }),
        /^2: 2 workers: 1\.03x \(0\.\d\dx to 1\.\d\dx, so maybe nothing\) for 48 MB more; 4 workers gain nothing measurable/]
    ],
    'the recommended number of workers says nothing of memory where the system does not tell, or none was taken in addition': [
      [recommended(free, { runs: { 1: unknown, 2: unknown, 4: unknown } }), '2: 2 workers: 1.66x; 4 workers gain nothing measurable.'],
      [recommended({ 1: 228, 2: 378 }, { runs: { 2: { machine: aMachine({ appMegabytes: 100 }) } } }), '2: 2 workers: 1.66x; more were not tried.']
    ],
    'the recommended number of workers is told by p95 where the fewest kept up with users who come whatever the app does': [
      [recommended({ 1: 100, 2: 100, 4: 100 }, { runs: { 1: p95(20), 2: p95(20), 4: p95(21) } }),
        'null: This load is too small to tell: 1 worker kept up with the users who came, and more gain nothing measurable at p95.'],
      [recommended({ 1: 100, 2: 100, 4: 100 }, { runs: { 1: p95(90), 2: p95(30), 4: p95(30) } }),
        "null: 2 workers: 3.00x at p95 for 48 MB more; 4 workers gain nothing measurable on 2 cores; throughput can't tell, since 1 worker kept up with the users who came."],
      [recommended({ 1: 100, 2: 100, 4: 100 }, { runs: { 1: p95(20), 2: p95(40), 4: p95(60) } }),
        'null: This load is too small to tell: 1 worker kept up with the users who came, and more are slower at p95.'],
      [recommended({ 1: 100, 2: 100, 4: 100 }, { runs: { 1: p95(20), 2: p95(20), 4: p95(60) } }),
        'null: This load is too small to tell: 1 worker kept up with the users who came, and 2 workers gain nothing measurable, 4 workers are slower at p95.']
    ],
    'the recommended number of workers is the fewest that keep up with the users who come; where none does, as in a closed loop': [
      [recommended({ 1: 100, 2: 166, 4: 166 }, { runs: { 1: late, 2: kept, 4: kept } }),
        'null: 2 workers are the fewest that keep up with the users who come (1.66x for 48 MB more); more load would tell what more workers gain.'],
      [recommended({ 2: 100, 4: 166, 8: 300 }, { runs: { 2: late, 4: late, 8: kept } }),
        'null: 8 workers are the fewest that keep up with the users who come (3.00x over 2 for 288 MB more); more load would tell what more workers gain.'],
      [recommended({ 1: 100, 2: 166, 4: 166 }, { runs: { 1: late, 2: late, 4: late } }), /^2: /]
    ],
    'a recommendation that nobody can give is none where the load generator was too busy to tell': [
      [recommended({ 1: 100, 2: 190, 4: 200 }, withFour({ generator: aGenerator({ utilization: 0.95 }) })),
        'null: The load generator was 95 % busy with 4 workers, so their throughput is its own: to learn how many are best, ' +
        'load less (fewer users, or think time between requests), ask for heavier work, or use a machine with more cores.']
    ],
    'a recommendation that nobody can give is none where some answer otherwise, or fail': [
      [recommended({ 1: 100, 2: 190, 4: 200 }, { answers: ['clustered 2', 'clustered 4'].map((variant) => ({ variant, requests: 1, different: ['GET /'], unsteady: [] })) }),
        'null: With 2 and 4 workers the app does not answer as clustered 1 does: to learn how many are best, mend that first.'],
      [recommended({ 1: 100, 2: 190, 4: 200 }, { ...withFour({ failures: 144 }), thresholds: { errorRate: 0.05 } }),
        'null: 12 % of the requests failed with 4 workers: to learn how many are best, mend the app or lower the load.']
    ]
  })
})
