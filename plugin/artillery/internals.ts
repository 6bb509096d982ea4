import { BroadcastChannel } from 'node:worker_threads'
import { asDefault, findInArtillery } from '../internals/artillerys-modules.ts'
import { lookBriskly } from '../internals/tune-artillery.ts'

/**
 * What we use of Artillery that is not documented. Each is used where it is there; what happens without it is said
 * beside it.
 */
interface ArtilleryGlobal {
  version: string
  log: (line: string) => void
  suggestedExitCode?: number
  shutdown: (options: { exitCode: number }) => Promise<void>
  globalEvents: NodeJS.EventEmitter
  testInfo: { flags: Record<string, any>; metadata: { testConfig: { phases?: object[] } } }
}

export const artilleryGlobal = (): ArtilleryGlobal => (globalThis as any).artillery

/**
 * Artillery merges the files of its command line into one script, in their order, and the flag --input adds more. A
 * child gets all but the first by that flag.
 *
 * @param words of the command line, from behind `artillery run`
 */
export function withAllFiles(words: readonly string[], flags: Record<string, any>) {
  const files = words.filter((word) => !word.startsWith('-'))
  for (const value of Object.values(flags).flat()) {
    const place = files.lastIndexOf(String(value))
    if (place !== -1) files.splice(place, 1)
  }
  const more = files.slice(1)
  return more.length === 0 ? flags : { ...flags, input: [...more, ...(flags.input ?? [])] }
}

/**
 * Makes the outer run's own load one user in one load thread; where it can't, each thread has a waiting user of its
 * own.
 */
export function shrinkOuterLoad() {
  // The array that Artillery is about to divide among its threads.
  const { phases } = artilleryGlobal().testInfo.metadata.testConfig
  phases?.splice(0, phases.length, { name: 'speedup', duration: 1, arrivalCount: 1 })
}

const ownReporter = /[\\/]artillery[\\/](?:dist[\\/])?lib[\\/]console-reporter\.[jt]s/

/**
 * What Artillery's own reporter prints is of the one waiting user: phases, periods and a summary. It is left out, also
 * where it comes from a load thread; all other lines stay, such as those of plugins. Where another Artillery has it in
 * another file, they are printed.
 *
 * @param before is called before each line
 */
export function filterLog(before: () => void) {
  const { globalEvents } = artilleryGlobal()
  const { emit } = globalEvents
  globalEvents.emit = (event, ...args) => {
    if (event === 'log' && ownReporter.test(String(new Error().stack))) return true
    if (event === 'log') before()
    return emit.call(globalEvents, event, ...args)
  }
}

/**
 * Artillery's spinner would write over a line of ours, and wakes the main thread twelve times a second while something
 * is measured.
 *
 * @returns whether it is gone
 */
export function stopSpinner(artillery: string) {
  const spinner = findInArtillery(artillery, (require) => require('ora')({ isEnabled: false }))
  const prototype = spinner && Object.getPrototypeOf(spinner)
  if (['clear', 'frame', 'start'].some((name) => typeof prototype?.[name] !== 'function')) return false
  const { clear } = prototype
  Object.assign(prototype, {
    start() {
      return this
    },
    frame: () => '',
    // It is called at its next turn, which is its last one.
    clear(this: { id: NodeJS.Timeout }) {
      clearInterval(this.id)
      return clear.call(this)
    }
  })
  return true
}

/**
 * The `before` and `after` sections run against the app, in each child run. The outer run has no app: there they would
 * fail, and end it. The returned function keeps the outer run from them; false when this Artillery has no such place.
 */
export function findHookSwitch(artillery: string) {
  const platform = findInArtillery(artillery, (require, { platform: path }) => asDefault(require(path)))
  return () => {
    if (typeof platform?.prototype?.runHook !== 'function') return false
    platform.prototype.runHook = async () => ({})
    return true
  }
}

// Between the outer run's main thread and its load thread: one asks, the other tells that it is over.
const channelName = 'artillery-plugin-speedup'

/** In the main thread: lets the load thread's waiting user go. */
export function createEndSignal() {
  const channel = new BroadcastChannel(channelName)
  let answer = 'not yet'
  channel.onmessage = ({ data }) => {
    if (data === 'over?') channel.postMessage(answer)
  }
  channel.unref()
  return {
    send() {
      answer = 'over'
      channel.postMessage(answer)
    },
    close: () => channel.close()
  }
}

/** In the load thread. Rejects when no comparison is made: the main thread answers at once, unless it is busy. */
export function endSignal(askEverySeconds = 1, giveUpAfterSeconds = 30) {
  const channel = new BroadcastChannel(channelName)
  const ask = () => channel.postMessage('over?')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const asking = setInterval(ask, askEverySeconds * 1000)
  const waiting = setTimeout(() => {
    const problem =
      'artillery-plugin-speedup was loaded in a load thread, but not in Artillery’s main thread: nothing can be ' +
      'compared. Check the warnings above for the reason.'
    reject(new Error(problem))
  }, giveUpAfterSeconds * 1000)
  const stopAsking = () => [asking, waiting].forEach(clearTimeout)
  channel.onmessage = ({ data }) => {
    if (data !== 'over?') stopAsking()
    if (data === 'over') resolve()
  }
  // It may have been over before we came.
  ask()
  return promise.finally(() => {
    stopAsking()
    channel.close()
  })
}

/**
 * In the outer run's load thread: its user waits until the comparison is over, so that Artillery's own summary comes
 * after it.
 *
 * @param script Artillery's own; this thread runs what stands in it after we return
 */
export function waitForComparison(
  script: Record<string, any>,
  { scenarioName = 'speedup' }: { scenarioName?: string }
) {
  lookBriskly()
  const wait = (_context: unknown, _events: unknown, done: () => void) => void endSignal().then(done)
  Object.assign(script.config, { phases: [{ duration: 1, arrivalCount: 1 }], processor: { wait } })
  // An engine of the user's is for the child runs.
  delete script.config.engines
  // Artillery looks for the scenario of --scenario-name here too.
  script.scenarios = [{ name: scenarioName, engine: 'http', flow: [{ function: 'wait' }] }]
}
