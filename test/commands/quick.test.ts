import { withWhere } from '../../plugin/commands/quick.ts'
import { itFinds } from '../support/cases.ts'

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
