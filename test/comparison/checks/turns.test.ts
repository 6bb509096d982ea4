import { checkTurns } from '../../../plugin/comparison/warnings/noise.ts'
import { aRun } from '../../support/runs.ts'
import { itWarns } from '../../support/warnings.ts'

describe('warnings about turns', () => {
  const apart = ['together they failed', 'requests fail, in turns as alone'].map((why) => aRun({ apart: why }))

  itWarns({
    'variants that were loaded one after the other are told once, with what was known last': [
      [checkTurns([aRun()])],
      [
        checkTurns(apart),
        /^note not-in-turns : The variants were not loaded in turns, because requests fail, in turns as alone\. /
      ]
    ]
  })
})
