import type { RunDetail, WorkerDetail } from '../../vocabulary.ts'

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
