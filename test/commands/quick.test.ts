import { minutesToTell, withWhere } from '../../plugin/commands/quick.ts'
import { itFinds } from '../support/cases.ts'
import { aCandidate, aScenarioResult } from '../support/results.ts'

/** @param rounds of a new comparison; what was seen were four rounds of 10 s each */
function minutesFor(rounds: number | null) {
  const unknown = {
    action: 'unknown',
    metric: 'throughput',
    loss: null,
    because: null,
    aim: 1.1,
    threshold: null
  } as const
  const result = aScenarioResult([aCandidate()], {
    rounds: 4,
    decision: { ...unknown, candidate: 'clustered', rounds }
  })
  const timeSpent = { countedSeconds: 30, uncountedSeconds: 6, exchangeSeconds: 4, otherSeconds: 20 }
  return minutesToTell({ scenarios: [result], timeSpent })
}

describe('how long quick would have to compare', () =>
  itFinds({
    'is told where more rounds would tell': [
      [minutesFor(9), 2],
      [minutesFor(null), null]
    ]
  }))

describe('what quick says of an option that it lacks', () => {
  const stopTimeout = 'It did not exit: raise plugins.speedup.app.stopTimeout.'
  itFinds({
    'is who writes a file in which it can be set': [
      [
        withWhere(stopTimeout, true),
        `${stopTimeout}\nOptions under plugins.speedup stand in a scenario file: --save writes one.`
      ],
      [withWhere(stopTimeout, false), /\n.*: npx artillery-speedup init writes one\.$/],
      [withWhere('--time is 2 s.', true), '--time is 2 s.']
    ]
  })
})
