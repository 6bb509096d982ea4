import { expect } from 'chai'
import { describe, it } from 'mocha'
import { explainDelay, type Delay } from '../../plugin/app/explain.ts'
import { temporaryFolder } from '../support/folder.ts'
import { appFile, aVariant, someSettings } from '../support/settings.ts'
import type { AppState } from '../../plugin/app/app-state.ts'

const { app, target, variants: [single, clustered] } = someSettings()
const who = `Variant clustered: the app ${appFile}`
const within = 'within 10 s (plugins.speedup.app.readyTimeout)'
const listener = (pid: number, port = 3030, address = '127.0.0.1') => ({ pid, port, address })

describe('the explanation of a delay', () => {
  const folder = temporaryFolder()
  const explain = (overrides?: Partial<AppState>, { ready, ...rest }: Partial<Omit<Delay, 'state'>> & { ready?: string } = {}) => {
    const state = { expected: null, listeners: [], restarts: 0, lastDeath: null, gaveUpAfter: null, usage: [], ...overrides }
    const logFile = folder.write('log', '')
    return explainDelay({ variant: clustered, app: { ...app, ready: ready ?? null }, target, state, seenPorts: [], logFile, readyAnswer: null, ...rest })
  }

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

  it('tells how many listen of those that only the app’s own files know', () => {
    const variant = { ...clustered, workers: null }
    expect(explain({ expected: 4, listeners: [listener(7), listener(8)] }, { variant })).to.include(': only 2 of 4 workers listened on port 3030')
  })

  it('tells that the address is another one than the target’s', () => {
    expect(explain({ listeners: [listener(7, 3030, '::1')] }, { variant: single })).to.equal(
      `Variant single: the app ${appFile} listens on ::1, where config.target http://127.0.0.1:3030 does not reach it. Make the two agree.`
    )
  })

  it('tells what the ready path did instead of answering, of who tells that it listens and of who does not', () => {
    const said = 'listens, but GET /health answered 503 within 10 s (plugins.speedup.app.readyTimeout). It must answer below 500: see plugins.speedup.app.ready. It printed nothing.'
    const asked = { readyAnswer: 'answered 503', ready: '/health' }
    expect(explain({ listeners: [listener(7), listener(8)] }, asked)).to.equal(`${who} ${said}`)
    expect(explain({}, { variant: single, ...asked })).to.equal(`Variant single: the app ${appFile} ${said}`)
  })

  const variant = aVariant({ name: 'go', mode: 'command', workers: null, command: ['./server', '--quiet'] })

  it('tells on which port a command listens, as the system sees it', () => {
    expect(explain({}, { variant, seenPorts: [8080] })).to.equal(
      'Variant go: the command `./server --quiet` listens on port 8080, but config.target names port 3030. Let it listen on $PORT, which is set to 3030, or change config.target.'
    )
    expect(explain({}, { variant, seenPorts: [3030, 9090] })).to.equal(
      'Variant go: the command `./server --quiet` listens on port 3030, where config.target http://127.0.0.1:3030 does not reach it. Make the two agree.'
    )
  })

  it('tells that a command listens on no port', () => {
    expect(explain({}, { variant })).to.equal(
      `Variant go: the command \`./server --quiet\` listened on no port ${within}. If it needs longer to start, raise that; it must listen on port 3030. It printed nothing.`
    )
  })
})
