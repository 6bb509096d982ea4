import { lastLines } from '../processes/last-lines.js'
/**
 * @import { App, Target, Variant } from '../vocabulary.js'
 * @import { Exit } from '../processes/owned-process.js'
 * @import { AppState } from './start-variant.js'
 */

/**
 * @typedef {object} Death
 * @property {Variant} variant
 * @property {App} app
 * @property {Exit} exit
 * @property {AppState} state
 * @property {string} logFile
 * @property {string} when in words, after "it left"
 */

/**
 * Why the app is gone, and what it said last.
 *
 * @param {Death} death
 * @returns {string}
 */
export function explainDeath({ variant, app, exit, state, logFile, when }) {
  const who = `Variant ${variant.name}: the app ${app.script}`
  const how = exit.signal === null ? `exited with code ${exit.code}` : `was ended by ${exit.signal}`
  if (state.gaveUpAfter !== null) {
    const advice = 'Run it as a single process to see why.'
    return `${who} keeps crashing: ${state.gaveUpAfter} of its workers died ${when}, the last with ${state.lastDeath}. ${advice}${said(logFile)}`
  }
  if (exit.code === 0 && state.listeners.length === 0) {
    return `${who} ${how} ${when}, without having listened on a port. plugins.speedup.app must be the file that starts the server and keeps running.${said(logFile)}`
  }
  return `${who} ${how} ${when}.${said(logFile)}`
}

/**
 * Why the app is not ready although it runs.
 *
 * @param {{ variant: Variant, app: App, target: Target, state: AppState, logFile: string, readyAnswer: string | null }} what
 * @returns {string}
 */
export function explainDelay({ variant, app, target, state, logFile, readyAnswer }) {
  const who = `Variant ${variant.name}: the app ${app.script}`
  const within = `within ${app.readyTimeoutSeconds} s (plugins.speedup.app.readyTimeout)`
  const onTarget = new Set(state.listeners.filter(({ port }) => port === target.port).map(({ pid }) => pid)).size
  const elsewhere = [...new Set(state.listeners.filter(({ port }) => port !== target.port).map(({ port }) => port))]
  if (readyAnswer !== null && onTarget >= variant.workers) {
    return `${who} listens, but GET ${app.ready} ${readyAnswer} ${within}. It must answer below 500: see plugins.speedup.app.ready.${said(logFile)}`
  }
  if (onTarget === 0 && elsewhere.length > 0) {
    return (
      `${who} listens on port ${elsewhere.join(' and ')}, but config.target names port ${target.port}. ` +
      `Let the app listen on process.env.PORT, which is set to ${target.port}, or change config.target.`
    )
  }
  if (onTarget >= variant.workers) {
    const addresses = [...new Set(state.listeners.map(({ address }) => address))].join(' and ')
    return `${who} listens on ${addresses}, where config.target ${target.url} does not reach it. Make the two agree.`
  }
  if (onTarget > 0) {
    return `${who}: only ${onTarget} of ${variant.workers} workers listened on port ${target.port} ${within}.${said(logFile)}`
  }
  return `${who} listened on no port ${within}. If it needs longer to start, raise that; the app must listen on port ${target.port}.${said(logFile)}`
}

/** @param {string} logFile */
function said(logFile) {
  const lines = lastLines(logFile)
  return lines === '' ? ' It printed nothing.' : ` Its last lines:\n${lines}`
}
