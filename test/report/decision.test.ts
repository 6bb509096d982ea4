import { decisionOf, suggestedThreshold } from '../../plugin/comparison/decision.ts'
import { answerOf } from '../../plugin/report/words/answer.ts'
import { decisionSentence } from '../../plugin/report/words/decision.ts'
import { itFinds } from '../support/cases.ts'
import {
  aCandidate,
  aCandidateWith,
  aClusterUse,
  aRival,
  aScenarioResult,
  aVariantLimit,
  aVariantUse,
  aWarning,
  someLeaders
} from '../support/results.ts'
import { aVariant, someSettings } from '../support/settings.ts'
import type { Variant } from '../../plugin/concepts/settings.ts'
import type { CandidateResult, Estimate, ScenarioResult, VariantLimit } from '../../plugin/concepts/comparison.ts'

/**
 * Throughput of 100/s, and 1.66 times as much of the candidate, unless something else is said; p95 differs by nothing.
 */
const resultOf = (
  throughput: Partial<Estimate> = {},
  candidate: Partial<CandidateResult> = {},
  result: Partial<ScenarioResult> = {},
  p95: Partial<Estimate> = same
) =>
  aScenarioResult(
    [
      aCandidateWith(
        [
          { metric: 'throughput', ...throughput },
          { metric: 'p95', ...p95 }
        ],
        candidate
      )
    ],
    result
  )
const onlySingleFails = { limits: [aVariantLimit({ variant: 'single' }), aVariantLimit({ verdict: 'pass' })] }
const settings = someSettings()
const decided = (...given: Parameters<typeof resultOf>) => decisionSentence(resultOf(...given))

const ofCommits: [Partial<Variant>, Partial<Variant>] = [
  { name: 'main', commit: 'main' },
  { name: 'branch', commit: 'branch' }
]
const ofNode: typeof ofCommits = [
  { name: 'Node 22', node: '22' },
  { name: 'Node 24', node: '24' }
]
/** The same of two commits, main and branch; or of other versions. */
function merging(
  throughput: Partial<Estimate>,
  verdict: CandidateResult['verdict'],
  p95: Partial<Estimate> = same,
  [baseline, name]: [main: Partial<Variant>, branch: Partial<Variant>] = ofCommits,
  limits: VariantLimit[] = []
) {
  const result = resultOf(throughput, { name: name.name, verdict }, { baseline: baseline.name, limits }, p95)
  const variants = [baseline, name].map(aVariant)
  return { ...result, decision: decisionOf(result, { ...settings, variants }) }
}
const merged = (...given: Parameters<typeof merging>) => decisionSentence(merging(...given))

/** @param throughputs of clustered and pm2. @param candidate of pm2 */
function severalOf(
  throughputs: [Partial<Estimate>, Partial<Estimate>],
  result: Partial<ScenarioResult> = {},
  candidate: Partial<CandidateResult> = {}
) {
  const candidates = throughputs.map((throughput, i) =>
    aCandidateWith(
      [
        { metric: 'throughput', ...throughput },
        { metric: 'p95', ...same }
      ],
      { name: ['clustered', 'pm2'][i], verdict: throughput.verdict ?? null, ...(i === 1 && candidate) }
    )
  )
  return aScenarioResult(candidates, result)
}
const several = (...given: Parameters<typeof severalOf>) => decisionSentence(severalOf(...given))

const bound = { atMost: 1.8, cores: 2, generator: 0.2, others: 0, loop: null }
const within = (low: number, high: number) => ({
  speedup: Math.sqrt(low * high),
  interval: [low, high] as [number, number]
})
const same = within(0.97, 1.05)
const waits = { responseTime: { latencyMs: 51, waitingMs: 46, queueMs: 3, computingMs: 1, generatorMs: 1 } }
const because = (code: CandidateResult['diagnosis']['code']) => ({
  diagnosis: { code, message: 'It is so.', spentOn: null }
})
const machines = (use: object) => ({ variants: [aVariantUse(use), aClusterUse()] })
const open = { load: { model: 'open' as const, saturated: [] } }
const loop = { limitedBy: 'generator', users: 2, generatorMs: 1, cycleMs: 5, enough: 3, atMost: 1.1 } as const
const [pass, fail, inconclusive] = ['pass', 'fail', 'inconclusive'] as const
const disturbed = { warnings: [aWarning({ severity: 'problem', code: 'machine-disturbed' })] }
const problem = { warnings: [aWarning({ severity: 'problem', code: 'errors' })] }

describe('what to do', () =>
  itFinds({
    'is to use what gains, with what it costs, how much of what is possible that is, and a threshold': [
      [
        decided({}, { bound }),
        'Use clustered (2 workers): +66.0 requests/s [30.0, 112.0] for 150 MB more, 92 % of what this machine allows. Suggested threshold: throughput 1.3 (npx artillery-speedup accept writes it).'
      ],
      [
        decided({}, { bound: { ...bound, atMost: 1.5 } }),
        'Use clustered (2 workers): +66.0 requests/s [30.0, 112.0] for 150 MB more, more than the 1.50x that this machine allows by our own account. Suggested threshold: throughput 1.3 (npx artillery-speedup accept writes it).'
      ],
      [
        decided({ required: 1.2, verdict: pass }, { verdict: pass }),
        'Use clustered (2 workers): +66.0 requests/s [30.0, 112.0] for 150 MB more.'
      ],
      [
        decided({}, { workers: 1 }, machines({ machine: null })),
        'Use clustered: +66.0 requests/s [30.0, 112.0]. Suggested threshold: throughput 1.3 (npx artillery-speedup accept writes it).'
      ],
      [
        decided({}, {}, open, within(1.34, 1.92)),
        'Use clustered (2 workers): p95 falls from 100 to 62.3 ms [52.0, 74.7] for 150 MB more. Suggested threshold: p95 1.2 (npx artillery-speedup accept writes it).'
      ],
      [
        decisionSentence({ ...resultOf(), decision: decisionOf(resultOf(), { ...settings, isEditable: false }) }),
        'Use clustered (2 workers): +66.0 requests/s [30.0, 112.0] for 150 MB more.'
      ]
    ],
    'is about the metric that was required, or else that of the first line, where throughput gains nothing': [
      [
        decided(same, { verdict: pass }, {}, { ...within(2.3, 2.5), required: 1.5, verdict: pass }),
        /^Use clustered \(2 workers\): p95 falls/
      ],
      [decided(same, {}, {}, within(2.3, 2.5)), /^Use clustered \(2 workers\): p95 falls.*threshold: p95 1\.9 /]
    ],
    'says where more was measured than the machine allows by our own account, as far as is printed': [
      [decided({}, { bound: { ...bound, atMost: 1.657 } }), /, 100 % of what this machine allows\. /],
      [
        decided({ ...within(2.2, 2.6), above: 1.8 }, { bound }),
        /, more than the 1\.80x that this machine allows by our own account\. /
      ]
    ],
    'is to keep the baseline where nothing is gained, or something is lost, and why': [
      [decided(same), 'Keep single: clustered gains at most 1.05x in throughput and takes 150 MB more.'],
      [
        decided(same, because('waiting'), machines(waits)),
        'Keep single: clustered gains at most 1.05x in throughput and takes 150 MB more; 46 of the 51 ms of an average response are a wait for something other than the CPU.'
      ],
      [decided(within(0.7, 0.9)), 'Keep single: clustered is slower in throughput and takes 150 MB more.']
    ],
    'is never to use what failed, nor to keep the baseline where the candidate passed': [
      [
        decided({}, { verdict: fail }, {}, { ...within(0.6, 0.66), required: 1, verdict: fail }),
        'Keep single: clustered is slower at p95 (needs 1) and takes 150 MB more.'
      ],
      [
        decided({ required: 3, verdict: fail }, { verdict: fail }),
        'Keep single: clustered gains at most 2.12x in throughput (needs 3) and takes 150 MB more.'
      ],
      [decided({}, { verdict: fail, againstEarlier: fail }), 'Do not use clustered yet: see to what failed first.'],
      [decided({}, {}, { limits: [aVariantLimit()] }), 'Do not use clustered yet: see to what failed first.'],
      [
        decided({}, {}, { limits: [aVariantLimit(), aVariantLimit({ variant: 'single' })] }),
        'Neither single nor clustered meets what is required: see to what failed first.'
      ],
      [
        decided({}, {}, onlySingleFails),
        'single fails what is required, which clustered meets: see to what failed first, or give single no limit.'
      ],
      [
        decided({}, {}, { limits: [aVariantLimit({ variant: 'single' })] }),
        'single fails what is required: see to what failed first, or give single no limit.'
      ],
      [
        merged({ ...within(1.2, 1.3) }, null, same, ofCommits, [aVariantLimit({ variant: 'main' })]),
        'main fails what is required: see to what failed first, or give main no limit.'
      ],
      [
        decided({ ...same, required: 0.9, verdict: pass }, { verdict: pass }),
        'Either meets what is required: clustered gains at most 1.05x in throughput and takes 150 MB more.'
      ]
    ],
    'is to weigh a gain at one metric and a loss at another': [
      [
        decided({}, {}, {}, within(0.5, 0.6)),
        'It depends: clustered has 1.66x the throughput of single, but is 1.83x slower than single at p95.'
      ],
      [
        decided({ ...same, required: 0.9, verdict: pass }, { verdict: pass }, {}, within(0.5, 0.6)),
        'It depends: clustered meets what is required, but is 1.83x slower than single at p95.'
      ]
    ],
    'is not known, and what would tell, where the load or the machine may hide a gain': [
      [decided(same, because('few-users')), 'Not known yet. Use more users: the message says how many are enough.'],
      [decided(same, because('contention')), /^Not known yet\. In a closed load, use more users\./],
      [decided(same, because('contention'), open), /^Keep single: /],
      [decided(within(0.7, 0.9), because('contention')), /^Keep single: clustered is slower/],
      [decided(same, { bound: { ...bound, loop } }), /^Not known yet\. Use more users/],
      [
        decided({ ...same, required: 2, verdict: fail }, { ...because('few-users'), verdict: fail }),
        /^Not known yet\./
      ],
      [
        decided(
          within(1.02, 1.08),
          {},
          { variants: [aVariantUse(), aClusterUse({ machine: { app: 1.1, generator: 0.8, others: 0.1 } })] }
        ),
        /^Not known yet\. Test heavier requests, stop other programs, use a machine with more cores/
      ]
    ],
    'is not known, and what would tell, where the interval says nothing, or what was measured may be wrong': [
      [decided(within(1.05, 1.4)), 'Not known yet: compare anew, for up to 14 rounds.'],
      [decided({ ...within(1.05, 1.15) }), /: longer runs, or a quieter machine, would tell\.$/],
      [
        decided({ ...within(1.1, 1.4), required: 1.2, verdict: inconclusive }, { verdict: inconclusive }),
        /^Not known yet: /
      ],
      [decided({ required: 1.2, verdict: pass }, { verdict: pass }, disturbed), /^Use clustered /],
      [decided({}, {}, disturbed), /^Not known yet\./],
      [decided({}, {}, problem), /^Not known yet\. Follow the message, .* option limits: /],
      [
        decisionSentence(
          aScenarioResult([
            aCandidate({
              estimates: aCandidate().estimates.map((each) => ({ ...each, reason: 'generator-saturated' }))
            })
          ])
        ),
        /^Not known yet\. Lower the load/
      ],
      [
        decided({}, { verdict: inconclusive, againstEarlier: inconclusive, earlierDiffers: ['machine'] }),
        'Not known yet. Compare with a result of this machine.'
      ]
    ],
    'is to merge a commit, or not to, and never to keep the other one': [
      [
        merged({ ...same, required: 0.95, verdict: pass }, pass),
        'branch is no slower than allowed in throughput: merge it.'
      ],
      [merged(within(1.01, 1.03), null), 'branch is faster than main in throughput: merge it.'],
      [merged(within(0.96, 1.03), null), 'branch is at most 5 % slower than main in throughput: merge it.'],
      [
        merged({ ...within(0.8, 0.9), required: 0.95, verdict: fail }, fail),
        'branch is slower in throughput (needs 0.95): do not merge it.'
      ],
      [merged(within(0.9, 0.98), null), 'branch is slower in throughput: do not merge it.'],
      [merged({ required: null }, fail), 'branch fails what is required: do not merge it yet.'],
      [merged(within(0.9, 1.2), null), /^Not known yet: /],
      [
        merged({ ...same, required: 0.95, verdict: pass }, pass, within(0.5, 0.6)),
        'It depends: branch has 1.01x the throughput of main, but is 1.83x slower than main at p95.'
      ],
      [
        merged(within(0.9, 0.98), null, same, [ofNode[0], { ...ofNode[1], commit: 'branch' }]),
        'Node 24 is slower in throughput: do not merge it.'
      ]
    ],
    'is to use another version of Node, or to stay with the old one': [
      [
        merged({ ...same, required: 0.95, verdict: pass }, pass, same, ofNode),
        'Node 24 is no slower than allowed in throughput: use it.'
      ],
      [merged(within(0.9, 0.98), null, same, ofNode), 'Node 24 is slower in throughput: stay with Node 22.'],
      [merged({ required: null }, fail, same, ofNode), 'Node 24 fails what is required: stay with Node 22.']
    ],
    'of several candidates is to use the fastest, and of those that are as fast the one that takes least': [
      [
        several([{}, {}], { leaders: someLeaders({ best: 'pm2', others: [aRival({ variant: 'clustered' })] }) }),
        /^Use pm2 \(2 workers\): \+66/
      ],
      [
        several([{}, {}], {
          leaders: someLeaders({ best: 'pm2', others: [aRival({ variant: 'clustered', verdict: 'as fast' })] }),
          variants: [aVariantUse(), aClusterUse(), aClusterUse({ name: 'pm2', workers: 4 })]
        }),
        /^Use clustered \(2 workers\): \+66/
      ],
      [several([{}, same]), /^Use clustered \(2 workers\): \+66/],
      [several([{}, within(1.6, 1.7)]), /^Use pm2 /],
      [several([{ required: 3, verdict: fail }, {}]), /^Use pm2 /]
    ],
    'of several candidates is to keep the baseline only where each gains nothing, else what would tell': [
      [
        several([same, within(0.97, 1.03)]),
        'Keep single: clustered, the best of two candidates, gains at most 1.05x in throughput and takes 150 MB more.'
      ],
      [several([same, within(1.05, 1.4)]), /^Not known yet: compare anew/],
      [several([same, { required: 3, verdict: fail }]), /^Keep single: pm2, the best of two candidates, gains at most/]
    ],
    'is not told of a comparison that ended early, nor of the baseline itself': [
      [decided({}, {}, { preliminary: true }), null],
      [decided({}, { selfCheck: { verdict: pass, biased: [], leastMargin: {} } }), null],
      [several([{}, {}], {}, { selfCheck: { verdict: fail, biased: ['p95'], leastMargin: {} } }), null]
    ],
    'suggests a threshold that noise alone does not miss, of what is worth it always above 1': [
      [
        (
          [
            [2, 1.9],
            [1.3, 1.29],
            [1.17, 1.12],
            [1.5, 1.11],
            [1.01, 0.97]
          ] as const
        ).map(([speedup, low]) => suggestedThreshold({ speedup, interval: [low, 3] })),
        [1.6, 1.05, 1.05, 1.1, 0.8]
      ]
    ]
  }))

const answerText = (result: ScenarioResult) => {
  const { word, answer: found } = answerOf(result)
  return `${word}  ${found}`.trim()
}
const answer = (...given: Parameters<typeof resultOf>) => answerText(resultOf(...given))
const undecided = resultOf(within(1.05, 1.4))

/** @returns the first line, what follows it, and what to do, of a limit of which nobody can tell whether it is kept */
function limited(limit: Partial<VariantLimit>) {
  const ofP95 = aVariantLimit({ value: 98, interval: [90, 108], limit: 100, verdict: inconclusive, ...limit })
  const result = resultOf({}, {}, { verdict: inconclusive, limits: [ofP95] })
  return [answerText(result), answerOf(result).more, decisionSentence(result)].join(' | ')
}

describe('the first line', () =>
  itFinds({
    'says yes, with what it gains, after the verdict where something was required': [
      [answer(), 'Yes: clustered (2 workers) serves 1.66 times as much as single.'],
      [
        answer({ required: 1.2, verdict: pass }, { verdict: pass }),
        'PASS  Yes: clustered (2 workers) serves 1.66 times as much as single.'
      ],
      [answer({}, {}, open, within(1.34, 1.92)), 'Yes: clustered (2 workers) is 1.60 times as quick as single at p95.']
    ],
    'says no, or that it makes hardly a difference, and how much was gained at most': [
      [answer(same), 'No: keep single; clustered gains at most 1.05x in throughput.'],
      [
        answer({ required: 3, verdict: fail }, { verdict: fail }),
        'FAIL  No: keep single; clustered gains at most 2.12x in throughput (needs 3).'
      ],
      [answer({}, {}, { limits: [aVariantLimit()] }), 'FAIL  No: clustered fails what is required.'],
      [answer({}, {}, onlySingleFails), 'FAIL  No: single fails what is required, which clustered meets.'],
      [
        answer({ ...same, required: 0.9, verdict: pass }, { verdict: pass }),
        'PASS  Hardly any difference: clustered gains at most 1.05x in throughput.'
      ]
    ],
    'says of a commit whether it is slower': [
      [
        answerText(merging({ ...within(0.8, 0.9), required: 0.95, verdict: fail }, fail)),
        'FAIL  Slower: branch has 0.85x the throughput of main.'
      ],
      [answerText(merging({}, fail)), 'FAIL  No: branch fails what is required.'],
      [
        answerText(merging(within(0.96, 1.03), null)),
        'Not slower: branch is at most 5 % slower than main in throughput.'
      ],
      [answerText(merging(within(1.01, 1.03), null)), 'Faster: branch is faster than main in throughput.']
    ],
    'says what it gains and loses': [
      [
        answer({}, {}, {}, within(0.5, 0.6)),
        'It depends: clustered has 1.66x the throughput of single, but is 1.83x slower than single at p95.'
      ]
    ],
    'says that nobody can tell yet, and why': [
      [
        answer(within(1.05, 1.4)),
        'Cannot tell yet whether clustered reaches 1.10x in throughput: it may be 1.05x to 1.40x.'
      ],
      [
        answerText({ ...undecided, decision: decisionOf(undecided, settings, 20) }),
        'Cannot tell yet whether clustered reaches 1.10x in throughput: it may be 1.05x to 1.40x. A fresh run of 5 minutes would probably decide.'
      ],
      [
        answer({ ...within(1.1, 1.4), required: 1.2, verdict: inconclusive }, { verdict: inconclusive }),
        'INCONCLUSIVE  Cannot tell yet whether clustered reaches 1.20x in throughput: it may be 1.10x to 1.40x.'
      ],
      [
        answer({}, {}, problem),
        'Cannot tell yet about clustered: too many requests failed, and errors return faster than real work.'
      ],
      [answer(same, because('few-users')), /^Cannot tell yet\. The load generator’s own time is a large part/],
      [
        limited({ reason: 'two-kinds' }),
        /^INCONCLUSIVE {2}Cannot tell yet about clustered: .* \| No verdict on p95 ≤ 100 ms: 98\.0 ms .* of clustered: .* \| Not known yet\. /
      ],
      [
        limited({ reason: null, roundsThatWouldDecide: 12 }),
        'INCONCLUSIVE  Cannot tell yet. clustered is undecided at p95 ≤ 100 ms: 98.0 ms [90.0, 108.0]. clustered differs from single by at most 5 % at p95, but has 1.66x its throughput. |  | Not known yet: compare anew, for up to 12 rounds.'
      ]
    ],
    'says what was required of a result that passed or failed, whatever else nobody can tell': [
      [
        answer({ ...same, required: 0.5, verdict: pass }, { verdict: pass, ...because('few-users') }),
        /^PASS {2}clustered is no slower than allowed: throughput 1\.01x \(needs 0\.5\)\.$/
      ],
      [
        answer({ ...same, required: 2, verdict: fail }, { verdict: fail, ...because('few-users') }),
        /^FAIL {2}clustered misses its threshold: /
      ]
    ],
    'is never yes where one of several candidates failed, whatever is to be done': [
      [answerText(severalOf([{ required: 3, verdict: fail }, {}])), /^FAIL {2}clustered failed\. /],
      [several([{ required: 3, verdict: fail }, {}]), /^Use pm2 /]
    ],
    'is followed by what was found, unless it says that': [
      [
        answerOf(resultOf()).more,
        'clustered differs from single by at most 5 % at p95, but has 1.66x its throughput. No threshold is set.'
      ],
      [answerOf(resultOf({}, {}, { preliminary: true })).more, null]
    ]
  }))
