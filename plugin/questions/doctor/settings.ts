import { listOf, object, oneOf } from '../../settings/shapes.ts'
import { findingLevels, type DoctorAdds, type FindingCode } from './concepts.ts'

/** What users write in a scenario file for the doctor. */
export const doctorWritten = {
  apart: {
    doctor: [
      object({
        accept: [
          listOf(oneOf(Object.keys(findingLevels) as FindingCode[])),
          'Codes of findings that are known and count no more.',
          'none',
          ['keep-alive-too-short']
        ]
      }),
      'What artillery-speedup doctor does with this file. A comparison does not depend on it.',
      'nothing is accepted'
    ]
  }
} as const

export const acceptedIn = ({ doctor }: DoctorAdds['options']): FindingCode[] => doctor?.accept ?? []
