import type { Profile, ProfiledFunction } from '../../plugin/questions/profile/concepts.ts'

/** @returns of the app, in its own file */
export const aFunction = (overrides?: Partial<ProfiledFunction>): ProfiledFunction => ({
  name: 'isPrime',
  place: 'sieves/trial-division.js:12',
  owner: 'app',
  selfMs: 7200,
  totalMs: 7200,
  line: null,
  calledBy: null,
  ...overrides
})

const handler = { name: 'handler', place: 'server.js:30' }

/** @returns of one process that computes primes: 10 s, all of it busy, 2,000 responses */
export function aProfile(overrides?: Partial<Profile>): Profile {
  return {
    variant: 'single',
    file: 'single.cpuprofile',
    processes: 1,
    missing: [],
    seconds: 10,
    responses: 2000,
    busyMs: 10_000,
    idleMs: 100,
    owners: { app: 7700, dependency: 600, node: 900, native: 500, 'garbage collection': 300 },
    functions: [
      aFunction(),
      aFunction({ name: 'writev', place: 'node:net:900', owner: 'node', selfMs: 900, totalMs: 900, calledBy: handler }),
      aFunction({
        name: 'handle',
        place: 'router/index.js:41',
        owner: 'dependency',
        selfMs: 600,
        totalMs: 9200,
        calledBy: null
      }),
      aFunction({ ...handler, selfMs: 500, totalMs: 8600, line: 33 }),
      aFunction({ name: '(program)', place: null, owner: 'native', selfMs: 500, totalMs: 500 }),
      aFunction({
        name: '(garbage collector)',
        place: null,
        owner: 'garbage collection',
        selfMs: 300,
        totalMs: 300,
        calledBy: handler
      })
    ],
    tree: {
      function: -1,
      totalMs: 10_000,
      children: [
        {
          function: 2,
          totalMs: 9200,
          children: [
            {
              function: 3,
              totalMs: 8600,
              children: [
                { function: 0, totalMs: 7200, children: [] },
                { function: 1, totalMs: 900, children: [] }
              ]
            }
          ]
        },
        { function: 4, totalMs: 500, children: [] },
        { function: 5, totalMs: 300, children: [] }
      ]
    },
    blocked: [
      {
        pid: '4711',
        ms: 212,
        share: 0.97,
        stack: [
          { name: 'handle', place: 'router/index.js:41', owner: 'dependency' },
          { ...handler, owner: 'app' },
          { name: 'isPrime', place: 'sieves/trial-division.js:12', owner: 'app' }
        ]
      }
    ],
    ...overrides
  }
}

/** @returns of single, and of two workers that answer twice as much and take more time for accepting */
export function someProfiles(): Profile[] {
  const emit = aFunction({ name: 'emit', place: 'node:events:500', owner: 'node', selfMs: 1500, totalMs: 1500 })
  const usual = aProfile()
  const functions = usual.functions.map((each) => ({ ...each, selfMs: 2 * each.selfMs, totalMs: 2 * each.totalMs }))
  return [
    usual,
    aProfile({
      variant: 'clustered',
      file: 'clustered.cpuprofile',
      processes: 2,
      missing: ['Process 4713 ended while it was profiled. Read the app’s log.'],
      responses: 4000,
      busyMs: 21_500,
      idleMs: 300,
      owners: { app: 15_400, dependency: 1200, node: 3300, native: 1000, 'garbage collection': 600 },
      functions: [...functions, emit],
      blocked: []
    })
  ]
}

const hostile = '</title><script>alert(1)</script><img src=x onerror=alert(2)>\u202e"\'&{{7*7}}'

/**
 * @returns of all but the last of these variants, with names as an attacker, or a bundler, may give them, and stacks
 * that are very deep
 */
export function hostileProfiles(variants: readonly string[]): Profile[] {
  const name = `${hostile}${'x'.repeat(120)}`
  const [deep] = aProfile().tree.children
  const tree = {
    function: -1,
    totalMs: 10_000,
    children: [Array.from({ length: 50 }).reduce<typeof deep>((below) => ({ ...deep, children: [below] }), deep)]
  }
  return variants
    .slice(0, -1)
    .map((variant, i) => ({
      ...someProfiles()[Math.min(1, i)],
      variant,
      file: `${variant}.cpuprofile`,
      tree,
      missing: [hostile],
      functions: aProfile().functions.map((each) => ({
        ...each,
        name,
        place: `src/${hostile}.js:1`,
        calledBy: { name, place: name }
      })),
      blocked: aProfile().blocked.map((stretch) => ({
        ...stretch,
        pid: hostile,
        stack: Array.from({ length: 30 }, () => ({ name, place: name, owner: 'app' as const }))
      }))
    }))
}
