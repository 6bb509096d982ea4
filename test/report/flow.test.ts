import { expect } from 'chai'
import { summaryMarkdown } from '../../plugin/report/ci/summary-markdown.ts'
import { formatScenario } from '../../plugin/report/console/result.ts'
import { flowSentence } from '../../plugin/report/words/flow-words.ts'
import { annotations } from '../../plugin/report/ci/github.ts'
import { junitXml } from '../../plugin/report/ci/junit.ts'
import { flowSection } from '../../plugin/report/page/parts-sections.ts'
import { assertFaster, assertThresholds } from '../../plugin/kit/assert.ts'
import { aView } from '../support/pages.ts'
import { compared } from '../support/compared.ts'
import { flowRuns, shopRuns, type RequestPart } from '../support/flows.ts'
import { itFinds } from '../support/cases.ts'
import { aComparison } from '../support/results.ts'
import { decisionOf } from '../../plugin/comparison/decision.ts'
import { someSettings } from '../support/settings.ts'
import { answerOf } from '../../plugin/report/words/answer.ts'
import { latencies } from '../support/runs.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { FlowResult } from '../../plugin/concepts/comparison.ts'

const shop = compared(shopRuns())

describe('the requests of a flow on the console', () => {
  const linesOf = (runs = shopRuns()) => formatScenario(compared(runs)).split('\n')

  it('are a table below that of all, the one first for which users wait most', () => {
    const lines = linesOf()
    const head = lines.findIndex((line) => line.includes('waited'))
    expect(lines[head]).to.match(/waited +at +single +clustered +speedup +95 % interval/)
    expect(lines[head + 1]).to.match(/POST \/login +7\d % +p95 +\d+ ms +\d+ ms +2\.0\dx +1\.\d\d - 2\.\d\d/)
    expect(lines.join('\n')).to.match(/requests +clustered helps POST \/login most \(p95 2\.0\dx \[.*\]\)\./)
  })

  it('are at most five', () => {
    const arm = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`GET /${i}`, { ms: [10, 11] }]))
    const lines = linesOf(flowRuns(arm, arm))
    expect(lines.filter((line) => line.includes('GET /'))).to.have.length(5)
    expect(lines.join('\n')).to.contain('and 4 more rows, on the page')
  })

  it('tell why one has no figures, that several steps have a name, and what failed', () => {
    const arm = { a: { ms: [10], steps: 2 }, b: { ms: [10], responses: 3 }, c: { ms: [20], responses: 0 } }
    const text = linesOf(flowRuns(arm, { ...arm, c: { ms: [20], responses: 0, failures: 100 } })).join('\n')
    expect(text).to.match(/\ba .* 2 steps/)
    expect(text).to.match(/\bb .* 3 a run: too few/)
    expect(text).to.match(/\bc .* 0 % → 100 % failed, no responses/)
  })

  it('have a row more where bodies take time', () => {
    const arm = { a: { ms: [10] }, b: { ms: [10], bodyMs: 90 } }
    const text = linesOf(flowRuns(arm, arm)).join('\n')
    expect(text).to.match(/b .*p95 +100 ms .*to the last byte$/m)
    expect(text).to.match(/b .*p95 +90\.0 ms .*longest gap$/m)
  })

  it('have a row more to the first byte where latencies go to the last, as those of all have', () => {
    const arm = { a: { ms: [10] }, b: { ms: [10], bodyMs: 90 } }
    const runs = flowRuns(arm, arm).map((run) => ({
      ...run,
      firstByte: { latencyMs: latencies(7) },
      gapMs: latencies(60)
    }))
    const text = linesOf(runs).join('\n')
    expect(text).to.match(/b .*p95 +100 ms/)
    expect(text).to.match(/b .*p95 +10\.0 ms .*to the first byte$/m)
    expect(text).to.match(/^ {2}p95 first byte +7\.00 ms/m)
    expect(text).to.match(/^ {2}p95 longest gap +60\.0 ms/m)
    expect(text).to.match(/latency +p50, p95 and p99 go to the last byte/)
    expect(String(flowSection(aView({ result: compared(runs) })))).to.match(/to the first byte[^]*longest gap/)
    expect(summaryMarkdown(aComparison([compared(runs)]))).to.contain('p95 first byte')
  })

  it('have a row for each percentile that is demanded of them', () => {
    const requests = { 'GET /items': { p50: 0.5, p95: 1.5, p99: 0.5 } }
    const text = formatScenario(compared(shopRuns(), { requests }))
    for (const row of [/p50 .* 0\.5 +pass$/m, /p95 .* 1\.5 +fail$/m, /p99 .* 0\.5 +pass$/m]) expect(text).to.match(row)
  })

  it('come with how often users get through all of them, and for how long they wait, which is the answer, too', () => {
    const usersIn = { first: 0.25, later: 0.5, failed: 0.25 }
    const runs = shopRuns().map((run) => ({ ...run, counted: { ...run.counted, passes: 100 }, usersIn }))
    const { variants } = compared(runs)
    // One user waits at any moment.
    expect(variants[0].passes).to.eql({ perSecond: 20, waitedSeconds: 0.05 })
    expect(formatScenario(compared(runs))).to.match(
      /passes +Users get through the flow 20\.0\/s with single \(50 ms of waiting in each\) and 20\.0\/s with clustered/
    )
    const faster = runs.map((run) => ({ ...run, throughputPerSecond: run.variant === 'single' ? 100 : 200 }))
    const answer = (of: Run[]) => {
      const result = compared(of, { throughput: 1.5 })
      return answerOf({ ...result, decision: decisionOf(result, someSettings()) }).answer
    }
    expect(answer(faster)).to.equal('Yes: clustered (2 workers) gets users through 2.00 times as often as single.')
    expect(answer(faster.map((run) => ({ ...run, flow: [] })))).to.contain('serves 2.00 times as much')
  })

  it('are no table of a single request', () => {
    const arm = { a: { ms: [10] } }
    expect(linesOf(flowRuns(arm, arm)).join('\n')).not.to.contain('waited')
  })
})

describe('the requests of a flow in Markdown', () => {
  it('have a table with where they differ', () => {
    const text = summaryMarkdown(aComparison([shop]))
    expect(text).to.contain('**Requests**: clustered helps POST /login')
    expect(text).to.match(/\| POST \/login \| 7\d % \| p95 \| \d+ ms \| \d+ ms \| \*\*2\.0\dx\*\* \|/)
  })
})

describe('the sentence about requests that are slower', () => {
  const ownMs: [number, number] = [1, 1.2]
  const sentenceOf = (cpuMs: number | undefined, waitingMs = 3, known: Partial<RequestPart> = {}) => {
    const one = {
      a: { ms: [10, 10.1], cpuMs: 4, waitingMs: 3 },
      b: { ms: [5, 5.1], leastMs: 2, cpuMs: 1, ...known },
      c: { ms: [7, 7.1] }
    }
    const other = {
      a: { ms: [20, 20.1], cpuMs, waitingMs },
      b: { ms: [10, 10.1], leastMs: 2, cpuMs: 1, ...known },
      c: { ms: [14, 14.1] }
    }
    return flowSentence(compared(flowRuns(one, other)).candidates[0], 'single')
  }

  it('names the one whose own time on the CPU changed, and says of the others that they may only be behind it', () => {
    expect(sentenceOf(8)).to.match(
      /^Slower with clustered: .*\. a takes 2\.00x \[.*\] the CPU; perhaps only slower behind that: c and b\.$/
    )
  })

  it('says that they are behind it where their own time is known not to have grown as much', () => {
    expect(sentenceOf(8, 3, { ownMs })).to.match(
      /the CPU; slower behind that: b; perhaps only slower behind that: c\.$/
    )
  })

  it('names the one that waits longer in the app, behind which no other need be', () => {
    expect(sentenceOf(4, 6, { ownMs })).to.match(
      / a waits 2\.00x \[.*\] as long in the app; perhaps only slower behind that: c and b\.$/
    )
    expect(sentenceOf(8, 6)).to.match(/ a takes 2\.00x \[.*\] the CPU and waits 2\.00x \[.*\] as long in the app; /)
  })

  it('names one whose own time changed, although its latency is not known to have', () => {
    const b = { ms: [5, 5.1] }
    const runs = flowRuns(
      { a: { ms: [10, 30], cpuMs: 4 }, b },
      { a: { ms: [30, 10], cpuMs: 8 }, b: { ms: [10, 10.1] } }
    )
    expect(flowSentence(compared(runs).candidates[0], 'single')).to.match(
      /^Slower with clustered: b \(.*\)\. a takes 2\.00x \[.*\] the CPU; perhaps only slower behind that: b\.$/
    )
  })

  it('names none where that is unknown, or did not change', () => {
    for (const cpuMs of [undefined, 4.1])
      expect(sentenceOf(cpuMs))
        .to.match(/^Slower with clustered: /)
        .and.not.match(/the CPU|behind/)
  })
})

describe('the sentence about which requests compute, and which wait', () => {
  const sentenceOf = (arm: Record<string, RequestPart>) =>
    flowSentence(compared(flowRuns(arm, arm)).candidates[0], 'single')
  const login = { ms: [200, 201], cpuMs: 98 }
  const page = { ms: [60, 61], cpuMs: 1, waitingMs: 49 }

  it('names them with what they take', () => {
    expect(sentenceOf({ login, list: { ms: [9], cpuMs: 3.04 }, page })).to.equal(
      'In single, computing takes most of login (98 ms) and list (3.0 ms), and waiting most of page (49 ms).'
    )
  })

  it('is none where all do the same, or nothing is known', () => {
    const arms: Record<string, RequestPart>[] = [
      { login, list: login },
      { page, other: page },
      { a: { ms: [9] }, b: { ms: [8] } }
    ]
    for (const arm of arms) expect(sentenceOf(arm)).to.equal(null)
  })
})

describe('the sentence about where requests differ', () => {
  const gain = (request: string, speedup: number) => ({
    request,
    metric: 'p95' as const,
    speedup,
    interval: [0.9 * speedup, 1.1 * speedup] as [number, number]
  })
  const flow = shop.candidates[0].flow as FlowResult
  const sentence = (part: Partial<FlowResult>) =>
    flowSentence({ name: 'now', flow: { ...flow, most: null, slower: [], ...part } }, 'before')
  const over = ['GET /items', 'GET /slow']
  itFinds({
    'says which gains most, or more than which': [
      [sentence({ most: { ...gain('POST /login', 2), over } }), 'now helps POST /login most (p95 2.00x [1.80, 2.20]).'],
      [
        sentence({ most: { ...gain('POST /login', 2), over: ['GET /slow'] } }),
        /now helps POST \/login more than GET \/slow \(.*\)\./
      ]
    ],
    'says which are slower, and not that one gains which is slower, too': [
      [
        sentence({ most: { ...gain('POST /login', 0.5), over }, slower: [gain('GET /items', 0.3)] }),
        'Slower with now: GET /items (p95 0.30x [0.27, 0.33]).'
      ],
      [
        sentence({ slower: ['a', 'b', 'c', 'd', 'e'].map((name) => gain(name, 0.5)) }),
        /Slower with now: .*c \(.*\) and 2 more\./
      ]
    ],
    'is none where they are not known to differ, or of one request': [
      [sentence({}), null],
      [flowSentence({ name: 'now', flow: null }, 'before'), null]
    ]
  })
})

describe('what is required of single requests', () => {
  const result = compared(shopRuns(), { requests: { 'POST /login': { p95: 1.3 }, 'GET /items': { p95: 1.5 } } })
  const [failed] = compared(shopRuns(), { requests: { 'GET /items': { p95: 1.5 } } }).candidates

  it('is told on the console, with its verdict', () => {
    const text = formatScenario(result)
    expect(text).to.match(/^FAIL .*p95 of GET \/items 1\.0\dx \(needs 1\.5\)/m)
    expect(text).to.match(/POST \/login .* 1\.3 +pass/)
  })

  it('is a case of its own in JUnit', () => {
    const xml = junitXml(aComparison([result]))
    expect(xml).to.contain('name="p95 of POST /login speedup at least 1.3"')
    expect(xml).to.match(/name="p95 of GET \/items speedup at least 1\.5"[^>]*><failure/)
  })

  it('is told in Markdown, on the page and by annotations', () => {
    expect(summaryMarkdown(aComparison([result]))).to.contain('| 1.5 | ❌ fail |')
    expect(String(flowSection(aView({ result })))).to.contain('≥ 1.5x')
    expect(annotations(aComparison([result]), { path: 'shop.yml', text: '' }).join('\n')).to.contain(
      'p95 of GET /items'
    )
  })

  it('is why an assertion fails', () => {
    expect(failed.verdict).to.equal('fail')
    expect(() => assertThresholds(aComparison([{ ...result, candidates: [failed] }]))).to.throw(/p95 of GET \/items/)
  })
})

describe('an assertion about a request', () => {
  const comparison = aComparison([shop])

  it('is about its speedup alone', () => {
    assertFaster(comparison, { at: 'p95', by: 1.5, of: 'POST /login' })
    expect(() => assertFaster(comparison, { at: 'p95', by: 1.5, of: 'GET /items' })).to.throw(/clustered, GET \/items/)
  })

  it('is refused with the nearest name where there is none of that', () => {
    expect(() => assertFaster(comparison, { of: 'POST /logn' })).to.throw(
      /unknown request \(did you mean POST \/login\?\)/
    )
  })
})
