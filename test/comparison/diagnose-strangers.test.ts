import { describe } from 'mocha'
import { itSays, lazy, noGain, silent, slower, taking } from '../support/diagnosis-of.ts'
import { aMachine } from '../support/runs.ts'
import type { VariantUse } from '../../plugin/concepts/comparison.ts'

const unexplained = 'so the speedup is measured but not explained.'

describe('the diagnosis', () => {
  const go: Partial<VariantUse> = { name: 'go', workers: 1, ...silent, machine: aMachine({ app: 1.6, generator: 0.2, others: 0 }) }
  const one = { result: { name: 'go', workers: 1, shares: [0] }, candidate: go, modes: { candidate: 'command' as const } }
  const two = { ...one, candidate: { ...go, workers: 2 }, result: { name: 'go', workers: 2, shares: [0.5, 0.5] } }
  const unseen = { ...one, candidate: { ...go, machine: null } }
  const docker = { ...one, candidate: { ...go, machine: aMachine({ app: 0.04, others: 1.6 }) } }
  const modes = { baseline: 'command' as const }
  /** @param app cores that it used */
  const against = (app: number, workers = 1) => ({ baseline: { name: 'go', workers, ...silent, machine: aMachine({ app }) }, modes })
  const baselineAlone = { ...against(0.9), candidate: { machine: null, cpu: null } }
  const used = 'go used 0.9 cores, as one process that computes all the time would. It tells nothing else of itself.'
  const tellsNothing = 'go is a command, which tells nothing of itself'
  const both = { baseline: 'url' as const, candidate: 'url' as const }

  itSays({
    'of a command goes by the baseline, and the cores that the command is known to have used': [
      [one, 'cpu-bound',
        'CPU-bound, and go gets more done: the event loop of single was 99 % busy; go used 1.6 cores; 2 cores, of which the load ' +
        'generator took 0.20: at most about 1.80x here.'],
      [{ ...unseen, estimates: noGain() }, 'cpu-bound', 'CPU-bound, and go gains nothing measurable: the event loop of single was 99 % busy.'],
      [{ ...unseen, estimates: slower }, 'cpu-bound', 'CPU-bound, and go is slower: the event loop of single was 99 % busy.'],
      [two, 'cpu-bound', /^CPU-bound, and go gets more done: /],
      [docker, 'cpu-bound', 'CPU-bound, and go gets more done: the event loop of single was 99 % busy.'],
      [{ ...one, baseline: { ...lazy(0.06), ...taking({ waitingMs: 49.2, computingMs: 0.8 }) }, estimates: noGain() }, 'waiting',
        'single waits for something else than the CPU (a database, the network, a timer): 49 of the 50 ms that a response takes; go ' +
        'cannot help that and only costs memory.'],
      [{ ...one, baseline: lazy(0.7) }, 'partly-busy',
        'The event loop of single was 70 % busy: requests queue now and then, and go shortens that queue; the more load, the more it helps.']
    ],
    'of a command counts no garbage that nobody told of, and does not miss what it can’t tell': [
      [{ ...one, baseline: { gc: 0.4 } }, 'garbage-collection', /^Garbage collection dominates: it took 40 % of single’s busy time; each worker/],
      [{ ...two, estimates: noGain() }, 'cpu-bound'], [one, 'cpu-bound', /^(?!.*IPC)/],
      [{ ...one, baseline: silent }, 'unknown', /^single told too little of how busy/]
    ],
    'against a command is probably the CPU where it used as much as its processes can; else unknown, with what was seen': [
      [against(0.97), 'cpu-bound',
        'Probably CPU-bound, so clustering helps: go used 1.0 core, as one process that computes all the time would, clustered 1.7. It ' +
        'tells nothing else of itself.'],
      [{ ...baselineAlone, estimates: noGain() }, 'cpu-bound', `Probably CPU-bound, although clustering gains nothing measurable: ${used}`],
      [{ ...baselineAlone, estimates: slower }, 'cpu-bound', `Probably CPU-bound, and yet clustering makes it slower: ${used}`],
      [{ ...against(1.9, 2), candidate: { workers: 4 } }, 'cpu-bound', /go used 1\.9 cores, as 2 processes that compute all the time would/],
      [{ ...against(1, 2), candidate: { workers: 4 } }, 'unknown'],
      [{ ...against(1.7), estimates: noGain() }, 'busy-elsewhere', 'go already used 1.7 of 2 cores, so clustering has little to add.'],
      [against(0.2), 'unknown', `${tellsNothing}: it used 0.20 of 2 cores, clustered 1.7, so it is hardly the CPU that limits it.`],
      [against(0.7), 'unknown', `${tellsNothing}: it used 0.70 of 2 cores, clustered 1.7, ${unexplained}`], [against(1.7), 'unknown'],
      [against(0.04), 'unknown', `${tellsNothing}, and hardly any CPU of its processes was seen (docker, for one, has others do the work), ${unexplained}`],
      [{ baseline: { ...against(1).baseline, machine: null }, modes }, 'unknown', `${tellsNothing}, and neither does the system, ${unexplained}`]
    ],
    'of what runs elsewhere is unknown, whoever runs there, but where the load generator was too busy': [
      [{ candidate: { name: 'staging', ...silent }, modes: { candidate: 'url' } }, 'unknown',
        `staging runs where we can't look (mode url): what became of its machine is unknown, ${unexplained}`],
      [{ baseline: { name: 'old', ...silent }, candidate: { name: 'new', ...silent }, modes: both }, 'unknown',
        `old and new run where we can't look (mode url): what became of their machines is unknown, ${unexplained}`],
      [{ baseline: { name: 'old', ...silent, generatorUtilization: 0.95 }, modes: both }, 'generator-bound']
    ]
  })
})
