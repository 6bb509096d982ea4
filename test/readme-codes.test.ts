import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { explainDeath, explainDelay } from '../plugin/app/explain.ts'
import { checkRun } from '../plugin/comparison/limits.ts'
import { disturbanceKinds, lossCauses } from '../plugin/concepts/disturbances.ts'
import { callErrors, Interrupted, runErrors } from '../plugin/concepts/errors.ts'
import { modeNames, modes } from '../plugin/concepts/modes.ts'
import { diagnosisCodes, exitCodes, resultWords } from '../plugin/concepts/verdicts.ts'
import { warningKinds } from '../plugin/concepts/warnings.ts'
import { Schedule } from '../plugin/experiment/schedule.ts'
import { checkResponses } from '../plugin/experiment/measure-run.ts'
import { generatorFailed } from '../plugin/generator/run-generator.ts'
import { tooShort } from '../plugin/kit/clock.ts'
import { findCandidate } from '../plugin/kit/subject.ts'
import { readRecord } from '../plugin/record/read-record.ts'
import { readSettings } from '../plugin/settings/read-settings.ts'
import { shareInterval } from '../plugin/statistics/proportion.ts'
import { checkRequirements } from '../plugin/settings/requirements.ts'
import { temporaryFolder } from './support/folder.ts'
import { codeIn, readme, rowsBelow } from './support/readme.ts'
import { aCandidate, aComparison, aScenarioResult } from './support/results.ts'
import { aRun } from './support/runs.ts'
import { aPlan, aSource, refusal, someSettings } from './support/settings.ts'
import type { Run } from '../plugin/concepts/run.ts'
import type { Thresholds } from '../plugin/concepts/options.ts'

const warnings = rowsBelow('code', 'severity', 'what was seen', 'what to do')
const errors = rowsBelow('code', 'an example', 'what to do')

describe('docs/messages.md has a row, in the order of the code,', () => {
  const tables: Record<string, [rows: string[][], codes: readonly string[]]> = {
    'for every warning': [warnings, Object.keys(warningKinds)],
    'for every diagnosis': [rowsBelow('code', 'in short', 'what to do'), diagnosisCodes],
    'for every word that a result begins with': [rowsBelow('word', 'when', 'what to do'), [...Object.values(resultWords), 'no word']],
    'for every exit code': [rowsBelow('code', 'meaning', 'what to do'), Object.values(exitCodes).map(String)],
    'for every error': [errors, [...runErrors, ...callErrors]],
    'for every mode': [rowsBelow('mode', 'what runs', 'ready when', 'what is known of it', 'asked to leave by'), modeNames]
  }
  for (const [title, [rows, codes]] of Object.entries(tables)) {
    it(title, () => {
      expect(rows.map(([code]) => codeIn(code))).to.eql(codes)
      const unexplained = rows.filter((cells) => cells.includes('')).map(([code]) => code)
      expect(unexplained.filter((code) => ![exitCodes.SIGINT, exitCodes.SIGTERM].includes(Number(code)))).to.eql([])
    })
  }

  it('for every cause of a loss, with the words and the cure of the code', () => {
    expect(rowsBelow('code', 'the requests', 'what usually helps').map(([code, ...rest]) => [codeIn(code), ...rest]))
      .to.eql(Object.entries(lossCauses).map(([code, { words, cure }]) => [code, words, cure]))
  })

  it('for every mode, and every disturbance, of what happens then', () => {
    expect(rowsBelow('mode', 'a reload', 'who replaces a worker that dies').flatMap(([mode]) => [...mode.matchAll(/`([^`]+)`/g)].map(([, name]) => name)))
      .to.have.members(modeNames.filter((mode) => modes[mode].isElsewhere === undefined))
    expect(rowsBelow('in `disturb`', 'what happens', 'it stands for').map(([code]) => codeIn(code).split(':')[0])).to.eql(disturbanceKinds)
  })

  it('with the bounds of a deploy that lost nothing so often', () => {
    const atMost = [3, 10, 30].map((deploys) => `${Math.round(100 * shareInterval(0, deploys, 0.025)[1])} %`)
    expect(readme.replaceAll(/\s+/g, ' ')).to.include(`at most ${atMost[0]} of them lose something, ten ${atMost[1]}, thirty ${atMost[2]}.`)
    expect((10_000 * shareInterval(0, 10_000, 0.025)[1]).toFixed(1)).to.equal('3.7')
  })

  it('with the severities of each warning, and whether it leaves no verdict', () => {
    expect(warnings.map(([, severity]) => severity)).to.eql(Object.values(warningKinds).map(({ severities }) => severities.join(', ')))
    const without = Object.entries(warningKinds).filter(([, kind]) => 'noVerdict' in kind).map(([code]) => code)
    const told = warnings.filter(([, , seen]) => seen.includes(': no verdict')).map(([code]) => codeIn(code))
    expect(told.filter((code) => code !== 'different-variant')).to.eql(without)
  })
})

/** The message that the README shows. */
const examples = new Map(errors.map(([code, example]) => [codeIn(code), example.replaceAll(/[“”`]/g, '')]))

describe('the examples of errors in docs/messages.md', () => {
  const folder = temporaryFolder()
  const settings = someSettings()
  const [single, clustered] = settings.variants
  const app = { ...settings.app, script: '/srv/shop/server.js' }
  const target = { url: 'http://127.0.0.1:3000', hostname: '127.0.0.1', port: 3000, protocol: 'http:' as const }
  const state = { expected: null, listeners: [{ pid: 1, port: 8080, address: '::' }], restarts: 0, lastDeath: null, gaveUpAfter: null, usage: [], lives: [], told: [] }
  const flawed = (run: Partial<Run>, thresholds: Thresholds) =>
    refusal(() => checkRun(aRun({ scenario: 'checkout', requests: 200, ...run }), { ...aPlan(thresholds), name: 'checkout' }, settings)).message
  const callPlan = { scenarios: 1, variants: 2, rounds: { min: 3, max: 10 }, arrivalSeconds: 1, readyTimeoutSeconds: 10, stopTimeoutSeconds: 2 }
  const logFile = () => folder.write('app.log', '')

  const said: Record<string, () => string | Promise<string>> = {
    INVALID_SETTINGS: () => refusal(() => readSettings(aSource({ baseline: 'singel' }))).message,
    UNSUPPORTED: () => refusal(() => checkRequirements({ platform: 'linux', artilleryVersion: '2.0.21', launchedOn: 'local' })).message,
    APP_NOT_READY: () => explainDelay({ variant: single, app, target, state, seenPorts: [], logFile: logFile(), readyAnswer: null }),
    APP_DIED: () => explainDeath({ variant: clustered, app, target, exit: { code: 1, signal: null, leftOthers: false }, stillListens: false, state, logFile: logFile(), when: 'while it was measured' }),
    GENERATOR_FAILED: () => generatorFailed('a child artillery run', 'exited with code 11 before its last user had finished', '').message,
    NO_RESPONSES: () => refusal(() => checkResponses({ requests: 0, failures: 0, failureKinds: {}, hasLatencies: false }, { variant: single, when: 'while warming up', targets: [target], errors: {}, isMetered: false })).message,
    TOO_MANY_ERRORS: () => flawed({ failures: 24, failureKinds: { 500: 24 } }, {}),
    TIME_TOO_SHORT: () => {
      const timed = someSettings({ time: { seconds: 40, isGiven: true }, lengthIsFree: true })
      return refusal(() => new Schedule(aPlan({ p99: 1.2 }), timed, 40).begin(100)).message
    },
    NOT_ATTRIBUTED: () => flawed({ variant: 'clustered', unattributed: 1200 }, { fairness: 0.8 }),
    INTERRUPTED: () => new Interrupted().message,
    NO_COMPARISON: () => refusal(() => findCandidate(aComparison([aScenarioResult([aCandidate()])]), 'clusterd')).message,
    OUT_OF_TIME: () => tooShort('scenarios/speedup.yml', 10, callPlan, { least: 16, most: null }),
    NOT_A_RECORD: () => readRecord('/srv/shop/reports/main').then(() => '', ({ message }) => message)
  }
  for (const [code, say] of Object.entries(said)) {
    it(`read as they are said: ${code}`, async () => expect(examples.get(code)).to.equal(await say()))
  }

  /** Those that need a real app or a real load: where they are said, and what is filled in. */
  const filledIn: Record<string, [file: string, ...values: string[]]> = {
    PORT_TAKEN: ['app/port.ts', '3000', '127.0.0.1'],
    NOT_WRITABLE: ['record/run-record.ts', '/srv/reports,', "EACCES: permission denied, mkdir '/srv/reports'"],
    ARTILLERY_FAILED: ['kit/run-artillery.ts', 'exit code 1'],
    NOTHING_TO_WRITE: ['init/init.ts', 'scenarios/speedup.yml exists', 'stays as it is', 'npx artillery run scenarios/speedup.yml'],
    UNEXPECTED: ['concepts/errors.ts']
  }
  for (const [code, [file, ...values]] of Object.entries(filledIn)) {
    it(`read as ${file} says them: ${code}`, () => {
      const parts = values.reduce((found, value) => found.flatMap((part) => part.split(value)), [String(examples.get(code))])
      expect(parts).to.have.length.above(values.length)
      const source = readFileSync(new URL(`../plugin/${file}`, import.meta.url), 'utf8').replaceAll(/['`] \+\s+['`]/g, '')
      for (const part of parts) expect(source).to.include(part)
    })
  }

  it('are all compared with what is said', () => {
    expect([...examples.keys()].sort()).to.eql([...Object.keys(said), ...Object.keys(filledIn)].sort())
  })
})
