/** @import { RunDetail, WorkerDetail } from '../../vocabulary.js' */

/**
 * What each worker of a variant did in all rounds. Workers are known by their number in the order of start, for the
 * PIDs change with every round.
 *
 * @typedef {object} WorkerShares
 * @property {number} wanted how many workers it was to have
 * @property {WorkerSum[]} workers those that were forked anew, too
 * @property {number} requests of all
 * @property {number} connections of all
 * @property {number} fair share of each, from 0 to 1
 * @property {[low: number, high: number]} zone in which chance leaves a worker's share of the connections 99 times out
 *   of 100 when each connection is dealt to any worker alike; [0, 1] without connections
 *
 * @typedef {object} WorkerSum
 * @property {number} number from 1
 * @property {string[]} pids of the rounds
 * @property {number} requests
 * @property {number} connections
 * @property {number} share of the requests, from 0 to 1
 * @property {number} connectionShare of the connections, from 0 to 1
 * @property {boolean} wasAlways in every round of which workers are known: one that was forked anew was not
 * @property {number | null} cpu cores, mean of the rounds; null: unknown
 * @property {number | null} megabytes of resident memory, mean of the rounds' most
 * @property {number | null} utilization of the event loop, mean of the rounds, from 0 to 1
 */

/** Of the normal distribution, which is near to the binomial one. */
const quantile99 = 2.576

/**
 * @param {readonly RunDetail[]} runs of one variant
 * @param {number} wanted
 * @returns {WorkerShares}
 */
export function workerShares(runs, wanted) {
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

/**
 * @param {WorkerSum} worker
 * @param {WorkerShares} shares
 * @returns {'more' | 'less' | null} connections than chance allows; null: neither, or it was not there all the time
 */
export function beyondChance({ connectionShare, wasAlways }, { zone: [low, high] }) {
  if (!wasAlways) return null
  return connectionShare > high ? 'more' : connectionShare < low ? 'less' : null
}

/**
 * @param {number} share from 0 to 1
 * @returns {string} always with a digit, as shares are there to be compared
 */
export function shareText(share) {
  return `${(100 * share).toFixed(1)} %`
}

/**
 * @param {number} fair
 * @param {number} connections
 * @returns {[low: number, high: number]}
 */
function chanceZone(fair, connections) {
  if (connections === 0) return [0, 1]
  const reach = quantile99 * Math.sqrt((fair * (1 - fair)) / connections)
  return [Math.max(0, fair - reach), Math.min(1, fair + reach)]
}

/**
 * @param {readonly WorkerDetail[]} rounds
 * @param {{ number: number, all: { requests: number, connections: number, rounds: number } }} worker
 * @returns {WorkerSum}
 */
function workerSum(rounds, { number, all }) {
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

/**
 * @param {readonly WorkerDetail[]} workers
 * @param {'requests' | 'connections'} of
 */
function sum(workers, of) {
  return workers.reduce((total, worker) => total + worker[of], 0)
}

/** @param {readonly number[]} values */
function mean(values) {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0) / values.length
}
