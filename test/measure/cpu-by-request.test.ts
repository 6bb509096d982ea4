import { expect } from 'chai'
import { cpuByRequest } from '../../plugin/measure/cpu-by-request.ts'
import { leastSquares } from '../../plugin/statistics/least-squares.ts'
import { samplesHeader } from '../../plugin/record/samples.ts'
import { temporaryFolder } from '../support/folder.ts'
import { seededUniform } from '../support/random.ts'
import type { UsageReport } from '../../plugin/messages/app.ts'

const costs = [30, 2, 0.01]
const names = { 1: 'POST /login', 2: 'GET /items', 3: 'GET /health' }
const windowMs = 200
const originMs = 5000

/** Processes whose CPU is worth what they answer, and noise of a millisecond. @param share of items, by the login */
function measured(countsIn: (uniform: () => number) => number[], pids = ['7', '8']) {
  const uniform = seededUniform(3)
  const rows: [startMs: number, line: string][] = []
  const usage = pids.flatMap((pid) => {
    let cpuMs = 100
    return Array.from({ length: 31 }, (_, window) => {
      if (window > 0) {
        const counts = countsIn(uniform)
        counts.forEach((count, request) => {
          cpuMs += costs[request] * count
          for (let i = 0; i < count; i++) {
            const startMs = (window - 1) * windowMs + uniform() * (windowMs - 10)
            rows.push([startMs, `${startMs.toFixed(3)},9.000,200,${pid},0,${request + 1},9.000\n`])
          }
        })
        cpuMs += uniform() - 0.5
      }
      return { pid: Number(pid), atMs: originMs + window * windowMs, cpuMs } as UsageReport
    })
  })
  const lines = rows.sort(([one], [other]) => one - other).map(([, line]) => line)
  return { usage, text: samplesHeader + lines.join('') }
}

describe('the CPU time of a response of each request', () => {
  const folder = temporaryFolder()
  const spans = [{ fromMs: originMs, toMs: originMs + 30 * windowMs }]
  const found = async ({ usage, text }: ReturnType<typeof measured>, own = spans) =>
    cpuByRequest(folder.write('samples.csv', text), { originMs, usage, spans: own, names })
  const asUsual = (uniform: () => number) => [4 * uniform(), 40 * uniform(), 10 * uniform()].map(Math.round)

  it('is what the processes took for it, whatever else kept them busy', async () => {
    const cpu = await found(measured(asUsual))
    expect(cpu.get('POST /login')).to.be.closeTo(30, 1)
    expect(cpu.get('GET /items')).to.be.closeTo(2, 0.1)
  })

  it('is unknown where it is next to nothing', async () => {
    expect([...(await found(measured(asUsual))).keys()]).to.eql(['POST /login', 'GET /items'])
  })

  it('is unknown of requests that always come together, and of a load that was too short', async () => {
    expect((await found(measured(() => [1, 10, 1]))).size).to.equal(0)
    const short = [{ fromMs: originMs, toMs: originMs + 3 * windowMs }]
    expect((await found(measured(asUsual), short)).size).to.equal(0)
  })

  it('is unknown where responses do not name the process', async () => {
    const { usage, text } = measured(asUsual)
    expect((await found({ usage, text: text.replaceAll(/,200,[78],/g, ',200,web,') })).size).to.equal(0)
  })
})

describe('least squares', () => {
  it('find what things are worth, with an error that covers it in 19 of 20 cases', () => {
    const uniform = seededUniform(5)
    let within = 0
    for (let i = 0; i < 400; i++) {
      const rows = Array.from({ length: 30 }, () => [10 * uniform(), 5 * uniform()])
      const noise = () => uniform() + uniform() + uniform() + uniform() - 2
      const totals = rows.map(([a, b]) => 3 * a + 7 * b + noise())
      const [{ value, error }] = leastSquares(rows, totals) ?? []
      if (Math.abs(value - 3) < 2.05 * error) within++
    }
    expect(within / 400).to.be.within(0.92, 0.98)
  })
})
