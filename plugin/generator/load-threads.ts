import { syncBuiltinESMExports } from 'node:module'
import workerThreads, { Worker, type WorkerOptions } from 'node:worker_threads'
import { countUsers } from '../record/metrics.ts'
import { phaseClock } from './report-load.ts'
import {
  asMessage,
  contentOf,
  orderAsEnvironment,
  type LoadCommand,
  type RunOrder,
  type LoadOutcome,
  type LoadStep,
  type GateNews,
  type ThreadCommand
} from '../messages/load.ts'
import { shareOf } from './share-load.ts'
import type { LoadInTurns } from './take-turns.ts'
import { openThrowAway, warmUpOf } from './warm-thread.ts'

/** Artillery's store of metrics: what a load thread reports is text that it reads and writes. */
interface Store {
  deserializeMetrics: (text: string) => Metrics
  serializeMetrics: (metrics: Metrics) => string
  pack: (periods: Metrics[]) => Metrics
  summarizeHistogram: (histogram: unknown) => { min: number }
}

interface Metrics {
  period: number | string
  counters?: Record<string, number>
  histograms?: Record<string, unknown>
}

/** A load thread of Artillery's that stays idle, and the commands for it, which those in its place get. */
interface Seat {
  worker: Worker
  prepare: any
  run: unknown
  reports: Metrics[]
  free: Worker[] // threads that have made a load, and can make another one
}

/** Its phases are for the first thread alone. */
type ThreadLoad = Extract<LoadCommand, { command: 'load' }>

export interface PreparedLoad extends LoadInTurns {
  // tell hears the steps of a load that takes no turns
  make: (tell?: (step: LoadStep) => void) => Promise<LoadOutcome>
}

/** A message of a load thread of Artillery's. */
type ThreadMessage = { event: string; stats?: string; report?: string; level?: string; error?: Error }

const leaveMs = 2000

/** Node's own: `Worker` is what startIdle makes of it. */
const Thread = Worker
/** Of a thread that stays idle, which needs none of Artillery's modules: half a second of a core. */
const idling =
  "require('node:worker_threads').parentPort.on('message', ({ command }) => command === 'stop' && process.exit())"

/** Has Artillery start idle threads. Before 2.0.34, it has looked up how to start one before. */
function startIdle(thread: string) {
  workerThreads.Worker = class extends Thread {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      super(file === thread ? idling : file, file === thread ? { ...options, eval: true } : options)
    }
  }
  syncBuiltinESMExports()
}

/** What Artillery hears from the threads that replace its own. */
const passedOn = ['log', 'workerError', 'setSuggestedExitCode', 'phaseStarted', 'phaseCompleted']

/**
 * In the main thread of a child `artillery run`, before it starts its load threads: they are kept idle, and each load
 * gets threads in their places, with the same commands. Artillery takes all loads for one.
 *
 * A thread takes half a second to start, mostly of a core; a process, with its end, two. So a thread makes several
 * loads where nothing can be left of an earlier one: what Artillery and we keep, it makes anew for each, but code of
 * others may have variables of its own.
 */
export class LoadThreads {
  #thread
  #store
  #seats: Seat[] = []
  #running = new Set<Worker>()
  #loads = 0
  #post = Thread.prototype.postMessage

  /**
   * @param thread the module of Artillery's load threads
   * @param onReady called when Artillery wants its threads to begin
   */
  constructor(thread: string, store: Store, onReady: () => void) {
    this.#thread = thread
    this.#store = store
    const take = this.#take.bind(this, onReady)
    const post = this.#post
    startIdle(thread)
    Thread.prototype.postMessage = function (this: Worker, message: any, ...rest: any[]) {
      if (!take(this, message)) post.call(this, message, ...rest)
    }
  }

  /** @returns whether the message was for a thread that stays idle */
  #take(onReady: () => void, worker: Worker, message: any) {
    const seat = this.#seats.find((one) => one.worker === worker)
    const answer = (event: string) => setImmediate(() => worker.emit('message', { event }))
    if (message?.command === 'prepare') {
      this.#seats.push({ worker, prepare: message, run: null, reports: [], free: [] })
      answer('readyWaiting')
      return true
    }
    if (seat === undefined || message?.command !== 'run') return false
    seat.run = message
    answer('running')
    if (this.#seats.every(({ run }) => run !== null)) setImmediate(onReady)
    return true
  }

  /**
   * Starts the threads of a load, up to where they wait for their users.
   *
   * @returns what makes it never settles when that is stopped
   */
  async prepare(load: ThreadLoad): Promise<PreparedLoad> {
    this.#loads++
    const seats = load.phases === null ? this.#seats : this.#seats.slice(0, 1)
    const threads = await Promise.all(seats.map((seat) => this.#start(seat, load, this.#loads)))
    const make: PreparedLoad['make'] = async (tell = () => {}) => {
      const { hear, end } = phaseClock((step) => void (this.#running.has(threads[0].worker) && tell(step)), load.order)
      const reports = await Promise.all(threads.map(({ run }) => run(hear)))
      const times = end()
      for (const [i, { worker }] of threads.entries()) {
        this.#running.delete(worker)
        if (!hasOthersCode(seats[i].prepare.opts.script)) {
          this.#tell(worker, { order: null })
          seats[i].free.push(worker)
        } else this.#leave(worker)
      }
      const { counters = {}, histograms = {} } = this.#store.pack(reports)
      const { 'vusers.session_length': sessions } = histograms
      return {
        ...countUsers(counters, sessions ? { 'vusers.session_length': this.#store.summarizeHistogram(sessions) } : {}),
        ...times
      }
    }
    return {
      make,
      command: (gate) => threads.forEach(({ worker }) => this.#tell(worker, { gate })),
      next: (news) => Promise.all(threads.map(({ next }) => next(news)))
    }
  }

  /** Ends the threads of the load that is in progress, if any. */
  async stop() {
    const running = [...this.#running]
    this.#running.clear()
    await Promise.all(running.map((worker) => worker.terminate()))
  }

  /** No load will follow: Artillery ends as after any load. */
  end() {
    const { pack, serializeMetrics } = this.#store
    for (const { worker, reports, free } of this.#seats) {
      for (const each of free.splice(0)) this.#leave(each)
      worker.emit('message', { event: 'done', report: serializeMetrics(pack(reports)) })
    }
  }

  #tell(worker: Worker, command: ThreadCommand) {
    this.#post.call(worker, asMessage(command))
  }

  /** As Artillery does it, so that plugins clean up; a thread that takes too long is ended by force. */
  #leave(worker: Worker) {
    this.#post.call(worker, { command: 'stop' })
    setTimeout(() => void worker.terminate(), leaveMs).unref()
  }

  #startThread(order: RunOrder) {
    const env = { ...process.env, ...orderAsEnvironment(order) }
    const { hasTypescriptProcessor } = (globalThis as any).artillery
    if (hasTypescriptProcessor) env.NODE_OPTIONS = `${env.NODE_OPTIONS ?? ''} --enable-source-maps`.trim()
    return new Thread(this.#thread, { env })
  }

  /** @returns a thread that has made a load of no account; null: it can't make one. Never settles when it is stopped */
  async #startWarm({ prepare, run }: Seat, order: RunOrder): Promise<Worker | null> {
    const server = await openThrowAway()
    try {
      const warmUp = warmUpOf(prepare.opts.script, order, server.port)
      if (warmUp === null) return null
      const worker = this.#startThread(warmUp.order)
      this.#running.add(worker)
      const isMade = new Promise<boolean>((resolve) => {
        worker.on('message', ({ event, level }: ThreadMessage) => {
          if (event === 'readyWaiting') this.#post.call(worker, run)
          else if (event === 'done') resolve(true)
          else if (event === 'workerError' && level !== 'warn') resolve(false)
        })
        for (const event of ['error', 'exit']) worker.on(event, () => resolve(false))
      })
      this.#post.call(worker, told({ ...prepare, opts: { ...prepare.opts, script: warmUp.script } }, warmUp))
      const isWarm = await isMade
      if (!this.#running.delete(worker)) return await new Promise(() => {})
      if (isWarm) this.#tell(worker, { order: null })
      else void worker.terminate()
      return isWarm ? worker : null
    } finally {
      server.close()
    }
  }

  /** @param number of the load */
  async #start(seat: Seat, { order, phases }: ThreadLoad, number: number) {
    const used = seat.free.pop() ?? (await this.#startWarm(seat, order))
    // Of Node's own, some must stay.
    for (const event of ['message', 'error', 'exit']) used?.removeAllListeners(event)
    const worker = used ?? this.#startThread(order)
    if (used !== null) this.#tell(worker, { order })
    this.#running.add(worker)
    const heard = new Map<string, (message: ThreadMessage) => void>()
    const once = (event: string) => new Promise<ThreadMessage>((resolve) => heard.set(event, resolve))
    const ready = once('readyWaiting')
    const done = once('done')
    let onPhase: (event: string) => void = () => {}
    worker.on('message', (message: ThreadMessage) => {
      heard.get(contentOf<{ news: GateNews }>(message)?.news ?? message.event)?.(message)
      onPhase(message.event)
      if (message.event === 'stats')
        seat.worker.emit('message', { ...message, stats: this.#ofLoad(String(message.stats), number) })
      if (passedOn.includes(message.event)) seat.worker.emit('message', message)
      // A thread that could not be prepared lives on, but loads nothing.
      if (message.event === 'workerError' && message.level !== 'warn') fail(message.error)
    })
    const fail = (error?: Error) => this.#running.has(worker) && seat.worker.emit('error', error)
    worker.on('error', fail)
    worker.on('exit', () => {
      seat.free = seat.free.filter((one) => one !== worker)
      fail(new Error('A load thread ended before its users had finished.'))
    })
    this.#post.call(worker, told(seat.prepare, { order, phases }))
    await ready
    const run = async (tellPhase: (event: string) => void) => {
      onPhase = tellPhase
      this.#post.call(worker, seat.run)
      const report = this.#store.deserializeMetrics(String((await done).report))
      seat.reports.push(report)
      return report
    }
    return { worker, run, next: once }
  }

  /** Artillery drops what comes again for a period of 10 s that it has reported: two loads may share one. */
  #ofLoad(stats: string, number: number) {
    const metrics = this.#store.deserializeMetrics(stats)
    return this.#store.serializeMetrics({ ...metrics, period: Number(metrics.period) + number })
  }
}

/** Such as a processor, or a plugin beside ours and what Artillery adds for its cloud. */
const hasOthersCode = ({ config, __transpiledTypeScriptPath: compiled }: any) =>
  [compiled, config?.processor, config?.engines].some((given) => given !== undefined) ||
  Object.keys(config?.plugins ?? {}).some((name) => !['speedup', 'metrics-by-endpoint'].includes(name))

/** @returns the command to prepare, with another target and other phases */
function told(prepare: any, { order, phases }: Pick<ThreadLoad, 'order' | 'phases'>) {
  const [{ url: target }] = order.targets
  const { script, options } = prepare.opts
  const given = { ...script.config, target, phases: phases ?? script.__phases ?? script.config?.phases }
  const config = order.share === undefined ? given : { ...given, ...shareOf(given, order.share) }
  // A script in TypeScript is read anew in each thread, with the flags, and gets the phases apart.
  const anew = script.__phases !== undefined && { __phases: config.phases }
  const flags = { ...options, cliArgs: { ...options.cliArgs, target } }
  return {
    ...prepare,
    opts: { ...prepare.opts, script: { ...script, ...anew, ...(script.config && { config }) }, options: flags }
  }
}
