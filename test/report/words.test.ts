import { junitXml } from '../../plugin/report/ci/junit.ts'
import { measuredSection } from '../../plugin/report/page/measured-section.ts'
import { briefVariant, clientSentence, shortName, variantWords } from '../../plugin/report/words/names.ts'
import {
  beside,
  duration,
  grouped,
  groupedCount,
  interval,
  milliseconds,
  perSecond,
  rangedText,
  times
} from '../../plugin/report/words/numbers.ts'
import { itFinds } from '../support/cases.ts'
import { textOf } from '../support/pages.ts'
import { aCandidate, aComparison, aDescribedVariant, aScenarioResult } from '../support/results.ts'
import type { DescribedVariant, ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { ClientUse } from '../../plugin/concepts/run.ts'

describe('numbers for people', () => {
  const textOf = (value: number, interval: [number, number]) => rangedText({ value, interval })

  itFinds({
    'round an interval outward': [
      [interval([1.2999, 1.5301]), '[1.29, 1.54]'],
      [interval([0.996, 1.001]), '[0.99, 1.01]']
    ],
    // 1.1 * 100 is 110.00000000000001, 0.57 * 100 is 56.99999999999999.
    'leave bounds alone that two digits hold exactly, however they are stored': [
      [interval([0.57, 1.1]), '[0.57, 1.10]'],
      [interval([1.3, 2]), '[1.30, 2.00]']
    ],
    'write a speedup with two digits': [[[1, 1.974, 12.3456].map(times), ['1.00x', '1.97x', '12.35x']]],
    'write a latency with three digits that matter': [
      [[0.1234, 4.5678, 34.56, 102.5, 1526.4].map(milliseconds), ['0.123', '4.57', '34.6', '103', '1526']],
      [[0.99951, 9.996, 99.96].map(milliseconds), ['1.00', '10.0', '100']]
    ],
    'write a rate with three digits that matter, its thousands apart': [
      [[0.1234, 9.996, 34.56, 99.96, 102.5, 1526.4].map(perSecond), ['0.123', '10.0', '34.6', '100', '103', '1,526']]
    ],
    'write a value with its interval, rounded outward, in as many decimals': [
      [textOf(228.4, [214.99, 242.01]), '228 [214, 243]'],
      [textOf(54.76, [47.601, 63.01]), '54.8 [47.6, 63.1]'],
      [textOf(99.97, [90.5, 100.5]), '100 [90, 101]'],
      [textOf(12_345.6, [9999.5, 15_000.1]), '12,346 [9,999, 15,001]'],
      [textOf(0.0123, [0.011, 0.0139]), '0.0123 [0.0110, 0.0139]'],
      [textOf(0, [0, 0.0312]), '0.0000 [0.0000, 0.0312]'],
      [textOf(0, [0, 0]), '0.00 [0.00, 0.00]']
    ],
    'write a value such that it shows on which side of the required one it is': [
      [[0.75, 0.7996, 0.8].map((value) => beside(value, 0.8)), ['0.75', '0.7996', '0.80']],
      [[100, 99.96].map((value) => beside(value, 1)), ['100', '100']]
    ],
    'group the digits of a count': [
      [[0, 999, 1200, 1234567].map(grouped), ['0', '999', '1,200', '1,234,567']],
      [[0, 1, 1200].map((count) => groupedCount(count, 'request')), ['0 requests', '1 request', '1,200 requests']]
    ],
    'write a duration in seconds and minutes': [
      [
        [0.4, 59.4, 59.6, 60, 61.2, 125, 3600].map(duration),
        ['0 s', '59 s', '1 min', '1 min', '1 min 1 s', '2 min 5 s', '60 min']
      ]
    ]
  })
})

describe('the words for a variant', () => {
  const aDescribed = (overrides: Partial<DescribedVariant>) => aDescribedVariant({ name: 'one', ...overrides })

  /** each with what is said at length, and briefly */
  const all: [Partial<DescribedVariant>, string, string][] = [
    [{}, 'a single process', 'one'],
    [{ detail: '--threads 2' }, 'a single process, with --threads 2', 'one'],
    [{ name: 'Node 24', node: '24' }, 'a single process, Node 24', 'Node 24'],
    [{ mode: 'cluster', workers: 1 }, '1 worker, round robin', 'one (1 worker)'],
    [
      { mode: 'cluster', workers: 2, scheduling: 'none' },
      '2 workers, connections distributed by the system',
      'one (2 workers, no scheduling)'
    ],
    [{ mode: 'pm2', workers: 2 }, 'PM2, 2 workers', 'one (PM2, 2 workers)'],
    [{ mode: 'pm2', workers: 2, detail: '--fast' }, 'PM2, 2 workers, with --fast', 'one (PM2, 2 workers)'],
    [
      { mode: 'pm2', workers: null, detail: 'ecosystem.config.cjs, app api' },
      'PM2, ecosystem.config.cjs, app api',
      'one (PM2)'
    ],
    [{ mode: 'reusePort', workers: 2 }, '2 processes that share the port (reusePort)', 'one (shared port, 2 workers)'],
    [
      { mode: 'ports', workers: 2 },
      '2 processes with a port each, behind a load balancer',
      'one (own ports, 2 workers)'
    ],
    ...(
      [
        [[2, 2, 0.5, 2 ** 28], '2 instances of 0.5 cores and 256 MiB, each with 1 worker'],
        [[1, 2, 1, 2 ** 30], '1 instance of 1 core and 1 GiB, with 2 workers'],
        [[2, null, null, 2 ** 28], '2 instances of 256 MiB, each with as many workers as it sees CPUs'],
        [[2, 6, 0.5, null], '2 instances of 0.5 cores, each with 3 workers'],
        [[2, 4, null, null], '2 instances, each with 2 workers']
      ] as const
    ).map(([[instances, workers, cpus, memoryBytes], words]): [Partial<DescribedVariant>, string, string] => [
      { mode: 'ports', instances, workers, resources: { cpus, memoryBytes }, detail: '--fast', node: '22.21.0' },
      `${words}, behind a load balancer, with --fast, Node 22.21.0`,
      `one (${words}, Node 22.21.0)`
    ]),
    [
      { mode: 'command', workers: null, detail: 'node server.js --threads 2' },
      'command: node server.js --threads 2',
      'one (command)'
    ],
    [{ mode: 'command', workers: 3, detail: './serve' }, 'command: ./serve, 3 workers', 'one (command, 3 workers)'],
    [
      { mode: 'url', workers: null, detail: 'https://a.example, https://b.example' },
      'running at https://a.example, https://b.example',
      'one (running already)'
    ]
  ]
  const seen = (count: number, overrides: Partial<DescribedVariant>) =>
    variantWords(aDescribed({ workers: null, ...overrides }), count)
  itFinds({
    'say how it is run, at length and briefly': all.map(([overrides, ...words]) => [
      [variantWords(aDescribed(overrides), 0), briefVariant(aDescribed(overrides))],
      words
    ]),
    'say how many workers were seen where nobody said it before': [
      [
        seen(2, { mode: 'url', detail: 'https://a.example' }),
        'running at https://a.example, as many workers as were seen: 2'
      ],
      [seen(4, { mode: 'pm2', detail: 'e.cjs' }), 'PM2, e.cjs, as many workers as were seen: 4'],
      [seen(4, { mode: 'cluster', workers: 2 }), '2 workers, round robin']
    ],
    'cut a command that is too long, and keep one apart that is written from right to left': [
      [seen(0, { mode: 'command', detail: 'x'.repeat(500) }), `command: ${'x'.repeat(199)}…`],
      [
        seen(2, { mode: 'command', detail: 'node שלום' }),
        'command: \u2068node שלום\u2069, as many workers as were seen: 2'
      ]
    ]
  })
})

describe('which client made the load', () => {
  const lean: ClientUse = { name: 'lean', because: null }
  const artillerys: ClientUse = { name: 'artillery', because: 'it uploads files (formData)' }
  const scenario = (client: ClientUse | null, rest?: Partial<ScenarioResult>) =>
    aScenarioResult([aCandidate()], { client, ...rest })
  const pageOf = (...scenarios: ScenarioResult[]) =>
    textOf(measuredSection({ comparison: aComparison(scenarios), runs: [] }).text)
  const search = scenario(lean, { scenario: 'search' })
  itFinds({
    'is left out where it is not known': [
      [pageOf(scenario(null)), /^(?!.*Sent by)/],
      [junitXml(aComparison([scenario(null)])), /^(?![^]*"client")/]
    ],
    'is a sentence, where a reader asks whether the load generator was the bottleneck': [
      [
        [lean, { ...artillerys, because: null }].map(clientSentence),
        ['the lean client', "Artillery's client"].map((client) => `Its requests were sent by ${client}.`)
      ],
      [
        clientSentence(artillerys),
        /^[^,]*Artillery's client, which takes more CPU than the lean one, because of this: it uploads files \(formData\)\.$/
      ]
    ],
    'is among the facts of the page: once, or for each scenario where they differ': [
      [pageOf(search, { ...search, scenario: 'cart' }), /Sent by the lean client Run/],
      [
        pageOf(search, scenario(artillerys, { scenario: 'album' })),
        /Sent by search: the lean client album: Artillery's client: it uploads files \(formData\) Run/
      ],
      [pageOf(search, scenario(null, { scenario: 'album' })), /Sent by search: the lean client Run/]
    ]
  })
})

describe('a name where there is little room', () => {
  itFinds({
    'stays as it is while it fits, and is cut by what a reader takes for characters': [
      [
        ['clustered', 'x'.repeat(24), 'x'.repeat(25)].map((name) => shortName(name)),
        ['clustered', 'x'.repeat(24), `${'x'.repeat(23)}…`]
      ],
      [shortName('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 2), '👩‍👩‍👧…']
    ],
    'does not turn the text around it, also when it is cut': [
      [shortName('\u05d0'.repeat(30), 4), `\u2068${'\u05d0'.repeat(3)}…\u2069`],
      [shortName('\u202egnol'), '\u2068\u202egnol\u2069']
    ]
  })
})
