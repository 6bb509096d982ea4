import { findingLevels } from '../../../plugin/questions/doctor/concepts.ts'
import { itRefuses, read } from '../../settings/cases.ts'

describe('what doctor accepts', () => {
  itRefuses(read, 'plugins.speedup', [
    [
      { doctor: { accept: ['keepalive-too-short'] } },
      '.doctor.accept[0] is "keepalive-too-short". It must be one of ' +
        `${Object.keys(findingLevels).join(', ')} (did you mean keep-alive-too-short?).`
    ]
  ])
})
