import { list } from '../wording.ts'
import { listenersOn, type AppState } from './app-state.ts'
import { nameApp, whatItPrinted } from './name-app.ts'
import type { App, Target, Variant } from '../vocabulary.ts'

export interface Delay {
  variant: Variant
  app: App
  target: Target
  state: AppState
  seenPorts: number[] // on which processes listen that tell nothing, as the system sees it
  logFile: string
  readyAnswer: string | null // what the ready path did instead of answering; null: nothing was asked
}

/** Why the app is not ready although it runs. */
export function explainDelay({ variant, app, target, state, seenPorts, logFile, readyAnswer }: Delay): string {
  const who = nameApp(variant, app)
  const within = `within ${app.readyTimeoutSeconds} s (plugins.speedup.app.readyTimeout)`
  if (readyAnswer !== null) {
    return `${who} listens, but GET ${app.ready} ${readyAnswer} ${within}. It must answer below 500: see plugins.speedup.app.ready.${whatItPrinted(logFile)}`
  }
  const ports = [...new Set([...state.listeners.map(({ port }) => port), ...seenPorts])]
  if (ports.length > 0 && !ports.includes(target.port)) {
    return (
      `${who} listens on port ${list(ports.map(String))}, but config.target names port ${target.port}. ` +
      `Let ${variant.mode === 'command' ? 'it listen on $PORT' : 'the app listen on process.env.PORT'}, which is set to ${target.port}, or change config.target.`
    )
  }
  const workers = variant.workers ?? state.expected ?? 1
  const onTarget = listenersOn(state, target.port).length
  if (onTarget >= workers || seenPorts.includes(target.port)) {
    const addresses = [...new Set(state.listeners.map(({ address }) => address))].join(' and ')
    return `${who} listens on ${addresses || `port ${target.port}`}, where config.target ${target.url} does not reach it. Make the two agree.`
  }
  if (onTarget > 0) {
    return `${who}: only ${onTarget} of ${workers} workers listened on port ${target.port} ${within}.${whatItPrinted(logFile)}`
  }
  return `${who} listened on no port ${within}. If it needs longer to start, raise that; ${variant.mode === 'command' ? 'it' : 'the app'} must listen on port ${target.port}.${whatItPrinted(logFile)}`
}
