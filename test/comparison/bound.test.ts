import { expect } from 'chai'
import { bound, closedLoop, withMachineToItself } from '../../plugin/comparison/bound.ts'
import { itFinds } from '../support/cases.ts'
import { taking } from '../support/diagnosis-of.ts'
import { aClusterUse, aVariantUse, type UsePart } from '../support/results.ts'
import { aMachine } from '../support/runs.ts'
import type { LoadShape } from '../../plugin/concepts/load-results.ts'
import type { MachineUse } from '../../plugin/concepts/run.ts'

interface Loop {
  users?: number
  generatorMs?: number
  waitingMs?: number
  thinkMs?: number
  networkMs?: number
  candidate?: UsePart
  model?: LoadShape['model']
}

/**
 * Two users, an app that computes 0.2 ms and a load generator that takes 0.2 ms of every cycle: together they do 5000 a
 * second with one process on four cores, where nobody ever waits for another.
 */
function loopOf({
  users = 2,
  generatorMs = 0.2,
  waitingMs = 0,
  thinkMs = 0,
  networkMs = 0,
  candidate = {},
  model = 'closed'
}: Loop) {
  const cycleMs = generatorMs + 0.2 + waitingMs + thinkMs + networkMs
  const responsesPerSecond = (1000 * users) / cycleMs
  const cpu = responsesPerSecond * 0.0002
  const use = {
    ...taking({ generatorMs: generatorMs / 2, waitingMs, computingMs: 0.2, queueMs: networkMs }),
    demand: { users, threads: 1, responsesPerSecond, cycleMs, generatorMs, computingMs: 0.2 },
    busiest: 0.9,
    cpu
  }
  const machine = aMachine({ cores: 4, app: cpu, generator: (responsesPerSecond * generatorMs) / 1000, others: 0 })
  const loop = closedLoop(
    aVariantUse({ ...use, machine }),
    aClusterUse({ ...use, workers: 4, machine, ...candidate }),
    { model, networkMs }
  )
  return (
    loop && {
      limitedBy: loop.limitedBy,
      enough: loop.enough,
      cycleMs: Number(loop.cycleMs.toFixed(9)),
      atMost: loop.atMost
    }
  )
}

/** An app that does 4500 a second, and a candidate with two workers, which do 10,000. */
function twoStations(users: number, generatorMs: number) {
  const machine = aMachine({ cores: 4, app: 0.9, generator: 0.4, others: 0 })
  const demand = { users, threads: 1, responsesPerSecond: 4500, cycleMs: users / 4.5, generatorMs, computingMs: 0.2 }
  const use = {
    ...taking({ generatorMs: generatorMs / 2, queueMs: users / 4.5 - 0.2 - generatorMs, computingMs: 0.2 }),
    demand,
    busiest: 0.9,
    cpu: 0.9,
    machine
  }
  const [baseline, candidate] = [aVariantUse(use), aClusterUse({ ...use, workers: 2 })]
  return { baseline, candidate, loop: closedLoop(baseline, candidate, { model: 'closed' }) }
}

const usual = { loop: null, isVersion: false }

describe('what bounds a speedup', () => {
  /** In a load of many users. */
  const atMost = (baseline: UsePart, candidate?: UsePart) =>
    bound(aVariantUse(baseline), aClusterUse(candidate), usual)?.atMost ?? null
  /** @param machine of a candidate with four workers, on four cores */
  const onFour = (machine: Partial<MachineUse>, candidate?: UsePart) =>
    bound(
      aVariantUse(),
      aClusterUse({ workers: 4, machine: { cores: 4, app: 2, generator: 0, others: 0, ...machine }, ...candidate }),
      usual
    )
  /** On the two hyperthreads of a core, where nobody else is beside the baseline. */
  const onThreads = (before: number, after: number) => {
    const all = { cores: 2, physicalCores: 1, others: 0, stolen: 0 }
    return atMost(
      { cpu: 1, machine: { ...all, app: 1, generator: before } },
      { workers: 2, machine: { ...all, app: 1.4, generator: after } }
    )
  }
  const blocked = (cpu: number) => atMost({ cpu, machine: { app: cpu } })?.toFixed(9)
  const four = (cpu: number) =>
    atMost(
      { workers: 4, cpu, machine: { cores: 8, app: cpu } },
      { workers: 8, machine: { cores: 8, app: 7, generator: 0, others: 0 } }
    )
  const unseen = (app: number) => ({ cpu: null, machine: { app } })
  /**
   * @param gained times the baseline's requests: each takes 1 and 0.25 of a core's milliseconds, however many there
   * were
   */
  const useOf = (gained: number) => ({
    machine: { cores: 2, app: 1, generator: 0.25 * gained, others: 0 },
    demand: { users: 20, threads: 1, responsesPerSecond: 1000 * gained, cycleMs: 1, generatorMs: 0.1, computingMs: 1 }
  })
  const ofNoTime = {
    demand: { users: 2, threads: 1, responsesPerSecond: 1, cycleMs: 0, generatorMs: 0, computingMs: 0 },
    responseTime: { latencyMs: 0, generatorMs: 0, queueMs: 0, waitingMs: 0, computingMs: 0, bodyMs: 0 }
  }
  /** Beside a baseline that used a core. @param machine of two cores */
  const alone = (
    machine: Partial<MachineUse>,
    candidate?: UsePart,
    baseline?: UsePart,
    model: LoadShape['model'] = 'closed'
  ) => {
    const { least, most } = withMachineToItself(
      aVariantUse({ cpu: 1, machine: { app: 1 }, ...baseline }),
      aClusterUse({ cpu: null, utilization: 0.5, machine: { cores: 2, others: 0, ...machine }, ...candidate }),
      { model }
    )
    return [least.toFixed(2), most.toFixed(2)]
  }
  /** @param thousands of responses a second */
  const asking = (thousands: number, users = 20) => ({
    demand: { users, threads: 1, responsesPerSecond: 1000 * thousands, cycleMs: 1, generatorMs: 0.1, computingMs: 1 }
  })
  const limitOf = (loop: Loop) => [loopOf(loop)?.limitedBy, loopOf(loop)?.enough]

  it('a closed load of few users is of the generator’s making where its thread can do no more, however little that is below what the app can do', () => {
    const { loop } = twoStations(20, 0.105)
    expect(loop).to.include({ limitedBy: 'generator', enough: null })
    // The thread does 9524 a second.
    expect(Number(loop?.atMost) * 4500).to.be.closeTo(9524, 1)
  })

  it('a closed load of few users bounds the speedup, where that is less than what the cores do', () => {
    const { baseline, candidate, loop } = twoStations(2, 0.2)
    // 5000 a second over 4500.
    expect(loop?.atMost).to.be.closeTo(1.11, 0.01)
    expect(bound(baseline, candidate, { ...usual, loop })).to.deep.include({ atMost: loop?.atMost, loop })
    expect(bound(baseline, candidate, usual)?.atMost).to.be.closeTo(2 / 0.9, 0.01)
    // It does so where the process has some time to spare, but not where it has most of it.
    const [some, most] = [0.6, 0.4].map((busiest) => bound({ ...baseline, busiest }, candidate, { ...usual, loop }))
    expect([some?.atMost, most]).to.eql([loop?.atMost, null])
    expect(bound({ ...baseline, busiest: 0.6 }, candidate, usual)).to.equal(null)
  })

  it('of other code whose requests take half of the CPU is twice that of the same code', () => {
    const use = {
      demand: { users: 8, threads: 1, responsesPerSecond: 100, cycleMs: 80, generatorMs: 1, computingMs: 10 }
    }
    const before = aVariantUse({ ...use, machine: { app: 1, generator: 0 } })
    const after = aVariantUse({ demand: { ...use.demand, responsesPerSecond: 200 }, machine: { app: 1, generator: 0 } })
    const [same, other] = [false, true].map((isVersion) => bound(before, after, { loop: null, isVersion })?.atMost)
    expect(Number(other) / Number(same)).to.be.closeTo(2, 1e-9)
  })

  itFinds({
    'the bound of the machine is the cores left to the candidate over those that the baseline used': [
      [
        onFour({ generator: 0.5, others: 0.25, stolen: 0.25 }),
        { atMost: 3, cores: 4, generator: 0.5, others: 0.5, loop: null }
      ],
      [atMost({ machine: { app: 1.5 } }, { machine: { generator: 0.5, others: 0 } }), 1]
    ],
    'the bound of the machine is no more than the workers can use, no less than the candidate did use, and never below 0':
      [
        [onFour({}, { workers: 2 })?.atMost, 2],
        [onFour({ app: 2.3 }, { workers: 2 })?.atMost, 2.3],
        [onFour({ generator: 2, others: 2.5 })?.atMost, 0]
      ],
    'the bound of the machine is not limited by the workers where threads of their own do the work': [
      [onFour({ app: 2.5, generator: 0.5 }, { workers: 2 })?.atMost, 3.5]
    ],
    'the bound of the machine counts what the generator would take of more requests': [
      [
        [1, 1.3, 1.6].map((gained) => atMost(useOf(1), useOf(gained))?.toFixed(9)),
        ['1.600000000', '1.600000000', '1.600000000']
      ]
    ],
    'the bound of the machine is unknown when the baseline is not limited by its event loop': [
      [atMost({ busiest: 0.84 }), null],
      [atMost({ busiest: null }), null],
      [atMost({ busiest: 0.85 }) === null, false]
    ],
    // Half of the time that its event loop was busy is 0.495.
    'the bound of the machine is none for a baseline that is busy without the CPU': [
      [[0.05, 0.494, 0.496].map(blocked), [undefined, undefined, (1.89 / 0.496).toFixed(9)]],
      [atMost({ cpu: 0.4, machine: { app: 0.4, throttled: 0.5 } }) === null, false]
    ],
    'the bound of the machine takes all workers of a clustered baseline together': [[[1.9, 2].map(four), [null, 4]]],
    'the bound of the machine is none where hardly any CPU of the app was seen': [
      [[0.04, 0.05].map((app) => onFour({}, unseen(app)) === null), [true, false]],
      [atMost({ ...unseen(0.04), utilization: null }), null]
    ],
    // As in runs of some ms: the processes report what they took, but the system counts in ticks of 10 ms.
    'the bound of the machine is unknown where the system saw none of the baseline’s CPU, whatever its workers report':
      [
        [atMost({ machine: { app: 0 } }), null],
        [atMost({ machine: { app: 0.01 } }), null]
      ],
    // In ticks, the system may count some of it as the load generator's.
    'the bound of the machine goes by what the workers of the baseline report, where that is more than the system counted':
      [[atMost({ cpu: 1.01, machine: { app: 0.81 } })?.toFixed(3), (1.89 / 1.01).toFixed(3)]],
    'the bound of the machine is unknown where the system does not tell': [
      [atMost({ machine: null }), null],
      [atMost({}, { machine: null }), null]
    ],
    // As of Express with a template on two cores, which is 1.42 times as fast beside a client that takes less.
    'a candidate could do as much more with the machine to itself as others took of the cores that it can use, and with what idled while the generator worked':
      [
        [alone({ app: 1.03, generator: 0.61 }), ['1.59', '1.94']],
        [alone({ app: 1.15, generator: 0.41 }), ['1.36', '1.71']],
        [alone({ app: 1.15, generator: 0.41 }, { utilization: 0.95 }), ['1.36', '1.44']],
        [alone({ app: 1.9, generator: 0.09 }), ['1.05', '1.05']],
        [alone({ app: 1, generator: 0.1, others: 0.5, stolen: 0.3 }), ['1.90', '2.00']],
        [alone({ app: 1, generator: 0.4, others: 0.5 }, { workers: 1 }), ['1.00', '1.00']],
        [alone({ cores: 4, app: 2, generator: 1.9 }), ['1.00', '1.00']],
        [alone({ app: 1.6, generator: 0.4 }, { cpu: 1.8 }), ['1.11', '1.11']]
      ],
    'a candidate lacks no core where one was free all the time, but it may wait for the generator': [
      [alone({ cores: 8, app: 2, generator: 0.3 }, { workers: 4 }), ['1.00', '1.15']],
      [alone({ cores: 8, app: 2, generator: 0.8 }, { workers: 2 }), ['1.00', '1.00']]
    ],
    'requests that took more CPU beside more cores that were taken may be as cheap as the baseline’s, up to 1.5 times where half of the machine was':
      [
        [alone({ app: 1.6, generator: 0.4 }, asking(1.45), asking(1)), ['1.25', '1.38']],
        [alone({ app: 1.6, generator: 0.4 }, asking(0.9), asking(1)), ['1.25', '1.50']],
        [alone({ app: 1.0, generator: 1.0 }, asking(0.4), asking(1)), ['2.00', '2.00']]
      ],
    'a candidate could do no more with the machine to itself than the cores that it can use allow, however cheap its requests seemed':
      [
        [alone({ app: 1.6, generator: 0.4 }, asking(1.8), asking(1)), ['1.11', '1.11']],
        // One user never asks two workers at once.
        [alone({ app: 0.9, generator: 0.1, others: 1 }, asking(1, 1), asking(1, 1)), ['1.00', '1.00']],
        // Two workers are twice as fast as one at most, also where others took of the one's core: 1.47 times 1.36.
        [
          alone({ app: 1, generator: 0.1, others: 0.9 }, asking(1.47), {
            ...asking(1),
            cpu: 0.83,
            machine: { cores: 2, app: 0.83, generator: 0.1, others: 1.07 }
          }),
          ['1.36', '1.36']
        ]
      ],
    'a candidate could do no more with the machine to itself where the baseline does not compute and more cores stayed idle than were taken, or nobody tells':
      [
        [alone({ app: 1, generator: 0.4 }, {}, { busiest: 0.5 }), ['1.00', '1.00']],
        [alone({ app: 1, generator: 0.4 }, {}, {}, 'open'), ['1.00', '1.00']],
        [alone({ app: 1, generator: 0.6 }, {}, { busiest: 0.5 }), ['1.60', '1.60']],
        [alone({}, { machine: null }), ['1.00', '1.00']],
        [alone({ app: 0.04, generator: 1.9 }), ['1.00', '1.00']]
      ],
    // Both do 1.4 times what one does, at most: beside a generator that takes 0.2, a baseline has 0.9 of its core.
    'the bound of the machine takes hyperthreads of a core for no more than they give': [
      [
        [onThreads(0, 0), onThreads(0.2, 0.2), onThreads(0, 0.2)].map((most) => most?.toFixed(3)),
        ['1.400', '1.400', '1.260']
      ],
      // Four workers on as many cores, whose second hyperthreads are idle.
      [
        atMost({}, { workers: 4, machine: { cores: 8, physicalCores: 4, app: 2, generator: 0, others: 0 } })?.toFixed(
          3
        ),
        '4.000'
      ],
      [
        atMost({}, { workers: 8, machine: { cores: 8, physicalCores: 4, app: 2, generator: 0, others: 0 } })?.toFixed(
          3
        ),
        '5.600'
      ]
    ],
    'a candidate could do hardly more with a core’s hyperthreads to itself, as the baseline could, too': [
      [
        alone(
          { physicalCores: 1, app: 1.7, generator: 0.3 },
          {},
          { machine: { physicalCores: 1, app: 1, generator: 0.3, others: 0 } }
        ),
        ['1.01', '1.01']
      ]
    ],
    // On one core, it takes as much from the one as from the other.
    'a candidate could do more with the machine to itself only as far as the baseline could not': [
      [
        alone(
          { cores: 1, app: 0.6, generator: 0.4 },
          {},
          { cpu: 0.6, machine: { cores: 1, app: 0.6, generator: 0.4 } }
        ),
        ['1.00', '1.00']
      ]
    ],
    // The load thread does no more than 5000 a second.
    'a closed load of few users allows no more than its users do in the time that app and load generator take for each request':
      [[loopOf({}), { limitedBy: 'generator', enough: null, cycleMs: 0.4, atMost: 1 }]],
    // Four workers do 20,000 / 1.25 a second, each of them with its part of the generator, and a cycle takes 0.25 ms.
    'a closed load of few users is none from as many users on as keep the busiest station busy': [
      [limitOf({ generatorMs: 0.05 }), ['generator', 4]],
      [[3, 4, 5].map((users) => loopOf({ users, generatorMs: 0.05 }) === null), [false, true, true]],
      [loopOf({ generatorMs: 0.05, thinkMs: 40, users: 1000 }), null]
    ],
    'a closed load of few users is not of the generator’s making where its time is a small part of every cycle, or where users are away for longer':
      [
        [limitOf({ generatorMs: 0.01 }), ['users', 4]],
        [limitOf({ generatorMs: 0.05, thinkMs: 40, users: 20 }), ['users', 644]],
        [loopOf({ waitingMs: 20, users: 20 })?.limitedBy, 'users'],
        [
          [20, 900].map((users) => loopOf({ generatorMs: 0.01, networkMs: 20, users })?.limitedBy ?? null),
          ['users', null]
        ],
        [loopOf({ networkMs: 20, users: 20 })?.cycleMs, 20.4],
        ...[{ thinkMs: 0.3 }, { waitingMs: 0.3 }].map((away): [unknown, unknown] => [
          [loopOf(away)?.limitedBy, loopOf(away)?.cycleMs],
          ['generator', 0.7]
        ])
      ],
    'a closed load of few users is none where users come whatever the app does, or where too little is known': [
      [closedLoop(aVariantUse(ofNoTime), aClusterUse(ofNoTime), { model: 'closed' }), null],
      [loopOf({ model: 'open' }), null],
      [loopOf({ candidate: { machine: null } }), null],
      [loopOf({ candidate: { demand: null } }), null]
    ]
  })
})
