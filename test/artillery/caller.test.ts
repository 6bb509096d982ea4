import { expect } from 'chai'
import { dryRunAsked, dryRunByFlag, withOptions } from '../../plugin/artillery/call.ts'

describe('options that a test suite gives', () => {
  const withSpeedup = (speedup: object) => ({
    config: { target: 'http://127.0.0.1:3000', plugins: { ensure: {}, speedup } },
    scenarios: []
  })
  const full = withSpeedup({ app: 'server.js', rounds: { min: 3, max: 10 }, thresholds: { p95: 1.3 } })
  const variants = { old: { url: 'https://old.example' }, new: { url: 'https://new.example' } }
  for (const [what, script, options, expected] of [
    [
      'take the place of the file’s, each as a whole, and leave everything else',
      full,
      { thresholds: { p99: 1.2 }, rounds: 5 },
      { app: 'server.js', rounds: 5, thresholds: { p99: 1.2 } }
    ],
    [
      'are a time where the file has rounds',
      full,
      { time: '60s' },
      { app: 'server.js', thresholds: { p95: 1.3 }, time: '60s' }
    ],
    ['may be all that there is', withSpeedup({}), { app: 'server.js' }, { app: 'server.js' }],
    ['may be variants that need no app', withSpeedup({}), { variants }, { variants }]
  ] as const) {
    it(what, () => {
      const before = structuredClone(script)
      expect(withOptions(script, options, 'a.yml')).to.eql(withSpeedup(expected))
      expect(script).to.eql(before)
    })
  }

  it('cannot make up for a script that names no app', () => {
    const problem = 'scenarios/a.yml has nothing under config.plugins.speedup, so there is no app to compare.'
    expect(() => withOptions(withSpeedup({}), { rounds: 5 }, 'scenarios/a.yml'))
      .to.throw(
        `${problem} Add \`plugins: { speedup: { app: ../server.js } }\` to its config, or give compare the option app.`
      )
      .with.property('code', 'INVALID_SETTINGS')
  })
})

describe('who wants the plan alone', () => {
  it('is told what asked for it: the flag, or the variable', () => {
    expect(
      [dryRunByFlag, { ARTILLERY_SPEEDUP_DRY_RUN: 'true' }, { ARTILLERY_SPEEDUP_DRY_RUN: 'false' }, {}].map(dryRunAsked)
    ).to.eql(['--dry-run was given', 'ARTILLERY_SPEEDUP_DRY_RUN is true', undefined, undefined])
  })
})
