// What has a name: in the tables of metrics and warnings, so it imports nothing.

export const capacityMetric = {
  capacity: {
    title: 'Capacity',
    heading: 'capacity',
    place: 'in capacity',
    what: 'the capacity, with the option capacity',
    unit: 'as searched',
    better: 'higher',
    fewestLatencies: 0,
    enoughLatencies: 0,
    isTold: 'searched'
  }
} as const

/** What a load says of it; left out: it is not searched for, and it is never kept. */
export interface CapacityReading {
  found?: number
}

export const capacityRead = { foundIn: ({ found }: CapacityReading) => found ?? null }

export const capacityTitle = 'Capacity'

/** not-reached, not-exhausted: of what is known from one side only. */
export const capacityWarnings = {
  'not-reached': {
    title: capacityTitle,
    severities: ['problem'],
    noVerdict: {
      inShort: 'not kept under any load',
      clause: () => 'one of the two misses the service level even under the least load'
    }
  },
  'not-exhausted': {
    title: capacityTitle,
    severities: ['problem', 'warning'],
    noVerdict: {
      inShort: 'the load generator cannot generate more load',
      clause: () => 'one of the two carries more than the load generator can generate'
    }
  },
  'capacity-falls': { title: capacityTitle, severities: ['warning'] }
} as const
