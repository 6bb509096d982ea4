import { expected, noticeable } from '../../plugin/comparison/bound.ts'
import { counted, list, percent } from '../../plugin/concepts/wording.ts'
import { rangeOf } from '../../plugin/report/charts/axes.ts'
import { markdownTable, plain } from '../../plugin/report/ci/markdown.ts'
import { perSecond, times, timesWithin } from '../../plugin/report/words/numbers.ts'
import { geometricMean, median, sum } from '../../plugin/statistics/descriptive.ts'
import { machineOf } from '../tutorials/checked.ts'
import {
  queues,
  quotas,
  repeated,
  runOf,
  servers,
  userNumbers,
  type BesideWrk,
  type Queues,
  type Quotas,
  type Repeat,
  type Repeated,
  type Repeats,
  type Server,
  type Where
} from './checks.ts'
import { besideEachOther, holds, ofWrk, quotientOf } from './quotients.ts'

/** By the names of the checks. */
export interface Evidence {
  servers: Record<Server['name'], BesideWrk>
  repeated: Record<Repeated['name'], Repeats>
  quotas: Quotas
  queues: Queues
}

/**
 * docs/evidence.md, from what was kept alone.
 *
 * @returns GitHub-flavoured Markdown
 */
export function renderEvidence(evidence: Evidence): string {
  return `${[
    '# Is it right?',
    'Its figures were checked against another load generator, against theory, and against apps whose speedup is known:',
    overview(evidence),
    'What the rule promises, by simulation, stands in [How sure is it?](sure.md#what-it-promises); how it measures in [How it works](how-it-works.md).',
    ...besideWrk(evidence.servers),
    ...knownSpeedups(evidence.repeated),
    ...ofQuotas(evidence.quotas),
    ...theory(evidence.queues),
    ...repeatIt(evidence)
  ].join('\n\n')}\n`
}

const isClose = ({ found, expected }: Queues['tries'][number]) => Math.abs(found / expected - 1) <= 0.05

function overview({ servers: found, repeated: all, quotas: { found: ofEach }, queues: { tries } }: Evidence): string {
  const ofHalf = repeated[0]
  const ofSame = repeated.filter(({ must }) => must === 'not pass 1.1')
  const ofCommits = repeated.filter(({ name }) => name.endsWith('-commit'))
  const same = ofSame.flatMap(({ name }) => all[name].repeats)
  const passed = same.filter(({ verdict }) => verdict === 'pass').length
  const intervals = ofSame.map((check) => intervalsOf(check, all[check.name]))
  const total = (key: 'right' | 'all') => sum(intervals.map((counts) => counts[key]))
  const judged = servers.filter(({ name }) => found[name].reason === null)
  const beside = judged.map(({ name }) => besideEachOther(found[name]).speedup)
  const near = beside.filter((factor) => Math.abs(Math.log(factor)) <= Math.log(1.1))
  const half = intervalsOf(ofHalf, all.half)
  return markdownTable(
    [
      ['checked against', 'it should find', 'it found'],
      [
        `[wrk](#beside-wrk), with ${new Set(servers.map((server) => server.package)).size} servers from npm`,
        'the same speedup as wrk, or no verdict',
        `${beside.length} verdicts, ${near.length} of them within 10 % of wrk’s: ${rangeText(beside)} of it; no verdict on ${servers.length - beside.length}`
      ],
      [
        '[half of the work](#known-speedups)',
        '2x; the work alone, timed without a server, is known to 1 %',
        `${times(median(half.speedups))} in the median; ${half.right} of ${half.all} intervals contain it`
      ],
      [
        '[the same app twice](#known-speedups)',
        '1x: no pass of a threshold of 1.1',
        `${passed} of ${same.length} passed; ${total('right')} of ${total('all')} intervals contain 1`
      ],
      ...ofCommits.map(({ name, what, must }) => [
        `[${what}](#known-speedups)`,
        `to ${must}`,
        `${verdictsOf(all[name].repeats)}, in ${secondsOf(all[name])}`
      ]),
      [
        '[CPU limits](#cpu-limits)',
        'what the CPU time of a request allows',
        `${rangeText(shares(ofEach), percent)} of it`
      ],
      [
        '[queues](#queues)',
        'the capacity that theory tells',
        `${tries.filter(isClose).length} of ${tries.length} within 5 %`
      ]
    ],
    ['---', '---', '---']
  )
}

const rangeText = (factors: number[], write = times) => rangeOf(factors, write).join(' to ')

function intervalsOf({ metrics, truth }: Repeated, { repeats }: Repeats, only: readonly string[] = metrics) {
  const estimates = repeats.flatMap(({ estimates: by }) => only.flatMap((metric) => by[metric] ?? []))
  return {
    speedups: estimates.map(({ speedup }) => speedup),
    right: estimates.filter((estimate) => holds(estimate, truth)).length,
    all: estimates.length
  }
}

function besideWrk(found: Evidence['servers']): string[] {
  const rowOf = (server: Server & BesideWrk) => {
    const { file, version, what, ours, wrk, giving, reason, alone } = server
    return [
      `[${server.package}](evidence/servers/${file}.yml) ${version}, ${what}`,
      perSecond(paceOf(server)),
      ...[quotientOf(ours), quotientOf(ofWrk(server)), besideEachOther(server)].map(timesWithin),
      ...[giving, wrk].map((paces) => times(quotientOf(paces).speedup)),
      [
        alone.most < noticeable ? '' : expected(quotientOf(ours).speedup, alone),
        reason !== null && `[no verdict](codes.md#${reason})`
      ]
        .filter(Boolean)
        .join(', ')
    ]
  }
  const tables = userNumbers.flatMap((users) => {
    const rows = servers
      .filter((server) => server.users === users)
      .map((server) => ({ ...server, ...found[server.name] }))
      .toSorted((a, b) => paceOf(a) - paceOf(b))
      .map(rowOf)
    return [
      `With ${counted(users, 'user')}:`,
      markdownTable(
        [
          [
            'server',
            'one process, by wrk',
            'by this tool',
            'by wrk',
            'ours / wrk’s',
            'wrk that gives way',
            'wrk as it is',
            'ours, with the machine to itself, as the report expects'
          ],
          ...rows
        ],
        ['---', '--:', '--:', '--:', '--:', '--:', '--:', '--:']
      )
    ]
  })
  const { ours, wrk, giving } = found[servers[0].name]
  return [
    '## Beside wrk',
    'Servers from npm, none of them changed; Express, Apollo and Hono serve a small app of ours, after their documentation. How much more do two workers answer than one process? ' +
      `${counted(ours.length, 'round')} of ours and ${giving.length + wrk.length} of wrk: ${giving.length} in which it takes no core from a worker (\`chrt -b 0 wrk\`), as our load threads do, ` +
      `and ${wrk.length} as it is, in turn, each with fresh processes; wrk sends our client’s \`accept-encoding\`. ` +
      'All intervals are of 95 %, computed from the rounds in the same way.',
    ...tables,
    '**The quicker the server, the more the load decides.** Load and app share two cores. Each answer wakes up the load, and wrk as it is takes a core from a worker for it, ' +
      'in the middle of a request, which two workers pay more for than one process: how wrk runs may alone move its figure by more than ours is away from it (Express). ' +
      'Our client records each response and takes more CPU for it than wrk. ' +
      'Where that may be why a server seems to gain nothing, [there is no verdict](codes.md#cores-taken): test heavier requests, or [make the load elsewhere](loads.md#load-from-elsewhere).'
  ]
}

/** Responses a second of one process, as wrk saw it. */
const paceOf = ({ wrk }: BesideWrk): number => geometricMean(wrk.map(({ single }) => single))

function knownSpeedups(all: Evidence['repeated']): string[] {
  const metrics = ['throughput', 'p95'] as const
  const rows = repeated.map((check) => {
    const found = all[check.name]
    return [
      `[${check.what}](evidence/${check.name}.yml)`,
      check.must,
      verdictsOf(found.repeats),
      secondsOf(found),
      ...metrics.map((metric) => foundOf(intervalsOf(check, found, [metric])))
    ]
  })
  return [
    '## Known speedups',
    'An app is compared with itself, or with itself doing less or more work, each time from scratch: 8 users, [in turns](loads.md#in-turns). How long it may take stands in each file.',
    markdownTable(
      [['compared', 'it must', 'it did', 'in', ...metrics], ...rows],
      ['---', '---', '---', '--:', '---', '---']
    ),
    'Beside the median and all that was found: how many of the intervals, of 95 %, contain the truth.'
  ]
}

const foundOf = ({ speedups, right, all }: ReturnType<typeof intervalsOf>): string =>
  all === 0 ? '' : `${times(median(speedups))} (${rangeText(speedups)}), ${right} of ${all}`

const secondsOf = ({ repeats }: Repeats): string => {
  const seconds = repeats.map((each) => Math.round(each.seconds))
  return `${Math.round(median(seconds))} s (${Math.min(...seconds)} to ${Math.max(...seconds)} s)`
}

const verdictsOf = (repeats: Repeat[]): string =>
  list(
    [...Map.groupBy(repeats, ({ verdict }) => String(verdict))].map(([verdict, same]) => `${same.length} ${verdict}`)
  )

/** What was served, as a share of what the CPU time of a request with the largest quota allows with the others. */
const shares = ([largest, ...others]: Quotas['found']): number[] =>
  others.map(({ cpus, perSecond }) => perSecond / (cpus * (1000 / largest.cpuMs)))

const ofQuotas = ({ found }: Quotas): string[] => [
  '## CPU limits',
  `One process, [${quotas.name}.yml](evidence/${quotas.name}.yml), in [containers](containers.md) of less and less of a core. What a request takes of a whole core tells what the others can serve.`,
  markdownTable(
    [
      ['`cpus`', 'CPU time of a request', 'responses/s', 'of what is possible', 'stood still', 'p99'],
      ...found.map(({ cpus, cpuMs, perSecond: served, stoodStill, p99Ms }, i) => [
        String(cpus),
        `${cpuMs.toFixed(1)} ms`,
        perSecond(served),
        i === 0 ? '' : percent(shares(found)[i - 1]),
        percent(stoodStill),
        `${Math.round(p99Ms)} ms`
      ])
    ],
    ['--:', '--:', '--:', '--:', '--:', '--:']
  )
]

const theory = ({ tries }: Queues): string[] => [
  '## Queues',
  'Two apps serve one request at a time, for 2 ms or for exponential times of 2 ms on average. Queueing theory tells how many users a second such an app can serve within a limit; [the search for a capacity](capacity.md) does not know it.',
  markdownTable(
    [
      ['service times', 'limit at p95', 'expected', 'found [95 % interval]', 'found / expected', 'took'],
      ...tries.map(({ service, limitMs, expected, found, interval: [low, high], seconds }) => [
        service,
        `${limitMs} ms`,
        `${perSecond(expected)}/s`,
        `${perSecond(found)}/s [${perSecond(low)}, ${perSecond(high)}]`,
        percent(found / expected),
        `${Math.round(seconds)} s`
      ])
    ],
    ['---', '--:', '--:', '--:', '--:', '--:']
  )
]

function repeatIt({ servers: found, repeated: all, quotas: limited, queues: ofQueues }: Evidence): string[] {
  const kept: [string, Where][] = [
    ...servers.map(({ name }): [string, Where] => [name, found[name]]),
    ...repeated.map(({ name }): [string, Where] => [name, all[name]]),
    [quotas.name, limited],
    [queues.name, ofQueues]
  ]
  const machines = [...new Set(kept.map(([, where]) => machineOf(where)))]
  const days = [...new Set(kept.map(([, { finishedAt }]) => finishedAt.slice(0, 10)))].toSorted()
  return [
    '## Repeat it',
    `Measured ${list(days)} on ${list(machines)}. All results: ${list(kept.map(([name]) => `[${plain(name)}](${runOf({ name }).file})`))}.`,
    '`npm ci --prefix docs/evidence && npm run evidence` measures all of it, and makes this page; `npm run evidence -- --only json-server` measures one, `-- --render` nothing. wrk must be on PATH.'
  ]
}
