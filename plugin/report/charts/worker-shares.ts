import type { RunDetail, WorkerDetail } from '../../concepts/report-data.ts'
import { counted } from '../../concepts/wording.ts'
import { markup, type Markup } from '../markup.ts'
import { grouped, groupedCount } from '../words/numbers.ts'
import { inconclusive, ink, muted, page, shade, type Look } from '../palette.ts'
import { across, plot, short } from './plot.ts'

/**
 * What each worker of a variant did in all rounds. Workers are known by their number in the order of start, for the
 * PIDs change with every round.
 */
export interface WorkerShares {
  wanted: number // how many workers it was to have
  workers: WorkerSum[] // those that were forked anew, too
  requests: number // of all
  connections: number // of all
  fair: number // share of each, from 0 to 1
  /**
   * in which chance leaves a worker's share of the connections 99 times out of 100 when each connection is dealt to
   * any worker alike; [0, 1] without connections
   */
  zone: [low: number, high: number]
}

export interface WorkerSum {
  number: number // from 1
  pids: string[] // of the rounds
  requests: number
  connections: number
  share: number // of the requests, from 0 to 1
  connectionShare: number // of the connections, from 0 to 1
  wasAlways: boolean // in every round of which workers are known: one that was forked anew was not
  cpu: number | null // cores, mean of the rounds; null: unknown
  megabytes: number | null // of resident memory, mean of the rounds' most
  utilization: number | null // of the event loop, mean of the rounds, from 0 to 1
}

/** Of the normal distribution, which is near to the binomial one. */
const quantile99 = 2.576

/** @param runs of one variant */
export function workerShares(runs: readonly RunDetail[], wanted: number): WorkerShares {
  const most = Math.max(wanted, ...runs.map(({ workers }) => workers.length))
  const numbers = Array.from({ length: most }, (_, i) => runs.flatMap(({ workers }) => workers[i] ?? []))
  const all = {
    requests: sum(numbers.flat(), 'requests'),
    connections: sum(numbers.flat(), 'connections'),
    rounds: runs.filter(({ workers }) => workers.length > 0).length
  }
  return {
    wanted,
    workers: numbers.map((of, i) => workerSum(of, { number: i + 1, all })),
    requests: all.requests,
    connections: all.connections,
    fair: 1 / wanted,
    zone: chanceZone(1 / wanted, all.connections)
  }
}

/** @returns connections than chance allows; null: neither, or it was not there all the time */
export function beyondChance({ connectionShare, wasAlways }: WorkerSum, { zone: [low, high] }: WorkerShares): 'more' | 'less' | null {
  if (!wasAlways) return null
  return connectionShare > high ? 'more' : connectionShare < low ? 'less' : null
}

/**
 * @param share from 0 to 1
 * @returns always with a digit, as shares are there to be compared
 */
export function shareText(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function chanceZone(fair: number, connections: number): [low: number, high: number] {
  if (connections === 0) return [0, 1]
  const reach = quantile99 * Math.sqrt((fair * (1 - fair)) / connections)
  return [Math.max(0, fair - reach), Math.min(1, fair + reach)]
}

function workerSum(rounds: readonly WorkerDetail[], { number, all }: { number: number, all: { requests: number, connections: number, rounds: number } }): WorkerSum {
  const [requests, connections] = [sum(rounds, 'requests'), sum(rounds, 'connections')]
  const usages = rounds.flatMap(({ usage }) => usage ?? [])
  return {
    number,
    pids: rounds.map(({ pid }) => pid),
    requests,
    connections,
    share: all.requests === 0 ? 0 : requests / all.requests,
    connectionShare: all.connections === 0 ? 0 : connections / all.connections,
    wasAlways: rounds.length === all.rounds,
    cpu: mean(usages.map(({ cpu }) => cpu)),
    megabytes: mean(usages.map(({ rssMegabytes }) => rssMegabytes)),
    utilization: mean(usages.map(({ utilization }) => utilization))
  }
}

function sum(workers: readonly WorkerDetail[], of: 'requests' | 'connections') {
  return workers.reduce((total, worker) => total + worker[of], 0)
}

function mean(values: readonly number[]) {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0) / values.length
}

/** So many workers have room; more stand close together. */
const roomy = 8
/** The rest of the width is for the numbers. */
const barsPart = 0.75

/** Colour is never alone. */
export const beyondMark = { more: '▲', less: '▼' }

/** How high a worker's row and its bar are, in px. */
export function rowOf(workers: number) {
  return workers <= roomy ? { rowPx: 22, barPx: 14 } : { rowPx: 13, barPx: 10 }
}

/**
 * A bar for each worker: its share of the requests, against the fair share (a line). A tick on each: its share of the
 * connections, against what chance allows (a zone).
 */
export function shareBars(shares: WorkerShares, { name, look }: { name: string, look: Look }): Markup {
  const { workers, fair, zone: [low, high] } = shares
  const { rowPx } = rowOf(workers.length)
  const bottom = workers.length * rowPx
  const most = Math.max(fair, ...workers.flatMap(({ share, connectionShare }) => [share, connectionShare]), ...(shares.connections > 0 ? [high] : []))
  const x = (share: number) => across((barsPart * share) / most)
  return plot({ height: bottom + 20, label: labelOf(shares, name), className: 'shares' }, [
    shares.connections > 0 && markup`<rect x="${x(low)}" width="${x(high - low)}" height="${bottom}" fill="${shade}"/>`,
    ...workers.map((worker, i) => bar(worker, { shares, x, top: i * rowPx, colour: look.colour })),
    markup`<line x1="${x(fair)}" x2="${x(fair)}" y1="0" y2="${bottom + 4}" stroke="${ink}" stroke-width="1.5"/><text x="${x(fair)}" y="${bottom + 16}" text-anchor="middle" fill="${muted}">fair share ${shareText(fair)}</text>`
  ])
}

function bar(worker: WorkerSum, { shares, x, top, colour }: { shares: WorkerShares, x: (share: number) => string, top: number, colour: string }): Markup {
  const { number, share, connectionShare, requests, connections } = worker
  const { rowPx, barPx } = rowOf(shares.workers.length)
  const beyond = beyondChance(worker, shares)
  const title = `Worker ${number}: ${shareText(share)}, ${groupedCount(requests, 'request')} on ${groupedCount(connections, 'connection')} (${shareText(connectionShare)}${beyond === null ? '' : `, ${beyond} than chance allows`})`
  const tick = shares.connections > 0 && markup`<line x1="${x(connectionShare)}" x2="${x(connectionShare)}" y1="${short(top + 1)}" y2="${short(top + rowPx - 1)}" stroke="${page}" stroke-width="5"/><line x1="${x(connectionShare)}" x2="${x(connectionShare)}" y1="${short(top + 1)}" y2="${short(top + rowPx - 1)}" stroke="${ink}" stroke-width="2"/>`
  const text = markup`y="${short(top + rowPx / 2 + 4)}" text-anchor="end"`
  return markup`<text x="-6" ${text} fill="${muted}">${number}</text><rect width="${x(share)}" y="${short(top + (rowPx - barPx) / 2)}" height="${barPx}" fill="${beyond === null ? colour : inconclusive}" fill-opacity="0.85"><title>${title}</title></rect>${tick}<text x="100%" dx="-14" ${text} fill="${ink}">${shareText(share)}</text>${beyond && markup`<text x="100%" ${text} fill="${inconclusive}">${beyondMark[beyond]}</text>`}`
}

function labelOf(shares: WorkerShares, name: string) {
  const { workers, fair, requests } = shares
  const sorted = workers.toSorted((a, b) => b.share - a.share)
  const [most, least] = [sorted[0], sorted[sorted.length - 1]]
  const beyond = workers.filter((worker) => beyondChance(worker, shares) !== null).length
  const chance = `${beyond === 0 ? 'none' : beyond} with connections beyond what chance allows`
  return `Shares of ${grouped(requests)} requests among ${counted(workers.length, 'worker')} of ${name}: from ${shareText(least.share)} (worker ${least.number}) to ${shareText(most.share)} (worker ${most.number}), fair share ${shareText(fair)}, ${chance}.`
}
