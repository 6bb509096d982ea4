import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { explainDeath, explainDelay } from '../../plugin/app/explain.ts'
import { checkRun } from '../../plugin/comparison/candidate-limits.ts'
import { lossCauses } from '../../plugin/questions/losses/concepts/disturbances.ts'
import { findingLevels } from '../../plugin/questions/doctor/concepts.ts'
import { callErrors, Interrupted, runErrors } from '../../plugin/concepts/errors.ts'
import { explain, explainedCodes, type CodeGroup } from '../../plugin/report/explanations.ts'
import { exitCodes, resultWords } from '../../plugin/concepts/verdicts.ts'
import { diagnosisCodes } from '../../plugin/concepts/warnings.ts'
import { warningKinds } from '../../plugin/concepts/warnings.ts'
import { Schedule } from '../../plugin/experiment/schedule.ts'
import { checkResponses } from '../../plugin/experiment/load-apps.ts'
import { generatorFailed } from '../../plugin/load/run-generator.ts'
import { tooShort } from '../../plugin/kit/clock.ts'
import { findCandidate } from '../../plugin/kit/subject.ts'
import { readRecord } from '../../plugin/measure/condense-run.ts'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { checkRequirements } from '../../plugin/settings/requirements.ts'
import { codesPage } from '../../tools/codes-page.ts'
import { expectKept } from '../support/golden.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aCandidate, aComparison, aScenarioResult } from '../support/results.ts'
import { aRun } from '../support/runs.ts'
import { aPlan, aSource, refusal, someSettings } from '../support/settings.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'

/** Messages that need a real app or a real load: where they are said, what they say, and what is filled in. */
const filledIn: Record<string, [file: string, message: string, ...values: string[]]> = {
  PORT_TAKEN: [
    'app/port.ts',
    'Port 3000 on 127.0.0.1 is in use by another program, which would be measured instead of your app. Stop that program, or ' +
      'choose another port. An earlier variant may have left it: a container keeps running without the command that started it (docker ps).',
    '3000',
    '127.0.0.1'
  ],
  NOT_PREPARED: [
    'questions/commits/versions/git.ts',
    'Variant before: there is no commit "v1.2" in /srv/shop (did you mean v1.2.0?).',
    '"v1.2"',
    '/srv/shop',
    ' (did you mean v1.2.0?)',
    'before'
  ],
  NOT_WRITABLE: [
    'record/run-record.ts',
    "plugins.speedup.report is /srv/reports, which is not writable (EACCES: permission denied, mkdir '/srv/reports'). " +
      'Choose another directory.',
    '/srv/reports,',
    "EACCES: permission denied, mkdir '/srv/reports'"
  ],
  ARTILLERY_FAILED: [
    'kit/run-artillery.ts',
    'Artillery exited (exit code 1) before the comparison began. Its last lines:',
    'exit code 1'
  ],
  NOTHING_TO_WRITE: [
    'init/init.ts',
    'Nothing was written: scenarios/speedup.yml already exists. To write a new file, rename or remove the old one first. ' +
      'To run a comparison: npx artillery run scenarios/speedup.yml',
    'npx artillery run scenarios/speedup.yml',
    'scenarios/speedup.yml',
    'exists'
  ],
  UNEXPECTED: ['concepts/errors.ts', 'This is a bug in artillery-plugin-speedup, please report it:']
}

describe('docs/codes.md', () => {
  const folder = temporaryFolder()
  const settings = someSettings()
  const [single, clustered] = settings.variants
  const app = { ...settings.app, script: '/srv/shop/server.js' }
  const target = { url: 'http://127.0.0.1:3000', hostname: '127.0.0.1', port: 3000, protocol: 'http:' as const }
  const state = {
    expected: null,
    areStarting: false,
    listeners: [{ pid: 1, port: 8080, address: '::' }],
    restarts: 0,
    forks: 0,
    lastDeath: null,
    gaveUpAfter: null,
    usage: [],
    lives: [],
    told: []
  }
  const flawed = (run: Partial<Run>, thresholds: Thresholds) =>
    refusal(() =>
      checkRun(
        aRun({ scenario: 'checkout', requests: 200, ...run }),
        { runs: [], scenario: { ...aPlan(thresholds), name: 'checkout' } },
        settings
      )
    ).message
  const callPlan = {
    scenarios: 1,
    variants: 2,
    rounds: { min: 3, max: 10 },
    loadSeconds: 1,
    readyTimeoutSeconds: 10,
    stopTimeoutSeconds: 2,
    profile: false
  }
  const logFile = () => folder.write('app.log', '')

  const said: Record<string, () => string | Promise<string>> = {
    INVALID_SETTINGS: () => refusal(() => readSettings(aSource({ baseline: 'singel' }))).message,
    UNSUPPORTED: () =>
      refusal(() => checkRequirements({ platform: 'linux', artilleryVersion: '2.0.21', launchedOn: 'local' })).message,
    APP_NOT_READY: () =>
      explainDelay({
        variant: single,
        app,
        target,
        state,
        seenPorts: [],
        seenPaths: [],
        isTaken: false,
        logFile: logFile(),
        readyAnswer: null
      }),
    APP_DIED: () =>
      explainDeath({
        variant: clustered,
        app,
        target,
        exit: { code: 1, signal: null, leftOthers: false },
        stillListens: false,
        state,
        logFile: logFile(),
        when: 'while it was measured'
      }),
    GENERATOR_FAILED: () =>
      generatorFailed('a child artillery run', 'exited with code 11 before its last user had finished', '').message,
    NO_RESPONSES: () =>
      refusal(() =>
        checkResponses(
          { requests: 0, failures: 0, failureKinds: {}, hasLatencies: false, leastLatencyMs: null },
          { variant: single, when: 'while warming up', targets: [target], errors: {} }
        )
      ).message,
    TOO_MANY_ERRORS: () => flawed({ failures: 24, failureKinds: { 500: 24 } }, {}),
    TIME_TOO_SHORT: () => {
      const timed = someSettings({ time: { seconds: 20, isGiven: true }, lengthIsFree: true })
      return refusal(() =>
        new Schedule(aPlan({ p99: 1.2 }), timed, 20).begin({
          responsesPerSecond: 100,
          passSeconds: 0,
          slowestSeconds: 0,
          bodyShare: 0
        })
      ).message
    },
    NOT_ATTRIBUTED: () => flawed({ variant: 'clustered', unattributed: 1200 }, { fairness: 0.8 }),
    INTERRUPTED: () => new Interrupted().message,
    NO_COMPARISON: () =>
      refusal(() => findCandidate(aComparison([aScenarioResult([aCandidate()])]), 'clusterd')).message,
    OUT_OF_TIME: () => tooShort('scenarios/speedup.yml', 10, callPlan, { least: 16, most: null }),
    NOT_A_RECORD: () =>
      readRecord('/srv/shop/reports/main').then(
        () => '',
        ({ message }) => message
      )
  }

  it('is what the explanations say, with messages as they are said; UPDATE_GOLDEN=1 mocha test/docs/codes.test.ts writes it anew', async () => {
    const examples = new Map(Object.entries(filledIn).map(([code, [, message]]) => [code, message]))
    for (const [code, say] of Object.entries(said)) examples.set(code, await say())
    expect([...examples.keys()].sort(), 'an example for every error').to.eql([...runErrors, ...callErrors].toSorted())
    expectKept('docs/codes.md', codesPage(examples))
  })

  for (const [code, [source, message, ...values]] of Object.entries(filledIn)) {
    it(`shows a message as ${source} says it: ${code}`, () => {
      const parts = values.reduce((found, value) => found.flatMap((part) => part.split(value)), [message])
      expect(parts).to.have.length.above(values.length)
      const text = readFileSync(new URL(`../../plugin/${source}`, import.meta.url), 'utf8').replaceAll(
        /['`] \+\s+['`]/g,
        ''
      )
      for (const part of parts) expect(text).to.include(part)
    })
  }

  // That links lead to headings is tested of all pages: pages.test.ts.
  it('has an anchor of its own for each code', () => {
    const anchors = explainedCodes.map(({ anchor }) => anchor)
    expect(new Set(anchors).size).to.equal(anchors.length)
  })
})

describe('what is explained', () => {
  const groups: Record<CodeGroup, readonly string[]> = {
    result: Object.values(resultWords),
    exit: Object.values(exitCodes).map(String),
    warning: Object.keys(warningKinds),
    diagnosis: diagnosisCodes,
    loss: Object.keys(lossCauses),
    finding: Object.keys(findingLevels),
    error: [...runErrors, ...callErrors]
  }
  for (const [group, codes] of Object.entries(groups)) {
    it(`is every code of the group ${group}, in its order`, () => {
      expect(explainedCodes.filter((each) => each.group === group).map(({ code }) => code)).to.eql(codes)
    })
  }

  it('is said in sentences: what it means, why it happens and what to do', () => {
    for (const { code, meaning, cause, cure } of explainedCodes) {
      for (const text of [meaning, cause, cure]) expect(text ?? 'None.', code).to.match(/^[A-Z`].*\.$/)
    }
    const withoutCure = explainedCodes.filter(({ cure }) => cure === undefined).map(({ code }) => code)
    expect(withoutCure).to.eql([resultWords.pass, ...[exitCodes.pass, exitCodes.SIGINT, exitCodes.SIGTERM].map(String)])
  })

  it('of a warning, is how severe it is, and whether it leaves no verdict', () => {
    const kindOf = (code: string) => explainedCodes.find((each) => each.group === 'warning' && each.code === code)?.kind
    expect(['errors', 'too-few-requests', 'users-skipped', 'outlier-round'].map(kindOf)).to.eql([
      'Warning (problem; no verdict)',
      'Warning (problem or note; no verdict)',
      'Warning',
      'Warning (note)'
    ])
  })

  it('is found by its code in any case, with spaces for lines, and twice where two groups have it', () => {
    const found = (code: string) => explain(code).map(({ group, anchor }) => `${group} ${anchor}`)
    expect(found('Not measured')).to.eql(found('NOT_MEASURED')).and.eql(['result not-measured'])
    expect(found('app_died')).to.eql(['error app_died'])
    expect(found('unknown')).to.eql(['diagnosis unknown', 'loss unknown-1'])
    expect(found('2')).to.eql(['exit 2'])
    expect(found('genrator')).to.eql([])
  })
})
