// Runs as a process of its own: the primary of a clustered app, which serves nothing itself and runs the app's
// script, unchanged, in each worker.
import cluster from 'node:cluster'
import { asAppEvent } from './messages.js'
import { preloaded } from './preloaded.js'
/**
 * @import { Worker } from 'node:cluster'
 * @import { AppEvent } from './messages.js'
 */

/**
 * @typedef {object} PrimaryOptions the one argument of this script, as JSON
 * @property {string} script
 * @property {string[]} args
 * @property {string[]} nodeArgs
 * @property {string} pidHeader
 * @property {number} workers
 * @property {'round-robin' | 'none'} scheduling
 */

/** @type {PrimaryOptions} */
const { script, args, nodeArgs, pidHeader, workers, scheduling } = JSON.parse(process.argv[2])

/** Deaths before this many are answered by a new worker; a crash loop must end in a clear error. */
const deathsAllowed = Math.max(5, 2 * workers)
/** In a row, without one that listened in between. */
const earlyDeathsAllowed = 2

let stopping = false
let deaths = 0
let earlyDeaths = 0
/** @type {Map<number, Worker>} `cluster.workers` may still hold one that has exited */
const alive = new Map()
/** @type {Set<number>} ids of workers that have listened */
const listened = new Set()

cluster.schedulingPolicy = scheduling === 'none' ? cluster.SCHED_NONE : cluster.SCHED_RR
cluster.setupPrimary({ exec: script, args, execArgv: preloaded({ nodeArgs, pidHeader }) })
cluster.on('message', onMessage)
cluster.on('exit', onExit)
process.on('SIGTERM', stop)
process.on('disconnect', leaveAtOnce)
for (let i = 0; i < workers; i++) fork()

function fork() {
  const worker = cluster.fork()
  alive.set(worker.id, worker)
}

/**
 * @param {Worker} worker
 * @param {unknown} message
 */
function onMessage(worker, message) {
  const event = asAppEvent(message)
  if (event === undefined) return
  if (event.event === 'listening') {
    listened.add(worker.id)
    earlyDeaths = 0
  }
  tell(event)
}

/**
 * @param {Worker} worker
 * @param {number | null} code
 * @param {string | null} signal
 */
function onExit(worker, code, signal) {
  alive.delete(worker.id)
  if (stopping) return leaveWhenEmpty()
  deaths++
  if (!listened.has(worker.id)) earlyDeaths++
  tell({ event: 'worker-exited', pid: Number(worker.process.pid), code, signal })
  if (earlyDeaths > earlyDeathsAllowed || deaths > deathsAllowed) {
    tell({ event: 'gave-up', deaths })
    return stop()
  }
  fork()
}

/** Workers first: a primary that leaves before them makes them print `write EPIPE`. */
function stop() {
  stopping = true
  for (const worker of alive.values()) worker.process.kill('SIGTERM')
  leaveWhenEmpty()
}

function leaveWhenEmpty() {
  if (alive.size === 0) process.exit(0)
}

/** Whoever started us is gone: nobody is left to end a worker that is busy. */
function leaveAtOnce() {
  process.kill(-process.pid, 'SIGKILL')
}

/** @param {AppEvent} event */
function tell(event) {
  if (process.connected) process.send?.({ 'artillery-plugin-speedup': event }, undefined, undefined, () => {})
}
