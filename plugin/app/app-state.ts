import { asAppEvent, type UsageReport } from './messages.ts'
import type { OwnedProcess } from '../processes/owned-process.ts'

/** What the app's processes have told so far. */
export interface AppState {
  expected: number | null // workers that there will be, where only the app's own files say it; null: not told
  listeners: { pid: number, port: number, address: string }[] // one for each server of each living process
  restarts: number // workers that died and were started again
  lastDeath: string | null // how the last worker died
  gaveUpAfter: number | null // deaths, when the primary starts no more
  usage: UsageReport[]
}

/** @returns kept up to date */
export function followState({ child }: OwnedProcess): AppState {
  const state: AppState = { expected: null, listeners: [], restarts: 0, lastDeath: null, gaveUpAfter: null, usage: [] }
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

/** @returns PIDs of the processes that listen on it */
export function listenersOn({ listeners }: AppState, port: number): number[] {
  return [...new Set(listeners.filter((listener) => listener.port === port).map(({ pid }) => pid))]
}
