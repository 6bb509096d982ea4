import type { Explanation } from '../explanations.ts'
import type { WarningCode } from '../warnings.ts'

export const warningExplanations = {
  'different-answers': {
    meaning: 'A candidate answers some requests differently from the baseline, or with other statuses under load.',
    cause:
      'The app keeps state in one process that all workers need (sessions, counters, caches); a cache, a redirect or a fallback begins under load; or answers differ by nature.',
    cure: 'Keep shared state where all workers find it. If answers differ by nature, set `compareAnswers: false`.'
  },
  'different-encoding': {
    meaning: 'Only one of baseline and candidate compresses its responses, or they use different encodings.',
    cause: 'Compression is switched on in one of them only, by an environment variable, a proxy or the runtime.',
    cure: 'Compress in both or in neither. If compression is part of what you compare, set `compareAnswers: false`.'
  },
  'different-connections': {
    meaning:
      'One of baseline and candidate closes connections that the other keeps open. If users reuse connections, there is no verdict.',
    cause:
      'It answers with `connection: close` or HTTP/1.0, limits the requests of a connection, or stands behind a proxy that does.',
    cure: 'Let both keep connections open, or neither. If that is part of what you compare, set `compareAnswers: false`.'
  },
  'different-sizes': {
    meaning:
      'Under load, the candidate’s responses are at least a tenth smaller than the baseline’s (a problem). If they are larger, or differ in the warm-up only, it is a warning.',
    cause:
      'One of them answers with less or more: a truncated list, an error page with status 200, another level of compression. Or answers grow with the number of requests.',
    cure: 'Find out what is left out or added. If sizes differ by nature, set `compareAnswers: false`.'
  },
  errors: {
    meaning: 'More requests of a variant failed than the error rate allows.',
    cause: 'The app returns errors under this load. Errors return faster than real work, so they would count as speed.',
    cure: 'Fix the app or lower the load. If such errors belong to the scenario, set the option `limits: { errorRate: 0.2 }`, for example.'
  },
  'generator-saturated': {
    meaning: 'A load generator thread was more than 80 % busy, or would have been at the pace of the baseline.',
    cause:
      'The app answers faster than the load generator can ask, so latencies include the load generator’s own delay.',
    cure: 'Lower the load (fewer users, or `think` time), test heavier requests, or use more cores. Avoid what rules out the lean client.'
  },
  'impossible-throughput': {
    meaning: 'At the CPU time that each response took, the responses took more cores than there are.',
    cause: 'A figure is wrong: something else answers instead of the app, the clock was set, or the machine suspended.',
    cure: 'Find out which, then measure again.'
  },
  'users-missing': {
    meaning:
      'More than a tenth of the users of a closed load show in no figure (a warning), or more than 30 % (a ' +
      'problem, no verdict). By Little’s law, users are throughput times mean cycle (latency and think time). Where ' +
      'they were is measured by the time that they spent waiting, answered or not.',
    cause:
      'The message says where they were: waiting to be let in, for answers that came too late to count, for ' +
      'requests that failed, or for one of the connections of `http.pool`, which alone withholds nothing.',
    cure: 'Use fewer users or let them arrive more slowly, make the runs longer, or raise `http.pool`.'
  },
  'idle-under-load': {
    meaning:
      'Most users of a closed load waited for an answer while the app’s event loops had nothing to do, and ' +
      'nothing that is known explains it.',
    cause:
      'Something keeps requests from the app: a full listen queue, a limit of connections, a proxy, or a ' +
      'network that loses packets.',
    cure: 'Find out what it is. Fewer users often show what the app can do.'
  },
  'connections-dropped': {
    meaning:
      'The kernel dropped connection attempts while users waited for a second or more for the first answer on ' +
      'their connection. An attempt that is dropped is made again after 1, 3 and 7 s.',
    cause:
      'A listen queue was full: more users came at once than it holds, which is the smaller one of the app’s ' +
      'backlog (511 in Node) and `net.core.somaxconn`. The kernel counts all programs on the machine.',
    cure: 'Use fewer users, let them arrive more slowly (`phases`), or let the app listen with a larger `backlog`.'
  },
  'cost-changed': {
    meaning:
      'The same work took 1.5 times as much CPU time, or more, in some rounds as it usually took this ' +
      'variant, or as little. Where neither throughput nor p50 shows it, it is a note.',
    cause:
      'The cores are shared with other machines, throttled by heat or by the host, or change their frequency; ' +
      'stolen time does not show it. Or the work is not the same in each round.',
    cure: 'Measure on a machine that keeps its pace, or allow more rounds.'
  },
  'clusters-itself': {
    meaning:
      'The app forks workers of its own in a variant that was started as one process. If it is the baseline, there is no verdict.',
    cause: 'The app has a cluster of its own, built in or by a package.',
    cure: 'Start it without its own cluster (`env: { WEB_CONCURRENCY: 1 }` if it reads that variable), or set `app` to the file that serves requests. To measure its own cluster, use mode `command`.'
  },
  'busy-at-rest': {
    meaning: 'A variant used CPU time while others were loaded, which these lacked.',
    cause: 'It has timers or background work, or it finishes later what its requests began.',
    cure: 'Turn that work off, or set `alternate: runs`.'
  },
  'not-in-turns': {
    meaning: '`alternate: slices` was set, but each variant was loaded by itself.',
    cause:
      'Requests take too long for short turns, there are too many variants or processes, a variant works while it rests, or variants are in each other’s way: one does not start beside another, shares a port with it, or there is too little memory.',
    cure: 'Fewer users make latencies shorter; give each variant ports and files of its own by `env`. Otherwise nothing needs to be done: the figures are those of `alternate: runs`.'
  },
  'machine-disturbed': {
    meaning: 'Other programs took more than 10 % of the machine (a warning) or more than 30 % (a problem).',
    cause: 'Something else runs here, or the hypervisor gives the cores to other machines.',
    cure: 'Stop the other programs, or measure again at a quieter time.'
  },
  'baseline-saturated': {
    meaning:
      'Users arrived faster than the baseline could serve them, so its latencies grow for as long as the test lasts.',
    cause: 'The arrival rate is above the capacity of the baseline.',
    cure: 'Require throughput instead of a latency, lower the arrival rate, or use a closed load (`users` and `duration`).'
  },
  'throughput-fixed': {
    meaning:
      'The comparison requires more throughput, as a speedup or as a limit, but users arrive at a fixed rate, so throughput cannot rise.',
    cause: 'The variant keeps up with the arrival rate, so nothing shows whether it could serve more.',
    cure: 'Require a latency, raise the arrival rate above the capacity of one process, or use a closed load (`users` and `duration`).'
  },
  'candidate-saturated': {
    meaning: 'A candidate could not keep up with the arriving users, although the baseline could.',
    cause: 'The candidate serves fewer requests per second than the baseline.',
    cure: 'Find out what slows the candidate down. To compare latencies, lower the arrival rate.'
  },
  'not-reached': {
    meaning: 'A variant misses the service level even under the least load.',
    cause:
      'A request alone takes longer than the limit: its variant, the machine or the limit is the reason, not the load.',
    cure: 'Raise the limit above the time of a request alone, which the message names, or make the request faster.'
  },
  'not-exhausted': {
    meaning: 'A variant keeps the service level even under the most load that can be made here.',
    cause: 'The load generator is late at that rate, or the rate is the highest that is tried.',
    cure: 'Choose a stricter limit or heavier work, or make the load on another machine.'
  },
  'broken-figure': {
    meaning:
      'A figure came out as no number that can be kept, so it is left out; or as one that the schema of comparison.json forbids.',
    cause:
      'A fault of artillery-plugin-speedup: it computed with something that was not there, in very short runs for example. Where a threshold or limit was on it, there is no verdict.',
    cure: 'Measure longer runs, and report it, with `runs.ndjson` of the comparison. Everything else in the comparison holds.'
  },
  'capacity-falls': {
    meaning: 'A variant carried less as time went by, so its capacity is that of its first minutes at best.',
    cause: 'The app leaks memory or keeps growing state, or the machine slows down when it is warm.',
    cure: 'Find what grows with a longer `duration`, or measure on a machine that keeps its pace.'
  },
  'users-skipped': {
    meaning: 'Artillery skipped users, so the load was lighter than the scenario says.',
    cause: 'The number of concurrent users reached `maxVusers`.',
    cure: 'Raise `maxVusers` or lower the arrival rate.'
  },
  'uneven-distribution': {
    meaning: 'The busiest worker took at least 1.2 times its fair share of the requests, or the fairness is unknown.',
    cause:
      'Connections are distributed, not requests: with few connections, some workers get more. Idle workers of a command or URL are invisible.',
    cure: 'Use more users, `scheduling: round-robin`, or mode `cluster` instead of `reusePort`. For a command or URL, set `workers`.'
  },
  'worker-stalled': {
    meaning: 'A process stopped, or computed without a break, for more than a second.',
    cause: 'Synchronous code blocks its event loop, or the process was stopped or got no CPU.',
    cure: 'Run with `--profile`: the report shows the stacks that blocked the event loop. If none did, find out what stopped the process.'
  },
  'worker-restarted': {
    meaning:
      'Workers died under load and were started again. If starting took more than a fifth of the workers’ time in one variant only, there is no verdict.',
    cause: 'The app crashes or exits under load, or the system kills it, for example when memory runs out.',
    cure: 'Read the app’s log for the reason. The app was slower than it could be.'
  },
  'scenario-errors': {
    meaning: 'Artillery counted errors that are not failed requests, so some users did not do what the scenario says.',
    cause: 'A capture, a hook or a function of the processor failed.',
    cure: 'Fix the scenario.'
  },
  'unattributed-responses': {
    meaning: 'Responses lack the PID header, so the worker that sent them is unknown.',
    cause:
      'The app removes the header, something else answers in its place, or the app is a command or URL that sends none.',
    cure: 'Keep the header named by `app.pidHeader`, and let only the app answer.'
  },
  'too-few-requests': {
    meaning: 'A run has too few responses for a percentile: p95 needs 200, p99 1,000 and p99.9 10,000.',
    cause: 'The runs are short or the app is slow.',
    cure: 'Make the runs longer, or use p50 or throughput.'
  },
  'too-noisy': {
    meaning: 'Even 30 rounds would hardly decide this threshold.',
    cause: 'Rounds differ so much that the interval stays wider than the distance to the threshold.',
    cure: 'Make the runs longer, use a quieter machine, or lower the threshold.'
  },
  'threshold-within-noise': {
    meaning: 'The threshold is closer to 1 than about five rounds can decide.',
    cause: 'The noise of this machine is larger than the effect that the threshold asks for.',
    cure: 'Choose a threshold farther from 1, make the runs longer, or allow more rounds.'
  },
  'different-machine': {
    meaning: 'The earlier result comes from another CPU or another number of cores.',
    cause: 'Speedups depend on the machine. With another number of cores, no verdict on a fall is possible.',
    cure: 'Compare with a result of this machine.'
  },
  'different-variant': {
    meaning: 'The candidate had another number of workers in the earlier result.',
    cause: 'Speedups depend on the number of workers, so no verdict on a fall is possible.',
    cure: 'Use the same number of workers, or compare with another result.'
  },
  'different-client': {
    meaning: 'Another HTTP client made the load of the earlier result.',
    cause: 'The clients need different amounts of CPU, which alone can change a speedup.',
    cure: 'Measure the earlier result again, or set `generator.client` to the client it used.'
  },
  'different-alternation': {
    meaning: 'In the earlier result, variants alternated within a round in another way: by runs, or in turns.',
    cause: 'Variants that take turns rest in between, which alone can change a speedup.',
    cure: 'Measure the earlier result again, or set `alternate` to what it used.'
  },
  'telemetry-missing': {
    meaning: 'A process did not report how busy it was, so the speedup is measured but not explained.',
    cause: 'The app closed its IPC channel, or serves from processes that it starts itself.',
    cure: 'Keep the IPC channel open, and start no servers in child processes.'
  },
  'profile-missing': {
    meaning: 'A variant was to be profiled, and there is no profile of it. What was measured holds.',
    cause:
      'The app ended during the profiled run, the run was interrupted, no process answered over `node:http`, its event loop was blocked, or the profile was too large: the message says which.',
    cure: 'Follow the message, then run the comparison again.'
  },
  'unsteady-answers': {
    meaning: 'The baseline answers differently each time it starts, so answers cannot be compared.',
    cause: 'Answers contain the time, a PID, a random number or the like.',
    cure: 'Nothing, if that is intended.'
  },
  'slow-start': {
    meaning: 'Stopping and starting the app takes longer than its load, so most of the time measures nothing.',
    cause: 'The app starts slowly, and `time` leaves little for the load.',
    cure: 'Raise `time`, or make the app start faster.'
  },
  'app-killed': {
    meaning: 'The app did not exit in time after SIGTERM and was killed.',
    cause: 'The app ignores SIGTERM, or needs longer than `app.stopTimeout`.',
    cure: 'Exit on SIGTERM, or raise `app.stopTimeout`.'
  },
  'outlier-round': {
    meaning: 'One round is far from the others and counts less.',
    cause: 'Something disturbed the machine or the app during that round.',
    cure: 'Nothing. If it happens often, use a quieter machine.'
  }
} satisfies Record<WarningCode, Explanation>
