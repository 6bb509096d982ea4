import { asAppEvent } from './messages.js'
/**
 * @import { OwnedProcess } from '../processes/owned-process.js'
 * @import { UsageReport } from './messages.js'
 */

/**
 * @typedef {object} Listener
 * @property {number} pid
 * @property {number} port
 * @property {string} address
 *
 * @typedef {object} AppState what the app's processes have told so far
 * @property {number | null} expected how many workers there will be, as far as only the app's own files say; null: not told
 * @property {Listener[]} listeners one for each server of each living process
 * @property {number} restarts workers that died and were forked again
 * @property {string | null} lastDeath how the last worker died
 * @property {number | null} gaveUpAfter deaths, when the primary forks no more
 * @property {UsageReport[]} usage
 */

/**
 * @param {OwnedProcess} process_
 * @returns {AppState} kept up to date
 */
export function followState({ child }) {
  /** @type {AppState} */
  const state = { expected: null, listeners: [], restarts: 0, lastDeath: null, gaveUpAfter: null, usage: [] }
  child.on('message', (message) => {
    const event = asAppEvent(message)
    if (event?.event === 'expecting') state.expected = event.workers
    if (event?.event === 'listening') state.listeners.push(event)
    if (event?.event === 'usage') state.usage.push(event.report)
    if (event?.event === 'gave-up') state.gaveUpAfter = event.deaths
    if (event?.event === 'worker-exited') {
      state.listeners = state.listeners.filter(({ pid }) => pid !== event.pid)
      state.restarts++
      state.lastDeath = event.signal === null ? `exit code ${event.code}` : `signal ${event.signal}`
    }
  })
  return state
}

/**
 * @param {AppState} state
 * @param {number} port
 * @returns {number[]} PIDs of the processes that listen on it
 */
export function listenersOn({ listeners }, port) {
  return [...new Set(listeners.filter((one) => one.port === port).map(({ pid }) => pid))]
}
