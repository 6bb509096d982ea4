import { writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { bracket, nextLevel, readings, type Bounds, type Step } from '../../plugin/statistics/capacity-search.ts'
import { mean, median, standardDeviation } from '../../plugin/statistics/descriptive.ts'
import { logInterval, tailAtLook } from '../../plugin/statistics/sequential-rule.ts'
import { capacityOfQueue, simulateLoad, type Queue } from '../support/queues.ts'
import { seededNormal, seededUniform } from '../support/random.ts'

const rateBounds: Bounds = { start: 100, least: 0.2, most: 20_000, isWhole: false }
const looks = { min: 3, max: 10, confidence: 0.95 } as const
const preciseEnough = 0.1 // on the log scale, to each side
const betweenLoadsSeconds = 1 // to exchange the app
const speedNoise = 0.03 // of one start of the app to the next, on the log scale

type Load = (level: number, counted: number) => Step
type Found = { centre: number, halfWidth: number, seconds: number, loads: number }

/** A whole search; the interval is looked at after each round, and ends it when it is narrow. */
function search(load: Load, bounds: Bounds): Found {
  const [before, during]: [Step[], Step[]] = [[], []]
  let seconds = 0
  for (let next = bracket(before, bounds); !('found' in next); next = bracket(before, bounds)) {
    if ('end' in next || before.length === 25) throw new Error(`${JSON.stringify(next)} after ${JSON.stringify(before)}`)
    const counted = Math.min(11.5, Math.max(2.5, 30 / next.next))
    before.push(load(next.next, counted))
    seconds += counted + 0.5 + betweenLoadsSeconds
  }
  for (;;) {
    const level = nextLevel(before, during, bounds)
    const counted = Math.min(13.5, Math.max(4, 220 / level))
    during.push(load(level, counted))
    seconds += counted + 1.5 + betweenLoadsSeconds
    if (during.length < looks.min) continue
    const { centre, halfWidth } = logInterval(readings(before, during).map(Math.log), tailAtLook(looks, during.length))
    if (halfWidth <= preciseEnough || during.length === looks.max) return { centre, halfWidth, seconds, loads: before.length + during.length }
  }
}

/** @returns over some searches: bias and sd of the logarithm, the part of the intervals that hold the truth, the median time, and the part within 5 % */
function tryOften(times: number, truth: number, once: () => Found) {
  const found = Array.from({ length: times }, once)
  const errors = found.map(({ centre }) => centre - Math.log(truth))
  const share = (holds: boolean[]) => holds.filter(Boolean).length / times
  return {
    bias: mean(errors),
    sd: standardDeviation(errors),
    coverage: share(found.map(({ halfWidth }, i) => Math.abs(errors[i]) <= halfWidth)),
    within5: share(errors.map((error) => Math.abs(error) < 0.05)),
    seconds: median(found.map(({ seconds }) => seconds))
  }
}

function searchQueue(queue: Queue, limitMs: number, times: number) {
  const [uniform, normal] = [seededUniform(limitMs), seededNormal(17)]
  const truth = capacityOfQueue(queue, limitMs)
  const load: Load = (level, counted) => {
    const serviceMs = queue.serviceMs * Math.exp(speedNoise * normal())
    const { p95, came, answered } = simulateLoad({ ...queue, serviceMs }, { perSecond: level, warmUpSeconds: 1.5, seconds: counted }, uniform)
    return { level: came / counted, room: limitMs / p95, busy: Math.min(1, (level * serviceMs) / 1000 / queue.servers), answered: answered / counted }
  }
  return { truth, ...tryOften(times, truth, () => search(load, { ...rateBounds, start: (200 * queue.servers) / queue.serviceMs })) }
}

type Row = [name: string, limitMs: number, found: ReturnType<typeof searchQueue>]

/** With THEORY_TABLE=<file>, more queues are searched more often, and this goes into that file. */
function tableOf(rows: Row[]) {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  return ['| queue | p95 limit | truth | bias | sd | coverage | within 5 % | median s |\n|---|---|---|---|---|---|---|---|',
    ...rows.map(([name, limit, { truth, bias, sd, coverage, within5, seconds }]) =>
      `| ${[name, `${limit} ms`, `${truth.toFixed(1)}/s`, percent(bias), percent(sd), percent(coverage), percent(within5), seconds.toFixed(0)].join(' | ')} |`)].join('\n')
}

describe('the search for a capacity, simulated', () => {
  const tableFile = process.env.THEORY_TABLE
  const isTable = tableFile !== undefined
  const exponential: Queue = { servers: 1, serviceMs: 2, isExponential: true }
  const queues: Record<string, Queue> = {
    'M/M/1, 2 ms': exponential,
    'M/D/1, 2 ms': { ...exponential, isExponential: false },
    'M/D/2, 4 ms': { servers: 2, serviceMs: 4, isExponential: false },
    ...(isTable ? { 'M/M/1, 4 ms': { ...exponential, serviceMs: 4 }, 'M/D/1, 9 ms': { servers: 1, serviceMs: 9, isExponential: false } } : {})
  }

  it('finds the capacity of queues without bias, with intervals that hold it as often as they promise, within a minute and a half', () => {
    const rows: Row[] = Object.entries(queues).flatMap(([name, queue]) =>
      [20, 100, 200].map((limitMs): Row => [name, limitMs, searchQueue(queue, limitMs, isTable ? 400 : 40)]))
    if (tableFile !== undefined) return writeFileSync(tableFile, `${tableOf(rows)}\n`)
    for (const [name, limitMs, { bias, sd, coverage, seconds }] of rows) {
      const at = `${name}, p95 of ${limitMs} ms`
      expect(Math.abs(bias), `bias: ${at}`).below(0.03)
      expect(sd, `sd: ${at}`).below(0.045)
      expect(coverage, `coverage: ${at}`).at.least(0.9)
      expect(seconds, `seconds: ${at}`).below(90)
    }
    expect(mean(rows.map(([, , { coverage }]) => coverage)), 'coverage of all').at.least(0.95)
    expect(mean(rows.map(([, , { within5 }]) => within5)), 'within 5 %').at.least(0.9)
  })

  it('finds how many users a closed loop carries, whose latency grows with each of them', () => {
    const normal = seededNormal(3)
    // One server of 2 ms, of which each user has the next request as soon as the last is answered: 100 of them wait 200 ms.
    const load: Load = (users) => ({ level: users, room: 200 / (2 * users * Math.exp(speedNoise * normal())), busy: 1, answered: null })
    const { bias, coverage, within5 } = tryOften(200, 100, () => search(load, { start: 4, least: 1, most: 1000, isWhole: true }))
    expect(Math.abs(bias)).below(0.015)
    expect(coverage).at.least(0.93)
    expect(within5).at.least(0.9)
  })

  it('finds the cliff of an app that waits, and is as quick up to it', () => {
    const [normal, uniform] = [seededNormal(4), seededUniform(4)]
    // 60 connections of 100 ms: none waits up to 600 a second.
    const load: Load = (level, counted) => {
      const { p95, came, answered } = simulateLoad(
        { servers: 60, serviceMs: 100 * Math.exp(speedNoise * normal()), isExponential: false }, { perSecond: level, warmUpSeconds: 1.5, seconds: counted }, uniform)
      return { level: came / counted, room: 200 / p95, busy: 0.1, answered: answered / counted }
    }
    const { bias, within5 } = tryOften(15, capacityOfQueue({ servers: 60, serviceMs: 100, isExponential: false }, 200), () => search(load, rateBounds))
    expect(Math.abs(bias)).below(0.04)
    expect(within5).at.least(0.5)
  })
})

describe('the first part of a search', () => {
  const step = (level: number, room: number, others: Partial<Step> = {}): Step => ({ level, room, busy: null, answered: null, ...others })

  it('grows while the level holds, by what is left of its event loops', () => {
    expect(bracket([], rateBounds)).eql({ next: 100 })
    expect(bracket([step(100, 5)], rateBounds)).eql({ next: 200 })
    expect(bracket([step(100, 5, { busy: 0.3 })], rateBounds)).eql({ next: 300 })
    expect(bracket([step(100, 5, { busy: 0.01 })], rateBounds)).eql({ next: 800 })
  })

  it('ends at a bound that is in the way, although not exactly as many users come as were asked for', () => {
    const bounds = { ...rateBounds, least: 10, most: 150 }
    expect(bracket([step(147, 2)], bounds)).eql({ end: 'not exhausted' })
    expect(bracket([step(10.4, 0.5)], bounds)).eql({ end: 'not reached' })
  })

  it('ends where no load says anything, because the load generator was late in each', () => {
    expect(bracket([], { ...rateBounds, least: 1, most: 1 })).eql({ end: 'not exhausted' })
  })

  it('takes what contradicts itself for noise near the limit', () => {
    const contradictory = [step(100, 0.9), step(110, 1.1)]
    expect(bracket(contradictory, rateBounds)).eql({ found: true })
    const level = nextLevel(contradictory, [], rateBounds)
    expect(level).within(90, 125)
    expect(readings(contradictory, [step(level, 1)])[0]).closeTo(level, 1e-6)
  })

  it('tries whole numbers of users only, and no number twice', () => {
    const bounds = { start: 4, least: 1, most: 1000, isWhole: true }
    for (let limit = 1; limit < 60; limit++) {
      const steps: Step[] = []
      for (let next = bracket(steps, bounds); 'next' in next; next = bracket(steps, bounds)) {
        expect(Number.isInteger(next.next)).equal(true)
        expect(steps.map(({ level }) => level)).not.include(next.next)
        steps.push(step(next.next, (limit + 0.5) / next.next))
      }
      expect(bracket(steps, bounds)).eql({ found: true })
      expect(Number.isInteger(nextLevel(steps, [], bounds))).equal(true)
    }
  })
})

describe('what a load says of the capacity', () => {
  const before: Step[] = [{ level: 300, room: 2, busy: null, answered: 300 }, { level: 600, room: 0.05, busy: null, answered: 500 }]

  it('is read from the line on which room falls to 0 at saturation', () => {
    expect(readings(before, [{ level: 380, room: 1.2, busy: null, answered: 380 }])).eql([400])
  })

  it('is read from what was answered, where more came than that', () => {
    expect(readings(before, [{ level: 550, room: 0.1, busy: null, answered: 500 }])).eql([400])
  })

  it('is never less than half of the load', () => {
    expect(readings(before, [{ level: 550, room: 0, busy: null, answered: 0 }])).eql([275])
  })
})
