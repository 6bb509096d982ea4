import type { RunDetail, WorkerDetail } from '../../concepts/report-data.ts'
import { counted } from '../../concepts/wording.ts'
import type { Content, Markup } from '../markup.ts'
import { grouped, groupedCount } from '../words/numbers.ts'
import { inconclusive, ink, muted, page, shade, type Look } from '../palette.ts'
import { across, axisHeight, draw, lineUp, plot, short } from './plot.ts'
import { total } from './steps.ts'

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
  // Chance leaves a worker's share of the connections in it 99 times out of 100; [0, 1] without connections.
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

const quantile99 = 2.576 // of the normal distribution, which is near to the binomial one

/** @param runs of one variant */
export function workerShares(runs: readonly RunDetail[], wanted: number): WorkerShares {
  const most = Math.max(wanted, ...runs.map(({ workers }) => workers.length))
  const everyone = runs.flatMap(({ workers }) => workers)
  const [requests, connections] = [total(everyone, 'requests'), total(everyone, 'connections')]
  const rounds = runs.filter(({ workers }) => workers.length > 0).length
  const workers = Array.from({ length: most }, (_, i) => {
    const own = runs.flatMap((run) => run.workers[i] ?? [])
    return workerSum(own, { number: i + 1, requests, connections, rounds })
  })
  const fair = 1 / wanted
  return { wanted, workers, requests, connections, fair, zone: chanceZone(fair, connections) }
}

/** Whether it has more or fewer connections than chance allows; null: neither, or it was not in every round. */
export function beyondChance({ connectionShare, wasAlways }: WorkerSum, { zone: [low, high] }: WorkerShares): 'more' | 'less' | null {
  if (!wasAlways) return null
  return connectionShare > high ? 'more' : connectionShare < low ? 'less' : null
}

/** Always with a digit, as shares are there to be compared. */
export function shareText(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function chanceZone(fair: number, connections: number): [low: number, high: number] {
  if (connections === 0) return [0, 1]
  const reach = quantile99 * Math.sqrt((fair * (1 - fair)) / connections)
  return [Math.max(0, fair - reach), Math.min(1, fair + reach)]
}

/** @param all sums of all workers; rounds of which workers are known */
function workerSum(rounds: readonly WorkerDetail[], all: Record<'number' | 'requests' | 'connections' | 'rounds', number>): WorkerSum {
  const [requests, connections] = [total(rounds, 'requests'), total(rounds, 'connections')]
  const usages = rounds.flatMap(({ usage }) => usage ?? [])
  return {
    number: all.number,
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

function mean(values: readonly number[]) {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

const roomy = 8 // so many workers have room; more stand close together
const barsPart = 0.75 // the rest of the width is for the numbers

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
  const { workers, connections, fair, zone: [low, high] } = shares
  const bottom = workers.length * rowOf(workers.length).rowPx
  const hasConnections = connections > 0
  const most = Math.max(fair, ...workers.flatMap(({ share, connectionShare }) => [share, connectionShare]), hasConnections ? high : 0)
  const x = (share: number) => across((barsPart * share) / most)
  return plot({ height: bottom + axisHeight, label: labelOf(shares, name), className: 'shares' }, [
    hasConnections && draw('rect', { x: x(low), width: x(high - low), height: bottom, fill: shade }),
    ...workers.flatMap((worker, i) => bar(worker, { shares, x, top: i * rowOf(workers.length).rowPx, colour: look.colour })),
    lineUp(x(fair), 0, bottom + 4, { stroke: ink, 'stroke-width': 1.5 }),
    draw('text', { x: x(fair), y: bottom + 16, 'text-anchor': 'middle', fill: muted }, `fair share ${shareText(fair)}`)
  ])
}

function bar(worker: WorkerSum, place: { shares: WorkerShares, x: (share: number) => string, top: number, colour: string }): Content[] {
  const { shares, x, top, colour } = place
  const { number, share, connectionShare } = worker
  const { rowPx, barPx } = rowOf(shares.workers.length)
  const beyond = beyondChance(worker, shares)
  const tick = (stroke: string, width: number) =>
    shares.connections > 0 && lineUp(x(connectionShare), short(top + 1), short(top + rowPx - 1), { stroke, 'stroke-width': width })
  const end = { y: short(top + rowPx / 2 + 4), 'text-anchor': 'end' }
  const fill = beyond === null ? colour : inconclusive
  const rect = { width: x(share), y: short(top + (rowPx - barPx) / 2), height: barPx, fill, 'fill-opacity': 0.85 }
  return [
    draw('text', { x: -6, ...end, fill: muted }, number),
    draw('rect', rect, draw('title', {}, titleOf(worker, beyond))),
    tick(page, 5),
    tick(ink, 2),
    draw('text', { x: '100%', dx: -14, ...end, fill: ink }, shareText(share)),
    beyond && draw('text', { x: '100%', ...end, fill: inconclusive }, beyondMark[beyond])
  ]
}

function titleOf({ number, share, connectionShare, requests, connections }: WorkerSum, beyond: 'more' | 'less' | null) {
  const served = `${groupedCount(requests, 'request')} on ${groupedCount(connections, 'connection')}`
  const remark = beyond === null ? '' : `, ${beyond} than chance allows`
  return `Worker ${number}: ${shareText(share)}, ${served} (${shareText(connectionShare)}${remark})`
}

function labelOf(shares: WorkerShares, name: string) {
  const { workers, fair, requests } = shares
  const sorted = workers.toSorted((a, b) => b.share - a.share)
  const [most, least] = [sorted[0], sorted[sorted.length - 1]].map(({ share, number }) => `${shareText(share)} (worker ${number})`)
  const beyond = workers.filter((worker) => beyondChance(worker, shares) !== null).length
  return [
    `Shares of ${grouped(requests)} requests among ${counted(workers.length, 'worker')} of ${name}: from ${least} to ${most}`,
    `fair share ${shareText(fair)}`,
    `${beyond === 0 ? 'none' : beyond} with connections beyond what chance allows.`
  ].join(', ')
}
