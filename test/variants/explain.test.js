import { expect } from 'chai'
import { describe, it } from 'mocha'
import { explainDeath, explainDelay } from '../../plugin/variants/explain.js'
import { temporaryFolder } from '../support/folder.js'
import { appFile, someSettings } from '../support/settings.js'
/**
 * @import { Exit } from '../../plugin/processes/owned-process.js'
 * @import { AppState } from '../../plugin/variants/start-variant.js'
 */

const { app, target, variants: [single, clustered] } = someSettings()
const who = `Variant clustered: the app ${appFile}`

/**
 * @param {Partial<AppState>} [overrides]
 * @returns {AppState}
 */
const state = (overrides) => ({ listeners: [], restarts: 0, lastDeath: null, gaveUpAfter: null, usage: [], ...overrides })
const listener = (/** @type {number} */ pid, port = 3030, address = '127.0.0.1') => ({ pid, port, address })

describe('the explanation of a death', () => {
  const folder = temporaryFolder()
  /**
   * @param {Exit} exit
   * @param {Partial<AppState>} [overrides]
   * @param {string} [log]
   */
  const explain = (exit, overrides, log = '') =>
    explainDeath({ variant: clustered, app, exit, state: state(overrides), logFile: folder.write('log', log), when: 'before it was ready' })

  it('names the exit code and the last lines', () => {
    expect(explain({ code: 1, signal: null }, {}, 'Error: no database\n\n    at main\n')).to.equal(
      `${who} exited with code 1 before it was ready. Its last lines:\n    Error: no database\n        at main`
    )
  })

  it('names the signal, and says that nothing was printed', () => {
    expect(explain({ code: null, signal: 'SIGKILL' })).to.equal(`${who} was ended by SIGKILL before it was ready. It printed nothing.`)
  })

  it('tells an app that ends at once from one that serves', () => {
    const message = explain({ code: 0, signal: null })
    expect(message).to.equal(
      `${who} exited with code 0 before it was ready, without having listened on a port. plugins.speedup.app must be the file that starts the server and keeps running. It printed nothing.`
    )
    expect(explain({ code: 0, signal: null }, { listeners: [listener(7)] })).not.to.include('without having listened')
  })

  it('tells of workers that die again and again', () => {
    expect(explain({ code: 0, signal: null }, { gaveUpAfter: 3, lastDeath: 'exit code 7' }, 'boom')).to.equal(
      `${who} keeps crashing: 3 of its workers died before it was ready, the last with exit code 7. Run it as a single process to see why. Its last lines:\n    boom`
    )
  })

  it('shows the last twelve lines of many', () => {
    const log = Array.from({ length: 5000 }, (_, i) => `line ${i}`).join('\n')
    const lines = explain({ code: 1, signal: null }, {}, log).split('\n').slice(1)
    expect(lines).to.eql(Array.from({ length: 12 }, (_, i) => `    line ${4988 + i}`))
  })
})

describe('the explanation of a delay', () => {
  const folder = temporaryFolder()
  /**
   * @param {Partial<AppState>} [overrides]
   * @param {{ variant?: typeof single, readyAnswer?: string | null, ready?: string | null }} [rest]
   */
  const explain = (overrides, { variant = clustered, readyAnswer = null, ready = null } = {}) =>
    explainDelay({ variant, app: { ...app, ready }, target, state: state(overrides), logFile: folder.write('log', ''), readyAnswer })
  const within = 'within 10 s (plugins.speedup.app.readyTimeout)'

  it('tells that the app listens on no port', () => {
    expect(explain()).to.equal(`${who} listened on no port ${within}. If it needs longer to start, raise that; the app must listen on port 3030. It printed nothing.`)
  })

  it('tells on which other port the app listens', () => {
    expect(explain({ listeners: [listener(7, 8080), listener(8, 8080), listener(8, 9229)] })).to.equal(
      `${who} listens on port 8080 and 9229, but config.target names port 3030. Let the app listen on process.env.PORT, which is set to 3030, or change config.target.`
    )
  })

  it('tells how many workers listen, counting each once', () => {
    expect(explain({ listeners: [listener(7), listener(7), listener(8, 8080)] })).to.equal(`${who}: only 1 of 2 workers listened on port 3030 ${within}. It printed nothing.`)
  })

  it('tells that the address is another one than the target’s', () => {
    expect(explain({ listeners: [listener(7, 3030, '::1')] }, { variant: single })).to.equal(
      `Variant single: the app ${appFile} listens on ::1, where config.target http://127.0.0.1:3030 does not reach it. Make the two agree.`
    )
  })

  it('tells what the ready path did instead of answering', () => {
    const listeners = [listener(7), listener(8)]
    expect(explain({ listeners }, { readyAnswer: 'answered 503', ready: '/health' })).to.equal(
      `${who} listens, but GET /health answered 503 ${within}. It must answer below 500: see plugins.speedup.app.ready. It printed nothing.`
    )
  })
})
