import { everyMetric, itSays, lazy, noGain, silent, taking, slower } from '../support/diagnosis-of.ts'
import { anEstimate, type UsePart } from '../support/results.ts'

const open = { model: 'open' as const, saturated: [] }

const unexplained = 'so the speedup is measured but not explained.'

describe('the diagnosis', () => {
  const alike = { cpu: 1, machine: { app: 1, appMegabytes: 100 } }
  const late = (name: string) => ({ model: 'open' as const, saturated: [name] })
  const tooFast = 'The responses are too fast for the load generator: '
  const crowdedOut = (generator: number, others: number) => ({
    baseline: lazy(0.6),
    candidate: { generatorUtilization: 0.98, machine: { app: 0.8, generator, others } }
  })
  const spared = (others: number) => ({
    baseline: { ...lazy(0.31), machine: { app: 0.31, others } },
    estimates: noGain({ p50: 1.2, throughput: 180 })
  })
  const toldTooLittle =
    'reported too little about how busy the event loop was: a run was too short, or a process closed its IPC channel.'
  const two = (app: number) => ({
    baseline: { name: 'two', workers: 2, utilization: 0.7, busiest: 0.7, cpu: 1.4, machine: { app, cores: 8 } },
    candidate: { name: 'four', workers: 4, utilization: 0.36 }
  })
  const waits = { ...lazy(0.06), ...taking({ generatorMs: 0.1, queueMs: 0.7, waitingMs: 49, computingMs: 0.2 }) }
  const sends = (bodyMs: number) => ({
    responseTime: { latencyMs: 50, generatorMs: 0.1, queueMs: 49.6 - bodyMs, waitingMs: 0.1, computingMs: 0.2, bodyMs }
  })
  const waitsFor = (waitingMs: number) => ({
    baseline: { ...lazy(0.4), ...taking({ waitingMs, computingMs: 10 }) },
    estimates: noGain()
  })
  const slow = noGain({ p50: 50, throughput: 100 })
  const lostElsewhere = [
    { generatorMs: 45, computingMs: 5 },
    { queueMs: 45, computingMs: 5 },
    { queueMs: 20, waitingMs: 10, computingMs: 20 }
  ]
  const jsonServer = { ...lazy(0.31), ...taking({ generatorMs: 0.4, queueMs: 0.3, waitingMs: 0.1, computingMs: 0.7 }) }
  const go: UsePart = { name: 'go', workers: 1, ...silent, machine: { app: 1.6, generator: 0.2, others: 0 } }
  const one = {
    result: { name: 'go', workers: 1, shares: [0] },
    candidate: go,
    modes: { candidate: 'command' as const }
  }
  const twoCommands = {
    ...one,
    candidate: { ...go, workers: 2 },
    result: { name: 'go', workers: 2, shares: [0.5, 0.5] }
  }
  const unseen = { ...one, candidate: { ...go, machine: null } }
  const docker = { ...one, candidate: { ...go, machine: { app: 0.04, others: 1.6 } } }
  const modes = { baseline: 'command' as const }
  /** @param app cores that it used */
  const against = (app: number, workers = 1) => ({
    baseline: { name: 'go', workers, ...silent, machine: { app } },
    modes
  })
  const baselineAlone = { ...against(0.9), candidate: { machine: null, cpu: null } }
  const used = 'go used 0.9 cores, as one process that computes all the time would. It reports nothing else.'
  const tellsNothing = 'go is a command, which reports nothing about its event loop'
  const both = { baseline: 'url' as const, candidate: 'url' as const }

  itSays({
    'of a doubtful comparison is noise when the candidate is the baseline once more, errors when one of the two failed more often, or who could not keep up':
      [
        [
          { isItself: true, candidate: { name: 'again', workers: 1, errorRate: 0.04 } },
          'same',
          'again is the same as single: any difference between them is this machine’s noise.'
        ],
        [
          { forked: { count: 4, doAnswer: true }, baseline: { errorRate: 0.04 } },
          'not-one-process',
          'No single process was measured, since the app clusters itself: single answers from 4 processes of its own.'
        ],
        [
          { candidate: { errorRate: 0.04 } },
          'different-errors',
          'The error rate of clustered is 4.0 %, of single 0 %: errors return faster than real work, so the two did not do the same work.'
        ],
        [{ baseline: { errorRate: 0.03 } }, 'different-errors'],
        [{ baseline: { errorRate: 0.04 }, candidate: { errorRate: 0.035 } }, 'cpu-bound'],
        [
          {
            baseline: { errorRate: 0.05 },
            candidate: { errorRate: 0.05 },
            estimates: [{ metric: 'throughput', reason: 'errors' }]
          },
          'different-errors',
          'The error rate of clustered is 5.0 %, of single 5.0 %: errors return faster than real work, so neither shows what it can do.'
        ],
        [
          { baseline: { errorRate: 0.48 }, load: late('single') },
          'different-errors',
          'single could not keep up with the arrival rate: its error rate is 48 %; clustered kept up, with 0 %.'
        ],
        [
          { candidate: { errorRate: 0.48 }, load: late('clustered') },
          'different-errors',
          'clustered could not keep up with the arrival rate: its error rate is 48 %; single kept up, with 0 %.'
        ],
        [{ candidate: { errorRate: 0.04 }, load: late('single') }, 'different-errors', /errors return faster/]
      ],
    'of a doubtful comparison is the load generator when it was busy, whatever is known of the app': [
      [
        { baseline: { ...lazy(0.6), generatorUtilization: 0.95 } },
        'generator-bound',
        `${tooFast}it was 95 % busy, the event loop of single 60 %, so this compares mostly the load generator, and clustering can show little.`
      ],
      [
        { baseline: lazy(0.6), candidate: { generatorUtilization: 0.85 } },
        'generator-bound',
        /^The responses are too fast for the load generator: it was 85 % busy/
      ],
      [
        { baseline: { ...lazy(0.6), generatorUtilization: 0.85 }, candidate: { generatorUtilization: 0.5 } },
        'generator-bound',
        /^The responses are too fast for the load generator: it was 85 % busy/
      ],
      [{ baseline: { generatorUtilization: null }, candidate: { generatorUtilization: 0.8 } }, 'cpu-bound'],
      [
        { baseline: { ...silent, generatorUtilization: 0.95 } },
        'generator-bound',
        /^The responses are too fast for the load generator: it was 95 % busy, so this compares/
      ],
      [
        { baseline: { generatorUtilization: 0.8 }, candidate: { generatorUtilization: 0.85 } },
        'generator-bound',
        'CPU-bound as single (the event loop of single was 99 % busy), but the load generator was also 85 % busy: clustered may be faster than ' +
          'measured.'
      ]
    ],
    'of a doubtful comparison is a load generator that waited for a core, where other programs took so much that it could not have one':
      [
        [
          crowdedOut(0.3, 0.78),
          'generator-bound',
          'The load generator waited for a core: it was 98 % busy, but got only 0.30 cores, since other programs used 0.78 of 2 cores. ' +
            'Repeat this when the machine is quiet: this run says nothing about the app.'
        ],
        [
          crowdedOut(0.95, 0.78),
          'generator-bound',
          /^The responses are too fast for the load generator: it was 98 % busy/
        ],
        [
          crowdedOut(0.3, 0.5),
          'generator-bound',
          /^The responses are too fast for the load generator: it was 98 % busy/
        ]
      ],
    'is too few connections where there are fewer than workers, however busy the baseline is': [
      [
        { baseline: lazy(0.76), candidate: { connections: 1 } },
        'uneven',
        '1 connection can keep only 1 of 2 workers busy: let more users come, or raise config.http.pool if it is set.'
      ],
      [{ candidate: { connections: 2 } }, 'cpu-bound']
    ],
    'of an app with time to spare says that its users would ask for more, where other programs took so much that they could not':
      [
        [
          spared(0.78),
          'idle',
          /\. Other programs used 0\.78 of 2 cores; on a quiet machine the same users would ask for more\.$/
        ],
        [spared(0.5), 'idle', /memory\.$/],
        [{ ...spared(0.78), load: open }, 'idle', /memory\.$/]
      ],
    'of what makes a comparison doubtful is unknown when the workers told too little': [
      [{ baseline: silent }, 'unknown', `single ${toldTooLittle}`],
      [{ baseline: silent, candidate: silent }, 'unknown', `single and clustered ${toldTooLittle}`]
    ],
    'of an app with time to spare is threads or processes of its own when those take half a core or more, besides the loops of all workers':
      [
        [
          { baseline: { ...lazy(0.3), cpu: 0.3, machine: { app: 1.8 } } },
          'busy-elsewhere',
          /was only 30 % busy, and clustering helps all the same\.$/
        ],
        [
          { baseline: { ...lazy(0.3), cpu: 0.3, machine: { app: 1.8 } }, estimates: noGain() },
          'busy-elsewhere',
          'single already uses several cores: threads or processes that the app starts itself used 1.5, while its event loop was only ' +
            '30 % busy, so clustering has little to gain.'
        ],
        [{ baseline: { ...lazy(0.8), machine: { app: 1.29 } } }, 'partly-busy'],
        [{ baseline: { ...lazy(0.8), machine: { app: 1.31 } } }, 'busy-elsewhere'],
        [
          { baseline: { ...lazy(0.3), cpu: 1.8, machine: null } },
          'busy-elsewhere',
          /several cores: threads or processes that the app starts itself used 1\.5/
        ],
        [two(1.4), 'partly-busy'],
        [two(1.89), 'partly-busy'],
        [two(1.91), 'busy-elsewhere']
      ],
    'of an app with time to spare is its body, when at least half of a response passes after the first byte': [
      [
        { baseline: { ...lazy(0.06), ...sends(40) }, estimates: noGain() },
        'body',
        'The time is in the body: 40 of the 50 ms of an average response pass after its first byte, while single has time to spare; ' +
          'clustering cannot help with that and only costs memory.'
      ],
      [{ baseline: { ...lazy(0.06), ...sends(25) }, estimates: noGain() }, 'idle'],
      [{ baseline: { ...lazy(0.06), ...sends(26) }, estimates: noGain() }, 'body']
    ],
    'of an app with time to spare is waiting when the request spends half of its time in an idle app; for something that each process has, when clustering helped much':
      [
        [
          { baseline: waits, estimates: noGain() },
          'waiting',
          'single waits for something other than the CPU (a database, the network, a timer): 49 of the 50 ms of an average response; ' +
            'clustering cannot help with that and only costs memory.'
        ],
        [waitsFor(10.1), 'waiting'],
        [waitsFor(9.9), 'idle'],
        [
          { baseline: waits, estimates: everyMetric(2, [1.9, 2.1]) },
          'waiting',
          'single waits not for the CPU (49 of the 50 ms of an average response) but for something that each process has to itself, such as a queue or a connection ' +
            'pool: clustering multiplies it; enlarging it could help as much without the memory.'
        ],
        [
          { baseline: waits, estimates: everyMetric(2, [1.19, 2.9]) },
          'waiting',
          /a timer\): 49 of the 50 ms of an average response; clustering helps all the same, and costs memory\./
        ]
      ],
    'of an app with time to spare is not waiting where answers are slow, but the time is lost elsewhere, or nobody knows where':
      [
        ...lostElsewhere.flatMap((parts) =>
          [0.06, 0.3, 0.49].map((busy): [object, 'idle'] => [
            { baseline: { ...lazy(busy), ...taking(parts) }, estimates: slow },
            'idle'
          ])
        ),
        [{ baseline: lazy(0.06), estimates: slow }, 'idle'],
        [
          { baseline: jsonServer, estimates: noGain({ p50: 1.5, throughput: 450 }) },
          'idle',
          /^(?!.*(?:something other than the CPU|cannot help)).*its event loop was 31 % busy at 450 requests\/s and would be full at about 1,500/
        ]
      ],
    'of an app with time to spare at its capacity is not a light load': [
      [
        {
          baseline: lazy(0.3),
          result: { estimates: [anEstimate({ metric: 'capacity', baseline: 40, speedup: 1, interval: [0.9, 1.1] })] }
        },
        'partly-busy',
        /was 30 % busy.*: what limits it at its capacity comes in bursts, /
      ]
    ],
    'of an app with time to spare is a light load, with the load at which it would not be; a queue now and then from half of the time on':
      [
        [
          { baseline: lazy(0.31), estimates: noGain({ p50: 1.2, throughput: 180 }) },
          'idle',
          'single has time to spare at this load: its event loop was 31 % busy at 180 requests/s and would be full at about 580; clustering helps little ' +
            'below that, and costs memory.'
        ],
        [
          { baseline: lazy(0), estimates: noGain({ throughput: 5 }) },
          'idle',
          /its event loop was 0 % busy at 5 requests\/s; clustering/
        ],
        [
          { baseline: lazy(0.1), candidate: { machine: null }, estimates: noGain({ p50: 1.2, throughput: 100 }) },
          'idle',
          /costs memory\.$/
        ],
        [
          { baseline: { ...waits, machine: null }, candidate: { machine: null }, estimates: noGain() },
          'waiting',
          /only costs memory\.$/
        ],
        [
          {
            baseline: { ...lazy(0.1), machine: { app: 0.1, appMegabytes: 300 } },
            estimates: noGain({ p50: 1.2, throughput: 100 })
          },
          'idle',
          /costs memory\.$/
        ],
        [
          { baseline: lazy(0.7), candidate: { utilization: 0.36 } },
          'partly-busy',
          'The event loop of single was 70 % busy, each worker’s 36 %: requests queue now and then, and clustering shortens that queue; ' +
            'the more load, the more it helps.'
        ],
        [{ baseline: lazy(0.5) }, 'partly-busy'],
        [{ baseline: lazy(0.84) }, 'partly-busy'],
        [{ baseline: lazy(0.57), load: { model: 'open', saturated: ['clustered'] } }, 'partly-busy'],
        ...[0.3, 0.57].map((busy): [object, 'cpu-bound', RegExp] => [
          { baseline: lazy(busy), load: late('single') },
          'cpu-bound',
          /^Probably CPU-bound for a part of the load, so clustering helps: single could not keep up with the arrival rate, although the event loop of single was \d+ % busy on average\.$/
        ]),
        [{ baseline: lazy(0.85) }, 'cpu-bound']
      ],
    'of a command goes by the baseline, and the cores that the command is known to have used': [
      [
        one,
        'cpu-bound',
        'CPU-bound, and go gets more done: the event loop of single was 99 % busy; go used 1.6 cores; 2 cores, of which the load generator used ' +
          '0.20: at most about 1.80x throughput here; with the machine to itself, expect about 1.9x to 2.1x.'
      ],
      [
        { ...unseen, estimates: noGain() },
        'cpu-bound',
        'CPU-bound, and go gains nothing measurable: the event loop of single was 99 % busy.'
      ],
      [
        { ...unseen, estimates: slower },
        'cpu-bound',
        'CPU-bound, and go is slower: the event loop of single was 99 % busy.'
      ],
      [twoCommands, 'cpu-bound', /^CPU-bound, and go gets more done: /],
      [docker, 'cpu-bound', 'CPU-bound, and go gets more done: the event loop of single was 99 % busy.'],
      [
        { ...one, baseline: { ...lazy(0.06), ...taking({ waitingMs: 49.2, computingMs: 0.8 }) }, estimates: noGain() },
        'waiting',
        'single waits for something other than the CPU (a database, the network, a timer): 49 of the 50 ms of an average response; go ' +
          'cannot help with that and only costs memory.'
      ],
      [
        { ...one, baseline: lazy(0.7) },
        'partly-busy',
        'The event loop of single was 70 % busy: requests queue now and then, and go shortens that queue; the more load, the more it helps.'
      ]
    ],
    'of a command counts no garbage that nobody told of, and does not miss what it can’t tell': [
      [
        { ...one, baseline: { gc: 0.4 } },
        'garbage-collection',
        /^Garbage collection dominates: it took 40 % of single’s busy time; each worker/
      ],
      [{ ...twoCommands, estimates: noGain() }, 'cpu-bound'],
      [one, 'cpu-bound', /^(?!.*IPC)/],
      [{ ...one, baseline: silent }, 'unknown', /^single reported too little about how busy/]
    ],
    'against a command is probably the CPU where it used as much as its processes can; else unknown, with what was seen':
      [
        [
          against(0.97),
          'cpu-bound',
          'Probably CPU-bound, so clustering helps: go used 1.0 core, as one process that computes all the time would, clustered 1.7. It reports nothing ' +
            'else.'
        ],
        [
          { ...baselineAlone, estimates: noGain() },
          'cpu-bound',
          `Probably CPU-bound, although clustering gains nothing measurable: ${used}`
        ],
        [
          { ...baselineAlone, estimates: slower },
          'cpu-bound',
          `Probably CPU-bound, and yet clustering makes it slower: ${used}`
        ],
        [
          { ...against(1.9, 2), candidate: { workers: 4 } },
          'cpu-bound',
          /go used 1\.9 cores, as 2 processes that compute all the time would/
        ],
        [{ ...against(1, 2), candidate: { workers: 4 } }, 'unknown'],
        [
          { ...against(1.7), estimates: noGain() },
          'busy-elsewhere',
          'go already used 1.7 of 2 cores, so clustering has little to gain.'
        ],
        [
          against(0.2),
          'unknown',
          `${tellsNothing}: it used 0.20 of 2 cores, clustered 1.7, so the CPU hardly limits it.`
        ],
        [against(0.7), 'unknown', `${tellsNothing}: it used 0.70 of 2 cores, clustered 1.7, ${unexplained}`],
        [against(1.7), 'unknown'],
        [
          against(0.04),
          'unknown',
          `${tellsNothing}, and its own processes used hardly any CPU (docker, for example, leaves the work to a daemon), ${unexplained}`
        ],
        [
          { baseline: { ...against(1).baseline, machine: null }, modes },
          'unknown',
          `${tellsNothing}, and this system does not report the CPU time of its processes, ${unexplained}`
        ]
      ],
    'of what runs elsewhere is unknown, whoever runs there, but where the load generator was too busy': [
      [
        { candidate: { name: 'staging', ...silent }, modes: { candidate: 'url' } },
        'unknown',
        `staging runs elsewhere (mode url): the load on its machine is unknown, ${unexplained}`
      ],
      [
        { baseline: { name: 'old', ...silent }, candidate: { name: 'new', ...silent }, modes: both },
        'unknown',
        `old and new run elsewhere (mode url): the load on their machines is unknown, ${unexplained}`
      ],
      [{ baseline: { name: 'old', ...silent, generatorUtilization: 0.95 }, modes: both }, 'generator-bound']
    ],
    'of a version is what changed, or that nothing did': [
      [
        { isVersion: true, candidate: { gc: 0.5 } },
        'version',
        'From single to clustered: memory 100 MB → 250 MB and garbage collection 1.0 % → 50 %.'
      ],
      [
        { isVersion: true, baseline: alike, candidate: alike },
        'version',
        /: nothing of it changed by more than a tenth\.$/
      ]
    ]
  })
})
