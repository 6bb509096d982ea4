import { inspect } from 'node:util'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readRuns } from '../../plugin/record/ndjson-files.ts'
import { runsInDetail } from '../../plugin/record/read-record.ts'
import { aGenerator, aRun, aWorker, latencies } from '../support/runs.ts'
import { refusal } from '../support/settings.ts'
import type { Run } from '../../plugin/concepts/run.ts'

const runs = [aRun(), aRun({ round: 2 }), aRun({ round: 3, latencyMs: null })]
const lines = runs.map((run) => `${JSON.stringify(run)}\n`)

describe('the runs of a record', () => {
  it('are read in their order', () => {
    expect(readRuns(lines.join(''), 'runs.ndjson')).to.eql(runs)
    expect(readRuns('', 'runs.ndjson')).to.eql([])
  })

  it('do not tell their client where it was the only one', () => {
    const { client, ...run } = aRun()
    expect(client).to.equal(null)
    expect(readRuns(`${JSON.stringify(run)}\n`, 'runs.ndjson')).to.eql([aRun()])
    const lean = aRun({ client: { name: 'lean', because: null } })
    expect(readRuns(`${JSON.stringify(lean)}\n`, 'runs.ndjson')).to.eql([lean])
  })

  it('end before a last line that was cut off', () => {
    for (const cut of [1, 10, 200, lines[2].length - 1]) expect(readRuns(lines.join('').slice(0, -cut), 'runs.ndjson')).to.eql(runs.slice(0, 2))
  })

  it('are refused when a line is broken', () => {
    const broken = { code: 'NOT_A_RECORD', message: 'x/runs.ndjson is broken in line 2, which is no run; copy the whole folder of the comparison again.' }
    for (const line of [lines[1].slice(9), `${lines[1].slice(0, 99)}\n`, '\n', 'null\n', '[]\n', '{"scenario":"primes"}\n']) {
      expect(refusal(() => readRuns(lines[0] + line + lines[2], 'x/runs.ndjson')), line).to.eql(broken)
    }
  })

  const shown = ['scenario', 'variant', 'startedAt', 'requests', 'latencyMs', 'firstRequests', 'workers', 'samples', 'telemetry', 'round', 'loadSeconds', 'failures', 'throughputPerSecond', 'generator', 'machine']
  const wrong: object[] = [
    ...shown.map((key) => ({ [key]: undefined })),
    ...[-1, 0.5, '12'].map((requests) => ({ requests })),
    ...[null, [{ pid: '1', requests: 3, usage: null }]].map((workers) => ({ workers })),
    { startedAt: 'today' }, { firstRequests: null }, { samples: 7 }, { round: null }, { latencyMs: { p50: 1, p95: 2 } }, { generator: {} }, { machine: { cores: 2, others: 0 } }
  ]
  for (const flaw of wrong) {
    it(`are refused when a line has ${inspect(flaw)}, which leads to the run’s files, or is shown`, () => {
      expect(refusal(() => readRuns(`${JSON.stringify({ ...aRun(), ...flaw })}\n`, 'runs.ndjson')).message).to.contain('line 1')
    })
  }

  it('may have a generator and a machine that told nothing', () => {
    const silent = aRun({ machine: null, generator: aGenerator({ utilization: null }), workers: [aWorker('1', { usage: null })] })
    expect(readRuns(`${JSON.stringify(silent)}\n`, 'runs.ndjson')).to.eql([silent])
  })
})

const rounds = (p95s: number[], rest?: Partial<Run>) => p95s.map((p95, i) => aRun({ round: i + 1, latencyMs: { ...latencies(500 - i), p95 }, ...rest }))

const shown = (runs: Run[]) => [...runsInDetail(runs)].map(({ scenario, variant, round }) => `${scenario} ${variant} ${round}`)

describe('the run that is shown in detail', () => {
  it('is the one whose p95 is the median', () => {
    expect(shown(rounds([30, 10, 20]))).to.eql(['primes single 3'])
    expect(shown(rounds([9, 100, 20, 11, 12]))).to.eql(['primes single 5'])
  })

  it('is the lower one of an even number', () => {
    expect(shown(rounds([40, 10, 30, 20]))).to.eql(['primes single 4'])
    expect(shown(rounds([40, 10]))).to.eql(['primes single 2'])
  })

  it('is one for each variant of each scenario', () => {
    const runs = [...rounds([1, 2, 3]), ...rounds([3, 1, 2], { variant: 'clustered' }), ...rounds([1], { scenario: 'hello' })]
    expect(shown(runs)).to.eql(['primes single 2', 'primes clustered 3', 'hello single 1'])
  })

  it('has responses where half of the rounds have', () => {
    expect(shown([aRun({ latencyMs: null }), aRun({ round: 2 })])).to.eql(['primes single 2'])
    expect(shown([aRun({ latencyMs: null })])).to.eql(['primes single 1'])
  })
})
