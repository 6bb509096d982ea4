import { writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { simulateLoad, capacityOfQueue, type Queue } from '../../support/queues.ts'
import { seededNormal, seededUniform } from '../../support/random.ts'
import { loadOfQueue, looks, simulateSearch, type Load, type Searched } from '../../support/simulated-search.ts'
import { boundsOf } from '../../../plugin/questions/capacity/statistics/replay-search.ts'
import { mean, median, standardDeviation } from '../../../plugin/statistics/descriptive.ts'

interface Cell {
  name: string
  limitMs: number
  truth: number
  found: Searched[]
}

/**
 * Of searches that know the truth, after so many rounds: bias and sd of the logarithm, and the part of the intervals
 * that hold the truth.
 */
function after(rounds: number, { truth, found }: Pick<Cell, 'truth' | 'found'>) {
  const ends = found.map((search) => search.looks[rounds - looks.min])
  const errors = ends.map(({ centre }) => centre - Math.log(truth))
  return {
    bias: mean(errors),
    sd: standardDeviation(errors),
    coverage: share(ends.map(({ halfWidth }, i) => Math.abs(errors[i]) <= halfWidth))
  }
}

/** The part of searches that would pass a limit exactly at the truth, in any of their looks up to the last. */
const falsePasses = (rounds: number, { truth, found }: Pick<Cell, 'truth' | 'found'>) =>
  share(
    found.map((search) =>
      search.looks
        .slice(0, rounds - looks.min + 1)
        .some(({ centre, halfWidth }) => centre - halfWidth > Math.log(truth))
    )
  )

const share = (holds: boolean[]) => holds.filter(Boolean).length / holds.length

function searchOften(name: string, queue: Queue, limitMs: number, times: number): Cell {
  const start = boundsOf((200 * queue.servers) / queue.serviceMs, null)
  const found = Array.from({ length: times }, (_, i) =>
    simulateSearch(loadOfQueue(queue, limitMs, { seed: 1000 * limitMs + i }), start)
  )
  const truth = capacityOfQueue(queue, limitMs)
  return { name, limitMs, truth, found: found.filter((search) => search.looks.length > looks.max - looks.min) }
}

/** With THEORY_TABLE=<file>, more queues are searched more often, and this goes into that file. */
function tableOf(cells: Cell[]) {
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`
  const rows = cells.flatMap((cell) =>
    Array.from({ length: looks.max - looks.min + 1 }, (_, i) => looks.min + i).map((rounds) => {
      const { bias, sd, coverage } = after(rounds, cell)
      const seconds = median(cell.found.map((search) => search.seconds)).toFixed(0)
      return [
        cell.name,
        `${cell.limitMs} ms`,
        `${cell.truth.toFixed(1)}/s`,
        rounds,
        ...[bias, sd, coverage, falsePasses(rounds, cell)].map(percent),
        seconds
      ]
    })
  )
  return [
    '| queue | p95 limit | truth | rounds | bias | sd | coverage | false pass | s for 10 rounds |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows.map((row) => `| ${row.join(' | ')} |`)
  ].join('\n')
}

describe('the search for a capacity, simulated', function () {
  this.timeout(1_200_000)
  const tableFile = process.env.THEORY_TABLE
  const exponential: Queue = { servers: 1, serviceMs: 2, isExponential: true }
  const slow = { ...exponential, serviceMs: 10 }
  const many: Record<string, Queue> = {
    'M/M/1, 2 ms': exponential,
    'M/D/1, 2 ms': { ...exponential, isExponential: false },
    'M/M/1, 3.3 ms': { ...exponential, serviceMs: 10 / 3 },
    'M/D/2, 4 ms': { servers: 2, serviceMs: 4, isExponential: false },
    'M/M/1, 10 ms': slow,
    'M/D/1, 10 ms': { ...slow, isExponential: false }
  }
  const limits = [20, 60, 100, 150, 200, 500, 1000, 2000, 5000]
  const few: [string, number[]][] = [
    ['M/M/1, 2 ms', [20, 100, 1000]],
    ['M/D/2, 4 ms', [60]],
    ['M/M/1, 10 ms', [150, 1000, 3000, 5000]],
    ['M/D/1, 10 ms', [200, 2000]]
  ]

  it('finds the capacity of queues, with intervals that hold it, and passes a limit at it as seldom, as they promise', () => {
    if (tableFile !== undefined) {
      // A limit that leaves less than a quarter of saturation is hardly longer than a request takes.
      const isPossible = (queue: Queue, limitMs: number) =>
        capacityOfQueue(queue, limitMs) > (250 * queue.servers) / queue.serviceMs
      const cells = Object.entries(many).flatMap(([name, queue]) =>
        limits.filter((limitMs) => isPossible(queue, limitMs)).map((limitMs) => searchOften(name, queue, limitMs, 300))
      )
      return writeFileSync(tableFile, `${tableOf(cells)}\n`)
    }
    const cells = few.flatMap(([name, own]) => own.map((limitMs) => searchOften(name, many[name], limitMs, 40)))
    for (const cell of cells) {
      const at = `${cell.name}, p95 of ${cell.limitMs} ms`
      expect(cell.found, at).to.have.lengthOf(40)
      for (const rounds of [looks.min, looks.max]) {
        const { bias, sd, coverage } = after(rounds, cell)
        expect(Math.abs(bias), `bias: ${at}`).below(0.03)
        expect(sd, `sd: ${at}`).below(0.08)
        expect(coverage, `coverage: ${at}`).at.least(0.9)
      }
    }
    expect(mean(cells.map((cell) => after(looks.max, cell).coverage)), 'coverage of all').at.least(0.93)
    expect(mean(cells.map((cell) => falsePasses(looks.max, cell))), 'false passes of all').at.most(0.025)
  })

  it('ends where the load generator is late, and then tells a capacity that is no higher than the truth', () => {
    const cells = [7, 10, 15].map((lateMs) =>
      Array.from({ length: 40 }, (_, seed) =>
        simulateSearch(loadOfQueue(exponential, 60, { seed, lateMs }), boundsOf(100, null))
      )
    )
    const truth = capacityOfQueue(exponential, 60)
    const bounds = cells.flat().filter(({ replay: { state } }) => 'end' in state && state.end === 'not exhausted')
    expect(bounds).to.have.length.of.at.least(20)
    expect(share(bounds.map(({ replay }) => replay.atLeast > truth))).at.most(0.025)
    expect(Math.min(...bounds.map(({ replay }) => replay.atLeast / truth))).above(0.5)
  })

  it('finds how many users a closed loop carries, whose latency grows with each of them', () => {
    const normal = seededNormal(3)
    // One server of 2 ms, of which each user has the next request as soon as the last is answered: 100 of them wait 200
    // ms.
    const load: Load = (users, seconds) => ({
      level: users,
      seconds,
      room: 200 / (2 * users * Math.exp(0.03 * normal())),
      busy: 1,
      answered: null,
      leastQueue: 0
    })
    const found = Array.from({ length: 200 }, () => simulateSearch(load, boundsOf(4, 4)))
    const { bias, coverage } = after(looks.max, { truth: 100, found })
    expect(Math.abs(bias)).below(0.015)
    expect(coverage).at.least(0.93)
  })

  it('finds the cliff of an app that waits, and is as quick up to it', () => {
    const [normal, uniform] = [seededNormal(4), seededUniform(4)]
    // 60 connections of 100 ms: none waits up to 600 a second.
    const load: Load = (level, wholeSeconds) => {
      const seconds = wholeSeconds - 1
      const { p95, came, answered } = simulateLoad(
        { servers: 60, serviceMs: 100 * Math.exp(0.03 * normal()), isExponential: false },
        { perSecond: level, warmUpSeconds: 1, seconds },
        uniform
      )
      return {
        level: came / seconds,
        seconds,
        room: 200 / p95,
        busy: 0.1,
        answered: answered / seconds,
        leastQueue: 7.5
      }
    }
    const truth = capacityOfQueue({ servers: 60, serviceMs: 100, isExponential: false }, 200)
    const { bias } = after(looks.max, {
      truth,
      found: Array.from({ length: 15 }, () => simulateSearch(load, boundsOf(100, null)))
    })
    // What it serves without a queue is taken for one that begins, so it is told a little less than the truth.
    expect(bias).within(-0.06, 0.01)
  })
})
