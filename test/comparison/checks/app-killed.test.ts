import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkApp } from '../../../plugin/comparison/warnings/app.ts'
import { aRun } from '../../support/runs.ts'
import { aVariant, someSettings } from '../../support/settings.ts'

describe('an app that was killed', () => {
  it('is noted with the rounds, the patience it was given and the way out', () => {
    const runs = [aRun({ killed: true }), aRun({ round: 2 }), aRun({ round: 3, killed: true })]
    expect(checkApp(runs, someSettings())).to.eql([
      {
        code: 'app-killed',
        severity: 'note',
        variant: 'single',
        rounds: [1, 3],
        message:
          'single: after 2 runs the app did not leave within 2 s of SIGTERM and was killed. Let it end on SIGTERM, or raise plugins.speedup.app.stopTimeout.'
      }
    ])
  })

  it('may have left what a command has others do', () => {
    const [{ message }] = checkApp([aRun({ killed: true })], someSettings({ variants: [aVariant({ mode: 'command', workers: null, command: 'docker run shop' })] }))
    expect(message).to.match(/stopTimeout\. What a command such as docker run has others do may go on: see that its container ends \(docker run --rm --init\)\.$/)
  })
})
