import {
  checkGenerator,
  checkPauses,
  checkReach,
  checkMachine,
  checkSaturation,
  checkTakenCores
} from '../../../plugin/comparison/warnings/generator.ts'
import { aCandidate, aCandidateWith, aClusterUse, aVariantLimit, aVariantUse } from '../../support/results.ts'
import type { Run } from '../../../plugin/concepts/run.ts'
import { aGenerator, aRun } from '../../support/runs.ts'
import { itWarns } from '../../support/warnings.ts'
import type { CandidateResult, Estimate, VariantLimit } from '../../../plugin/concepts/comparison.ts'
import type { ClosedLoop, LoadShape } from '../../../plugin/concepts/load-results.ts'
import type { ClientUse, GeneratorUse, MachineUse } from '../../../plugin/concepts/run.ts'

const check = (...rounds: Partial<GeneratorUse>[]) =>
  checkGenerator(
    rounds.map((generator, i) => aRun({ round: i + 1, generator })),
    [],
    'auto'
  )

describe('warnings about the load', () => {
  const open = { utilization: 0.97, shortestSessionMs: 20 }
  const closed = [
    { shortestSessionMs: 5000, arrivalSeconds: 1 },
    { shortestSessionMs: null },
    { ...open, arrivalSeconds: 0 }
  ]
  const busy = aGenerator({ utilization: 0.97 })
  const by = (client: ClientUse | null, asked: 'auto' | 'artillery' = 'auto') =>
    checkGenerator([aRun(), aRun({ generator: busy, client })], [], asked)
  const besides = (reason: Estimate['reason']) =>
    checkGenerator(
      [aRun({ generator: busy })],
      [aCandidateWith([{ metric: 'throughput', required: 1.2, reason }])],
      'auto'
    )
  const taken = ([reason, required]: [Estimate['reason'], number | null]) =>
    checkTakenCores(
      {
        candidates: [aCandidateWith([{ metric: 'throughput', speedup: 0.88, reason, required }])],
        uses: [
          aVariantUse(),
          aClusterUse({ cpu: null, machine: { app: 1.03, generator: 0.61, others: 0.01, stolen: 0.02 } })
        ],
        load: { model: 'closed', saturated: [] }
      },
      'single'
    )
  /** @param rounds cores that the generator took, and responses a second */
  const costing = (...rounds: [generator: number, throughputPerSecond: number][]) =>
    checkGenerator(
      rounds.map(([generator, throughputPerSecond], i) =>
        aRun({ round: i + 1, machine: { generator }, throughputPerSecond })
      ),
      [],
      'auto'
    )
  const reach = (reason: Estimate['reason'], loop: ClosedLoop | null) => {
    const bound = { atMost: 1.04, cores: 2, generator: 0.61, others: 0.2, loop }
    return checkReach([{ ...aCandidateWith([{ metric: 'throughput', reason, required: 1.2 }]), bound }])
  }
  /** @param rounds null: the system does not tell */
  const on = (...rounds: (Partial<MachineUse> | null)[]) =>
    checkMachine(
      rounds.map((machine, i) => aRun({ round: i + 1, machine })),
      []
    )
  const inContainer = (app: number, mode: 'command' | 'single') =>
    checkMachine([aRun({ variant: 'container', machine: { app, others: 1.1 } })], [{ name: 'container', mode }])
  const under = (
    saturated: string[],
    candidates: CandidateResult[] = [aCandidate()],
    model: LoadShape['model'] = 'open',
    limits: VariantLimit[] = [],
    failed: Run[] = []
  ) => checkSaturation({ candidates, limits, load: { model, saturated }, runs: failed, failing: saturated }, 'single')
  const required: Partial<Estimate> = {
    metric: 'p95',
    required: 1.3,
    verdict: 'inconclusive',
    reason: 'baseline-saturated'
  }

  itWarns({
    'a pause that is a fraction without a unit is told as what it is to Artillery, and how to write it': [
      [checkPauses({ pausesInMs: [] })],
      [
        checkPauses({ pausesInMs: ['0.3', '1.5'] }),
        'warning think-in-ms : think: 0.3 has no unit, so Artillery takes it for 0.3 ms, and users hardly paused. Write 300ms if it is in seconds.'
      ]
    ],
    'a load generator that was too busy is told with its rounds, the worst of them and what to do; one that had time, or told nothing, is not':
      [
        [check({}, { utilization: 0.8 }, { utilization: null })],
        [
          check({ utilization: 0.83 }, {}, { utilization: 0.97 }),
          'problem generator-saturated single 1,3: single, rounds 1 and 3: ' +
            'the load generator was 97 % busy, so the latencies include its own delay and it limits the throughput; the verdict is withheld. ' +
            'Reduce the load (fewer users, or think time between requests), request heavier work, or use a machine with more cores.'
        ]
      ],
    'a busy load generator is told of all variants at once, with the advice to spread the users over the load threads where there are several':
      [
        [
          check({ utilization: 0.97, threads: 2 }),
          /Reduce the load \(fewer users, or think time between requests\), spread the users over the load threads \(arrivalRate instead of arrivalCount\), request heavier work, or use/
        ],
        [check({ utilization: 0.97, threads: 2 }, { utilization: 0.97, threads: 1 }), /arrivalRate/],
        [check({ utilization: 0.97, threads: 1 }), /^(?!.*arrivalRate)/],
        [
          checkGenerator(
            [aRun({ generator: busy }), aRun({ variant: 'clustered', generator: busy }), aRun({ variant: 'four' })],
            [],
            'auto'
          ),
          /: single, round 1; clustered, round 1: the load generator was 97 % busy/
        ]
      ],
    'a busy load generator is told with the rate at which users came and went, and with what keeps the lean client from making the load':
      [
        [
          check({ ...open, users: 9000, arrivalSeconds: 5 }, { ...open, users: 9200, arrivalSeconds: 5 }),
          /the verdict is withheld\. Users arrived at 1840 a second: it can hardly start more of them here, whatever the script asks for\. Reduce the load/
        ],
        ...closed.map((load): [ReturnType<typeof check>, RegExp] => [check({ ...open, ...load }), /^(?!.*a second)/]),
        [
          by({ name: 'artillery', because: 'it uploads files (formData)' }),
          /use a machine with more cores\. Or remove what rules out the lean client, which takes far less CPU: it uploads files \(formData\)\.$/
        ],
        [
          by({ name: 'artillery', because: 'plugins.speedup.client is artillery' }, 'artillery'),
          /more cores\. Or remove plugins\.speedup\.generator\.client: the lean client takes far less CPU\.$/
        ],
        [besides('generator-saturated'), /^problem generator-saturated .*; the verdict is withheld\./],
        [besides(null), /^warning generator-saturated .*; what was reached in spite of that holds\./],
        [by(null), /more cores\.$/],
        [by({ name: 'lean', because: null }), /more cores\.$/],
        [by({ name: 'artillery', because: null }), /more cores\.$/]
      ],
    'the check of the users finds those that were left out, of all that should have come': [
      [
        check({}, { skippedUsers: 10 }, { skippedUsers: 20 }),
        'warning users-skipped single 2,3: ' +
          'single, rounds 2 and 3: the load generator skipped 30 users of 70 because maxVusers was reached, so the load was lower than the scenario says: the slower the app, the ' +
          'lower. Raise maxVusers or lower the arrival rate.'
      ],
      [check({ skippedUsers: 1 }), /skipped 1 user of 21 because/]
    ],
    'cores that others took are told of a candidate that seems to gain nothing for want of them, and of one whose verdict is withheld':
      [
        [taken([null, null])],
        [
          taken(['cores-taken', null]),
          'warning cores-taken clustered: ' +
            'clustered lacked cores: of 2 cores the load generator took 0.61; ' +
            'with the machine to itself, expect about 1.4x to 1.5x the throughput of single. ' +
            'Request heavier work, stop other programs, use a machine with more cores, or have another one make the load (generator.ssh).'
        ],
        [taken(['cores-taken', 1.2]), /^problem cores-taken .* of single, so the verdict is withheld\. Request/]
      ],
    'a cold load generator took more than 1.5 times the CPU for a response that it usually took with the variant, if the app lacked it':
      [
        [costing([0.3, 200], [0.3, 290], [0.3, 290])],
        [
          costing([0.3, 200], [0.3, 310], [0.3, 310]),
          'warning generator-cold single 1: single, round 1: the load generator took up to 1500 microseconds of CPU for a response, more than 1.5 times what it ' +
            'usually took with that variant: its code was still being compiled, or the machine was slower. More rounds weigh such a run less.'
        ],
        [costing([0.2, 200], [0.2, 310], [0.2, 310])]
      ],
    'what is out of reach is told with what bounds it, and what would allow more': [
      [reach(null, null)],
      [
        reach('out-of-reach', null),
        'problem out-of-reach clustered: clustered: at most about 1.04x throughput can be shown here (of 2 cores the load generator took 0.61, other ' +
          'programs 0.20), too little to tell it from the 1.20x that it is held against, so there is no verdict. ' +
          'Request heavier work, use a machine with more cores, or have another one make the load (generator.ssh).'
      ],
      [
        reach('out-of-reach', { limitedBy: 'users', users: 2, generatorMs: 0.1, cycleMs: 1, enough: 8, atMost: 1.04 }),
        /can be shown here \(2 users do not ask for more, about 8 would\), .* no verdict\. Let about 8 users come, request heavier work/
      ]
    ],
    'a disturbed machine is one of whose usable cores others took more than a tenth; it is told by the worst round, as a problem above three tenths':
      [
        [on({}, { others: 0.2 }, { others: 0.1, stolen: 0.1 })],
        [on(null)],
        [on({ cores: 8, others: 0.5 })],
        [on({ cores: 0.5, others: 0.1 }), /\(0\.10 of 0\.5 cores\)/],
        [on({ cores: 1, others: 0.25 }), /of 1 core\)/],
        [
          on({}, { others: 0.25 }, { others: 0.5 }),
          'warning machine-disturbed single 2,3: ' +
            'single, rounds 2 and 3: programs other than the app and the load generator took up to 25 % of the machine (0.50 of 2 cores), ' +
            'so the app was slower than it could be, the more so the more cores it uses. Stop other programs, or repeat the comparison at a quieter time.'
        ],
        [
          on({ others: 0.6 }, { others: 0.62 }, {}),
          /^problem machine-disturbed single 1,2: .*up to 31 % of the machine \(0\.62 of 2 cores\)/
        ],
        [on({ others: 0.6 }, { others: 0.5 }), /^warning/],
        [on({ others: 0.6, throttled: 0 }), /took up to 30 % of our CPU quota \(0\.60 of 2 cores\), so the app/],
        [on({ others: 0.6, physicalCores: 1 }), /30 % of the machine \(0\.60 of 2 hyperthreads of 1 core\)/]
      ],
    'a disturbed machine is not one where a command has others do its work; what the hypervisor gave to others counts, and is named when it is most':
      [
        [inContainer(0.01, 'command')],
        [inContainer(0.4, 'command'), /machine-disturbed/],
        [inContainer(0.01, 'single'), /machine-disturbed/],
        [
          on({ others: 0.1, stolen: 0.3 }),
          /20 % of the machine \(0\.40 of 2 cores, mostly taken by the hypervisor for other machines\)/
        ],
        [on({ others: 0.3, stolen: 0.1 }), /20 % of the machine \(0\.40 of 2 cores\)/]
      ],
    'a baseline that did not keep up sends to throughput, and tells how to compare latencies': [
      [under([])],
      [under([], undefined, 'closed')],
      [
        under(['single']),
        'warning baseline-saturated single: ' +
          'single could not keep up with the arrival rate, so latencies grow with the length of the test and their ratio means nothing: judge by throughput. To compare ' +
          'latencies, lower the arrival rate, or use a closed load with a fixed number of users, which bounds the latencies.'
      ]
    ],
    'a baseline that did not keep up is a problem where a latency is required, and one warning when nobody kept up': [
      [under(['single'], [aCandidate({ name: 'four' }), aCandidateWith([required])]), /^problem/],
      [under(['single'], [aCandidateWith([{ ...required, required: null, verdict: null }])]), /^warning/],
      [under(['single', 'clustered']), /^warning baseline-saturated single: single and clustered could not keep up/]
    ],
    'candidates that did not keep up are blamed at once where the baseline did; each is told whose required throughput nobody could reach':
      [
        [
          under(['clustered']),
          'warning candidate-saturated clustered: ' +
            'clustered could not keep up with the arrival rate, although single could, so the latencies of clustered grow with the length of the test. ' +
            'Find out why; to compare latencies, lower the arrival rate, or use a closed load with a fixed number of users, which bounds the latencies.'
        ],
        [
          under(['two', 'four'], [aCandidate({ name: 'two' }), aCandidate({ name: 'four' })]),
          /^warning candidate-saturated : two and four could not keep up .*, so the latencies of two and four grow with the length of the test\. /
        ],
        [
          under(['clustered'], undefined, 'open', [aVariantLimit({ reason: 'candidate-saturated' })]),
          /^problem candidate-saturated/
        ],
        [
          under(['single'], undefined, 'open', [aVariantLimit({ variant: 'single', reason: 'baseline-saturated' })]),
          /^problem baseline-saturated/
        ],
        [
          under([], undefined, 'open', [
            aVariantLimit({ metric: 'throughput', limit: 300, reason: 'throughput-fixed' })
          ]),
          'problem throughput-fixed clustered: clustered: a throughput of 300 per second is required, but users arrive at the same rate whatever the app does, ' +
            'and clustered kept up with them, so it was not asked for more. Raise the arrival rate above the limit, or lower the limit.'
        ],
        [
          under(
            [],
            [
              aCandidateWith([{ ...required, metric: 'throughput', reason: 'throughput-fixed' }]),
              aCandidate({ name: 'four' })
            ]
          ),
          'problem throughput-fixed clustered: clustered: a throughput above that of single is required, ' +
            'but users arrive at the same rate whatever the app does, and single kept up with them, so no variant could serve more. Require a latency instead, or raise the arrival rate above what one process can ' +
            'serve.'
        ]
      ]
  })
})
