import { warningsExplained } from '../../questions/report.ts'
import { answerExplanations } from './answers.ts'
import type { Sentences } from '../../concepts/wording.ts'
import type { WarningCode } from '../../concepts/warnings.ts'

export const warningExplanations = {
  ...answerExplanations,
  'cores-taken': [
    'The load generator or other programs took cores that the candidate could have used. So it missed its ' +
      'threshold, or seems to gain nothing. A speedup that was shown in spite of it holds.',
    'App and load generator share a few cores, and the app answers so fast that a request costs the load ' +
      'generator a good part of what it costs the app. Or other programs are busy.',
    'Test heavier requests, stop other programs, use a machine with more cores, or have another one ' +
      'make the load (`generator.ssh`).'
  ],
  'out-of-reach': [
    'More was required than these cores and this load allow, by the CPU of a request: the bound of the report, with ' +
      '15 % added.',
    'Load generator and app share the cores, the machine has fewer cores than the variant has workers, or the users ' +
      'are too few.',
    'Use a machine with more cores, have another one make the load (`generator.ssh`), or, where the report says so, ' +
      'more users.'
  ],
  'impossible-throughput': [
    'At the CPU time that each response took, the responses took more cores than there are.',
    'A figure is wrong: something else answers instead of the app, the clock was set, or the machine suspended.',
    'Find out which, then measure again.'
  ],
  'users-missing': [
    'More than a tenth of the users of a closed load show in no figure (a warning), or more than 30 % (a ' +
      'problem, no verdict). By Little’s law, users are throughput times mean cycle (latency and think time). Where ' +
      'they were is measured by the time that they spent waiting, answered or not.',
    'The message says where they were: waiting to be let in, for answers that came too late to count, for ' +
      'requests that failed, or for one of the connections of `http.pool`, which alone withholds nothing.',
    'Use fewer users or let them arrive more slowly, make the runs longer, or raise `http.pool`.'
  ],
  'idle-under-load': [
    'Most users of a closed load waited for an answer while the app’s event loops had nothing to do, and ' +
      'nothing that is known explains it.',
    'Something keeps requests from the app: a full listen queue, a limit of connections, a proxy, or a ' +
      'network that loses packets.',
    'Find out what it is. Fewer users often show what the app can do.'
  ],
  'connections-dropped': [
    'The kernel dropped connection attempts while users waited for a second or more for the first answer on ' +
      'their connection. An attempt that is dropped is made again after 1, 3 and 7 s.',
    'A listen queue was full: more users came at once than it holds, which is the smaller one of the app’s ' +
      'backlog (511 in Node) and `net.core.somaxconn`. The kernel counts all programs on the machine.',
    'Use fewer users, let them arrive more slowly (`phases`), or let the app listen with a larger `backlog`.'
  ],
  'cost-changed': [
    'The same work took 1.5 times as much CPU time, or more, in some rounds as it usually took this ' +
      'variant, or as little. Where neither throughput nor p50 shows it, it is a note.',
    'The cores are shared with other machines, throttled by heat or by the host, or change their frequency; ' +
      'stolen time does not show it. Or the work is not the same in each round.',
    'Measure on a machine that keeps its pace, or allow more rounds.'
  ],
  'clusters-itself': [
    'The app forks workers of its own in a variant that was started as one process. If it is the baseline, there is ' +
      'no verdict.',
    'The app has a cluster of its own, built in or by a package.',
    'Start it without its own cluster (`env: { WEB_CONCURRENCY: 1 }` if it reads that variable), or set `app` to the ' +
      'file that serves requests. To measure its own cluster, use mode `command`.'
  ],
  'busy-at-rest': [
    'A variant used CPU time while others were loaded, which these lacked.',
    'It has timers or background work, or it finishes later what its requests began.',
    'Turn that work off, or set `alternate: runs`.'
  ],
  'not-in-turns': [
    'The variants could not be loaded in turns, so each was loaded by itself.',
    'Requests take too long for short turns, there are too many variants or processes, a variant works while it ' +
      'rests, or variants are in each other’s way: one does not start beside another, shares a port with it, or ' +
      'there is too little memory.',
    'Fewer users make latencies shorter; give each variant ports and files of its own by `env`. Otherwise nothing ' +
      'needs to be done: the figures are those of `alternate: runs`.'
  ],
  'machine-disturbed': [
    'Other programs took a large part of the machine.',
    'Something else runs here, or the hypervisor gives the cores to other machines. From 10 % of the machine on it ' +
      'is a warning, from 30 % on a problem.',
    'Stop the other programs, or measure again at a quieter time.'
  ],
  'baseline-saturated': [
    'Users arrived faster than the baseline could serve them, so its latencies grow for as long as the test lasts.',
    'The arrival rate is above what the baseline can serve.',
    'Require throughput instead of a latency, lower the arrival rate, or use a closed load (`users` and `duration`).'
  ],
  'throughput-fixed': [
    'The comparison requires more throughput, as a speedup or as a limit, but users arrive at a fixed rate, so ' +
      'throughput cannot rise.',
    'The variant keeps up with the arrival rate, so nothing shows whether it could serve more.',
    'Require a latency, raise the arrival rate above what one process can serve, or use a closed load (`users` and ' +
      '`duration`).'
  ],
  'candidate-saturated': [
    'A candidate could not keep up with the arriving users, although the baseline could.',
    'The candidate serves fewer requests per second than the baseline.',
    'Find out what slows the candidate down. To compare latencies, lower the arrival rate.'
  ],
  ...warningsExplained,
  'broken-figure': [
    'A figure came out as no number that can be kept, so it is left out; or as one that the schema of ' +
      'comparison.json forbids.',
    'A fault of artillery-plugin-speedup: it computed with something that was not there, in very short runs for ' +
      'example. Where a threshold or limit was on it, there is no verdict.',
    'Measure longer runs, and report it, with `runs.ndjson` of the comparison. Everything else in the comparison holds.'
  ],
  'out-of-memory': [
    'The kernel killed processes of an instance because it had reached its limit, `memory`.',
    'Under this load the app needs more than that: several workers share the limit, V8 lets the heap grow to what it ' +
      'believes to be there, or the app leaks.',
    'Raise `memory`, use fewer workers, or limit the heap: `nodeArgs: [--max-old-space-size=200]`.'
  ],
  throttled: [
    'Instances used up their CPU quota in more than a tenth of its periods of 100 ms and stood still until the next. ' +
      'If the quota had room on average, it is a warning, else a note.',
    'The work comes in bursts, more workers compute at once than the quota has cores, or the load needs more CPU ' +
      'than the quota gives.',
    'Raise `cpus`, run fewer workers in an instance, or more instances.'
  ],
  oversubscribed: [
    'An instance has more workers than its quota has cores.',
    'The number of workers was taken from the machine, as `os.availableParallelism()` tells it in many containers.',
    'Set `workers` to the cores of the quota, rounded up, and measure one more and one less: `workers: [1, 2, 3]`.'
  ],
  'workers-measured': [
    'Under the same quota, one number of workers measurably carried more than the others.',
    'Beside it stands what `os.availableParallelism()` told the app, which `workers: auto` takes.',
    'Set `workers` to the number that carried the most.'
  ],
  'quota-throttled': [
    'A CPU quota around app and load generator was used up in more than a tenth of its periods.',
    'The container or cgroup in which all of this runs, such as a CI runner, gives less CPU than both want: they ' +
      'stand still until the next period, which lengthens the latencies of all variants.',
    'Raise the quota (`docker run --cpus`, `limits.cpu` of Kubernetes), lower the load, or make it on another machine.'
  ],
  hyperthreads: [
    'Several of the CPUs that may be used are hyperthreads of one core.',
    'They share what computes: both together do 1.2 to 1.4 times what one does alone, and bounds count them so.',
    'Measure where each worker of production has as much: a vCPU of most clouds is a hyperthread.'
  ],
  'think-in-ms': [
    'A `think` is a fraction without a unit, such as 0.3.',
    'Artillery takes whole numbers for seconds, and fractions for milliseconds.',
    'Write `300ms`.'
  ],
  'still-warming': [
    'The throughput of a variant rose by more than a tenth within what counts, over all rounds.',
    'Fresh processes still compile their code, and their caches and pools are cold: a cluster fills caches once for ' +
      'each worker. Or the machine got faster.',
    'Set `warmUp` to the time that this takes, or keep caches outside of the processes.'
  ],
  'generator-cold': [
    'The load generator took more than 1.5 times the CPU for a response that it usually took with the variant.',
    'Its code was still being compiled, or the machine was slower: it took cores from the app that it takes later no ' +
      'more.',
    'Use more rounds, which weigh such a run less, or longer ones; stop other programs.'
  ],
  'network-lossy': [
    'More than one in 1,000 TCP segments was sent again, by the machine that made the load or by this one.',
    'Packets are lost on the way: a full link, a bad cable, wireless. The kernel counts all programs of a machine.',
    'Find out where they are lost. Judge by p50 and throughput until then.'
  ],
  'network-far': [
    'A round trip to the machine that made the load takes more than 1 ms at rest, and more than a fifth of the ' +
      'median latency.',
    'It is the same for all variants, so speedups of latencies are nearer to 1 than those of the app alone.',
    'Have a nearer machine make the load. Throughput does not suffer from it if enough users come.'
  ],
  'users-skipped': [
    'Artillery skipped users, so the load was lighter than the scenario says.',
    'The number of concurrent users reached `maxVusers`.',
    'Raise `maxVusers` or lower the arrival rate.'
  ],
  'uneven-distribution': [
    'The busiest worker took at least 1.2 times its fair share of the requests, or the fairness is unknown.',
    'Connections are distributed, not requests: with few connections, some workers get more. Idle workers of a ' +
      'command or URL are invisible.',
    'Use more users, `scheduling: round-robin`, or mode `cluster` instead of `reusePort`. For a command or URL, set ' +
      '`workers`.'
  ],
  'worker-stalled': [
    'A process stopped, or computed without a break, for more than a second.',
    'Synchronous code blocks its event loop, or the process was stopped or got no CPU.',
    'Find out what stopped the process.'
  ],
  'worker-restarted': [
    'Workers died under load and were started again. If starting took more than a fifth of the workers’ time in one ' +
      'variant only, there is no verdict.',
    'The app crashes or exits under load, or the system kills it, for example when memory runs out.',
    'Read the app’s log for the reason. The app was slower than it could be.'
  ],
  'scenario-errors': [
    'Artillery counted errors that are not failed requests, so some users did not do what the scenario says.',
    'A capture, a hook or a function of the processor failed.',
    'Fix the scenario.'
  ],
  'unattributed-responses': [
    'Responses lack the PID header, so the worker that sent them is unknown.',
    'The app removes the header or uses it for something else, something else answers in its place, or the app is a ' +
      'command or URL that sends none.',
    'Keep the header named by `app.pidHeader`, and let only the app answer.'
  ],
  'too-few-requests': [
    'A run has too few responses for a percentile: p95 needs 100, p99 300 and p99.9 10,000, or there is no verdict ' +
      'on it. Below 200 and 1,000, p95 and p99 are rough, and marked with ~: they are right on average, but vary, as ' +
      'their intervals say.',
    'The runs are short or the app is slow.',
    'Make the runs longer, or use p50 or throughput.'
  ],
  'two-kinds': [
    'At a percentile, the latencies of a variant leap from a fast kind of responses to a slow one. The interval ' +
      'holds either, so there is a verdict only where both would have it.',
    'About as many responses are slow as lie beyond the percentile, such as one in twenty for p95. Whether it falls ' +
      'on the fast or the slow kind is chance.',
    'Judge by another percentile, or give the slow request a scenario of its own. A limit is still judged: its ' +
      'interval holds both kinds.'
  ],
  'too-noisy': [
    'Even 30 rounds would hardly decide this threshold.',
    'Rounds differ so much that the interval stays wider than the distance to the threshold.',
    'Make the runs longer, use a quieter machine, or lower the threshold.'
  ],
  'threshold-within-noise': [
    'About five rounds can’t tell the required speedup from no difference.',
    'The noise of this machine is larger than the effect that the threshold asks for.',
    'Choose a threshold farther from 1, make the runs longer, or allow more rounds.'
  ],
  'different-machine': [
    'The earlier result comes from another CPU or another number of cores.',
    'Speedups depend on the machine, so no verdict on a fall is possible.',
    'Compare with a result of this machine.'
  ],
  'different-variant': [
    'The candidate had another number of workers in the earlier result.',
    'Speedups depend on the number of workers, so no verdict on a fall is possible.',
    'Use the same number of workers, or compare with another result.'
  ],
  'different-client': [
    'Another HTTP client made the load of the earlier result.',
    'The clients need different amounts of CPU, which alone can change a speedup, so no verdict on a fall is possible.',
    'Measure the earlier result again, or set `generator.client` to the client it used.'
  ],
  'different-load': [
    'Other numbers of users made the load of the earlier result.',
    'Speedups depend on the load, so no verdict on a fall is possible.',
    'Compare with a result of the same load, or measure the earlier one again.'
  ],
  'different-alternation': [
    'In the earlier result, variants alternated within a round in another way: by runs, or in turns.',
    'Variants that take turns rest in between, which alone can change a speedup.',
    'Measure the earlier result again, or set `alternate` to what it used.'
  ],
  'telemetry-missing': [
    'A process did not report how busy it was, so the speedup is measured but not explained.',
    'The app closed its IPC channel, or serves from processes that it starts itself.',
    'Keep the IPC channel open, and start no servers in child processes.'
  ],
  'unsteady-answers': [
    'The baseline answers differently each time it starts, so answers cannot be compared.',
    'Answers contain the time, a PID, a random number or the like.',
    'Nothing, if that is intended.'
  ],
  'slow-start': [
    'Stopping and starting the app takes longer than its load, so most of the time measures nothing.',
    'The app starts slowly, and `time` leaves little for the load.',
    'Raise `time`, or make the app start faster.'
  ],
  'app-killed': [
    'The app did not exit in time after SIGTERM and was killed.',
    'The app ignores SIGTERM, or needs longer than `app.stopTimeout`.',
    'Exit on SIGTERM, or raise `app.stopTimeout`.'
  ],
  'above-bound': [
    'A throughput rose by more than the cores of this machine, or so few users, allow by our own account.',
    'With the candidate, a request takes less CPU; or what was counted is not the same work.',
    'Compare the CPU time of a request in both. Do not rely on the speedup before you know why it is so large.'
  ],
  'outlier-round': [
    'One round is far from the others and counts less.',
    'Something disturbed the machine or the app during that round.',
    'Nothing. If it happens often, use a quieter machine.'
  ]
} satisfies Record<WarningCode, Sentences>
