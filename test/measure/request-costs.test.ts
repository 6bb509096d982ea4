import { expect } from 'chai'
import { readLoad, readSlices } from '../../plugin/measure/read-load.ts'
import { leastSquares } from '../../plugin/statistics/least-squares.ts'
import { samplesHeader } from '../../plugin/record/samples.ts'
import { temporaryFolder } from '../support/folder.ts'
import { seededUniform } from '../support/random.ts'
import type { LoadOutcome } from '../../plugin/messages/load.ts'
import type { UsageReport } from '../../plugin/messages/app.ts'

const costs = [30, 2, 0.01, 0]
const waits = [0, 0, 0, 50]
const names = { 1: 'POST /login', 2: 'GET /items', 3: 'GET /health', 4: 'page' }
const windowMs = 200
const originMs = 5000

type Seeing = Partial<{ measured: number; pids: string[]; isSeen: boolean; lateMs: number }>

/**
 * Processes that are worth what they answer, and noise of a millisecond of CPU. The loop is idle for a half to three
 * halves of what a response waits for.
 *
 * @param measured share of the responses of which the process read the clocks; isSeen: it could; lateMs: after which
 * the client hears of a response
 */
function measured(
  countsIn: (uniform: () => number) => number[],
  { measured: share = 1, pids = ['7', '8'], isSeen = true, lateMs = 0 }: Seeing = {}
) {
  const uniform = seededUniform(3)
  const rows: [startMs: number, line: string][] = []
  const usage = pids.flatMap((pid) => {
    let cpuMs = 100
    const later = { responses: 0, inAppMs: 0, idleMs: 0 }
    return Array.from({ length: 31 }, (_, window) => {
      if (window > 0) {
        const counts = countsIn(uniform)
        counts.forEach((count, request) => {
          cpuMs += costs[request] * count
          for (let i = 0; i < count; i++) {
            const startMs = (window - 1) * windowMs + uniform() * (windowMs - 10) + lateMs
            rows.push([startMs, `${startMs.toFixed(3)},9.000,200,${pid},0,${request + 1},9.000\n`])
            if (uniform() > share) continue
            later.responses++
            later.idleMs += waits[request] * (0.5 + uniform())
          }
        })
        cpuMs += uniform() - 0.5
      }
      const first = { responses: 0, inAppMs: 0, idleMs: 0 }
      const inApp = isSeen ? { first, later: { ...later } } : null
      return { pid: Number(pid), atMs: originMs + window * windowMs, cpuMs, inApp } as UsageReport
    })
  })
  const lines = rows.sort(([one], [other]) => one - other).map(([, line]) => line)
  return { usage, text: samplesHeader + lines.join('') }
}

describe('what a response of each request takes', () => {
  const folder = temporaryFolder()
  const counted = [{ fromMs: originMs, toMs: originMs + 30 * windowMs }]
  const times = {
    beganMs: originMs,
    endedMs: counted[0].toMs,
    lastArrivalMs: originMs,
    shortestSessionMs: null,
    users: 1
  }
  const alone = { firstRequestsApart: false, workerPids: [], usageOf: () => null }
  const found = async ({ usage, text }: ReturnType<typeof measured>, spans = counted) => {
    const files = { samplesFile: folder.write('samples.csv', text), originMs, usage }
    const { flow = [] } = (await readSlices(files, times as LoadOutcome, spans)).summarise(alone, names)
    return Object.fromEntries(flow.map(({ name, ...own }) => [name, own]))
  }
  const asUsual = (uniform: () => number) => [4, 40, 10, 6].map((most) => Math.round(most * uniform()))

  it('is the CPU that the processes took for it, whatever else kept them busy', async () => {
    const { 'POST /login': login, 'GET /items': items } = await found(measured(asUsual))
    expect(login.cpuMs).to.be.closeTo(30, 1)
    expect(items.cpuMs).to.be.closeTo(2, 0.1)
  })

  it('is the time for which it waits while its process has nothing to do', async () => {
    const { page, 'POST /login': login } = await found(measured(asUsual))
    expect(page.waitingMs).to.be.closeTo(50, 4)
    expect(login).not.to.have.property('waitingMs')
  })

  it('is told as well where the process read its clocks for a part of the responses', async () => {
    const { page } = await found(measured(asUsual, { measured: 0.5 }))
    expect(page.waitingMs).to.be.closeTo(50, 12)
  })

  it('is told as well where clients hear of responses after the process has read its counters', async () => {
    const { 'POST /login': login, page } = await found(measured(asUsual, { lateMs: 40 }))
    expect(login.cpuMs).to.be.closeTo(30, 2)
    expect(page.waitingMs).to.be.closeTo(50, 8)
  })

  it('is told of a short load by the steps between readings', async () => {
    const { usage, text } = measured(asUsual, { lateMs: 3 })
    const both = Map.groupBy(usage, ({ pid }) => pid)
    // Two readings of each process, and what were readings as steps between them.
    const short = [...both.values()].flatMap((own): UsageReport[] => {
      const steps = own.slice(1, -1).map(({ atMs, cpuMs, inApp }) => {
        const { responses = 0, idleMs = 0 } = inApp?.later ?? {}
        return { atMs, cpuMs, responses, idleMs }
      })
      return [own[0], { ...(own.at(-1) as UsageReport), steps }]
    })
    const { 'POST /login': login, page } = await found({ usage: short, text })
    expect(login.cpuMs).to.be.closeTo(30, 1)
    expect(page.waitingMs).to.be.closeTo(50, 4)
    const { page: unknown } = await found({ usage: short.map((own) => ({ ...own, steps: [] })), text })
    expect(unknown).not.to.have.any.keys('cpuMs', 'waitingMs')
  })

  it('has bounds where it is next to nothing', async () => {
    const { 'GET /health': health, page } = await found(measured(asUsual))
    expect(health).not.to.have.any.keys('cpuMs', 'waitingMs')
    expect(health.ownMs?.[0]).to.be.at.most(0.01)
    expect(health.ownMs?.[1]).to.be.within(0.01, 5)
    expect(page.ownMs?.[0]).to.be.within(40, 50)
  })

  it('is the same where the load took no turns', async () => {
    const { usage, text } = measured(asUsual)
    const files = { samplesFile: folder.write('samples.csv', text), originMs, usage }
    const load = await readLoad(files, times, { warmUp: 0, load: (30 * windowMs) / 1000 })
    const { flow = [] } = load.summarise(alone, names)
    expect(flow.find(({ name }) => name === 'POST /login')?.cpuMs).to.be.closeTo(30, 1)
  })

  it('is unknown of requests that always come together, and of a load that was too short', async () => {
    const cases = [
      [measured(() => [1, 10, 1, 2]), counted],
      [measured(asUsual), [{ fromMs: originMs, toMs: originMs + 3 * windowMs }]]
    ] as const
    for (const [seen, spans] of cases)
      for (const own of Object.values(await found(seen, [...spans])))
        expect(own).not.to.have.any.keys('cpuMs', 'waitingMs', 'ownMs')
  })

  it('is unknown where responses do not name the process', async () => {
    const { usage, text } = measured(asUsual)
    const { 'POST /login': login } = await found({ usage, text: text.replaceAll(/,200,[78],/g, ',200,web,') })
    expect(login).not.to.have.any.keys('cpuMs', 'waitingMs', 'ownMs')
  })

  it('is the CPU alone where the process can not see how long it was idle', async () => {
    const { 'POST /login': login, page } = await found(measured(asUsual, { isSeen: false }))
    expect(login.cpuMs).to.be.closeTo(30, 1)
    expect(page).not.to.have.any.keys('waitingMs', 'ownMs')
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
