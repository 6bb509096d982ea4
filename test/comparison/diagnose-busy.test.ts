import { describe } from 'mocha'
import { itSays, lazy, noGain, slower, taking } from '../support/diagnosis-of.ts'
import { someLimits } from '../support/results.ts'
import { aMachine } from '../support/runs.ts'
import type { MachineUse } from '../../plugin/concepts/run.ts'
import type { VariantUse } from '../../plugin/concepts/comparison.ts'

const singleWasBusy = 'CPU-bound (the event loop of single was 99 % busy)'

describe('the diagnosis', () => {
  const withCpu = (cpu: number, machine: Partial<MachineUse> = {}) => ({ baseline: { cpu, machine: aMachine({ app: cpu, ...machine }) } })
  const crowded = { generator: 0.5, others: 0.4, stolen: 0.15 }
  const two = (cpu: number) => ({ baseline: { workers: 2, cpu, machine: aMachine({ cores: 4, app: cpu }) } })
  const shares = { shares: [0.75, 0.25] }
  const stolen = (cores: number) => ({ candidate: { machine: aMachine({ cores: 4, app: 2, generator: 0.8, others: 0.3, stolen: cores }) } })
  const use: Partial<VariantUse> = { name: 'threads', workers: 1, utilization: 0.2, busiest: 0.2, cpu: 1.75, machine: aMachine({ app: 1.8, generator: 0.2, others: 0 }) }
  const byThreads = { result: { name: 'threads', workers: 1, shares: [1] }, candidate: use, modes: { candidate: 'single' as const } }
  const seenOfThreads = 'the event loop of single was 99 % busy; threads used 1.8 cores, while its own event loop was 20 % busy'
  const clustered = { baseline: 'cluster' as const, candidate: 'cluster' as const }
  const against = (baseline: Partial<VariantUse> = {}, estimates = noGain()) =>
    ({ baseline: { name: 'clustered 1', ...baseline }, candidate: { machine: null }, estimates, modes: clustered })
  const twoWorkers = { name: 'clustered 2', workers: 2, cpu: 1.7, machine: aMachine({ app: 1.7 }) }
  const three = { workers: 3, machine: aMachine({ cores: 3, app: 1.7, generator: 1 }) }
  const baseline = { name: 'round robin', workers: 2, utilization: 0.97, cpu: 1.7, machine: aMachine({ app: 1.7 }) }
  const shared = { baseline, candidate: { name: 'shared', machine: null }, modes: { baseline: 'cluster' as const, candidate: 'reuse-port' as const } }
  const seen = 'the event loop of round robin was 99 % busy, each of the 2 workers’ 98 %.'

  itSays({
    'of a busy app is synchronous calls when all its loops had the CPU for less than half of the time, although a core was free': [
      [{ baseline: { cpu: 0.1, machine: aMachine({ app: 0.3 }) } }, 'blocked',
        /^The event loop of single was 99 % busy, but took 0\.10 cores only: synchronous calls \(files, child processes\) block it, .*waiting at the same time; asynchronous calls would help more\.$/],
      [{ ...withCpu(0.1), estimates: slower }, 'blocked', /block it, and asynchronous calls would help\.$/],
      [withCpu(0.49), 'blocked'], [withCpu(0.5), 'cpu-bound'], [withCpu(0.4, crowded), 'blocked'], [withCpu(0.4, { ...crowded, stolen: 0.25 }), 'cpu-bound'],
      [two(0.98), 'blocked'], [two(1), 'cpu-bound']
    ],
    'of a busy app that does not compute for its users is garbage collection when that takes a third of its time': [
      [{ baseline: { gc: 0.45 }, candidate: { gc: 0.32 } }, 'garbage-collection',
        'Garbage collection dominates: it took 45 % of single’s busy time, 32 % of the workers’; each worker has a heap of its own to ' +
        'collect, but less garbage would help both more.'],
      [{ baseline: { gc: 0.29 } }, 'cpu-bound'], [{ baseline: { gc: 0.31 } }, 'garbage-collection']
    ],
    'of a CPU-bound app with badly used workers is an uneven distribution when one worker did most, as far as that is known': [
      [{ candidate: { connections: 4 }, result: shares }, 'uneven',
        `${singleWasBusy}, but the busiest of 2 workers took 75 % of the requests: at most 1.3x; too few connections to balance: 4 for 2 workers.`],
      [{ candidate: { connections: 19 }, result: shares }, 'uneven', /too few connections/],
      [{ candidate: { connections: 20 }, result: shares }, 'uneven', /at most 1\.3x\.$/], [{ result: { shares: [0.6, 0.4] } }, 'cpu-bound'],
      [{ result: { shares: [1, 0], limits: someLimits({ value: null }) } }, 'cpu-bound']
    ],
    'of a CPU-bound app is too many workers when they are more than the cores, too few when all are busy, it helped, and 0.7 of a core stays free': [
      [{ candidate: { workers: 4 }, result: { workers: 4, shares: [0.25, 0.25, 0.25, 0.25] } }, 'too-many-workers',
        `${singleWasBusy}, but 4 workers are too many for 2 cores: the extra ones only take turns and cost memory (150 MB more, 90 MB for each worker).`],
      [{ candidate: { machine: aMachine({ cores: 1.5, app: 1.2 }) } }, 'cpu-bound'],
      [{ candidate: { machine: aMachine({ cores: 8, app: 1.98, others: 0.02 }) } }, 'more-workers',
        'CPU-bound: the event loop of single was 99 % busy, and so were the workers’ (98 %), while 5.8 of 8 cores stayed free: more workers would help more.'],
      [stolen(0.15), 'more-workers'], [stolen(0.25), 'cpu-bound'],
      [{ candidate: { machine: aMachine({ cores: 8, app: 2 }) }, estimates: noGain() }, 'cpu-bound']
    ],
    'of threads is whether they help, by whoever tells of them, not of garbage collection on the side nor of several workers': [
      [byThreads, 'cpu-bound', `CPU-bound, so threads help: ${seenOfThreads}; 2 cores, of which the load generator took 0.20: at most about 1.80x here.`],
      [{ ...byThreads, estimates: noGain() }, 'cpu-bound', `CPU-bound, so threads should help, but nothing measurable came of them: ${seenOfThreads}.`],
      [{ ...byThreads, estimates: slower }, 'cpu-bound', `CPU-bound, and yet threads make it slower: ${seenOfThreads}.`],
      [{ ...byThreads, candidate: { ...use, machine: null } }, 'cpu-bound', /threads used 1\.8 cores/],
      [{ ...byThreads, candidate: { ...use, cpu: 1.15, utilization: 0.98, machine: aMachine({ app: 1.19 }) } }, 'cpu-bound', /its one worker’s 98 %/],
      [{ candidate: { workers: 2, cpu: 2.9, machine: aMachine({ cores: 3, app: 2.9 }) } }, 'cpu-bound', /^CPU-bound, so clustering helps: /],
      [{ ...byThreads, baseline: lazy(0.7) }, 'partly-busy',
        'The event loop of single was 70 % busy, each worker’s 20 %: requests queue now and then, and threads shortens that queue; the ' +
        'more load, the more it helps.']
    ],
    'of more workers than a clustered baseline has speaks of more workers, not of clustering': [
      [against({}, []), 'cpu-bound', 'CPU-bound, so more workers help: the event loop of clustered 1 was 99 % busy, each of the 2 workers’ 98 %.'],
      [against(), 'cpu-bound', /^CPU-bound, so more workers should help, but nothing measurable came of it:/],
      [against({}, slower), 'cpu-bound', /^CPU-bound, and yet more workers make it slower:/],
      [against(lazy(0.1)), 'idle', /more workers can help little below that, and cost memory/],
      [against({ ...lazy(0.06), ...taking({ waitingMs: 50, computingMs: 1 }) }), 'waiting', /more workers cannot help that and only cost memory/],
      [against(lazy(0.7), slower), 'partly-busy', /but more workers make it slower/],
      [against({ generatorUtilization: 0.95, ...lazy(0.6) }, []), 'generator-bound', /more workers can show little/],
      [against({ ...lazy(0.3), machine: aMachine({ app: 1.8 }) }, []), 'busy-elsewhere', /so more workers have little to add/],
      [{ ...against(), candidate: { machine: aMachine({ app: 1.1, generator: 0.9 }) } }, 'machine-full', /hardly a core was left for more workers than one/],
      [{ baseline: twoWorkers, candidate: three, result: { workers: 3, shares: [0.34, 0.33, 0.33] }, estimates: noGain(), modes: clustered }, 'machine-full',
        /hardly a core was left for more workers than 2/]
    ],
    'of another way to run as many workers speaks of it by its name, and finds no core missing': [
      [shared, 'cpu-bound', `CPU-bound, and shared gets more done: ${seen}`],
      [{ ...shared, estimates: noGain() }, 'cpu-bound', `CPU-bound, and shared gains nothing measurable: ${seen}`],
      [{ ...shared, estimates: slower }, 'cpu-bound', `CPU-bound, and shared is slower: ${seen}`],
      [{ ...shared, candidate: { name: 'shared', machine: aMachine({ app: 1.1, generator: 0.9 }) }, estimates: noGain() }, 'cpu-bound']
    ]
  })
})
