import type { Explanation } from '../explanations.ts'
import type { DiagnosisCode } from '../verdicts.ts'

export const diagnosisExplanations = {
  'cpu-bound': {
    meaning: 'The event loop of the baseline had no time to spare.',
    cause: 'Requests compute, and one process computes on one core: more workers or threads help.',
    cure: 'Use them if the gain is worth the memory. `--profile` names the functions that take the time.'
  },
  'more-workers': {
    meaning: 'The workers were fully busy while cores stayed free.',
    cause: 'There are fewer workers than the cores could feed.',
    cure: 'Use more workers.'
  },
  'machine-full': {
    meaning: 'The app needs more CPU, but hardly any core was left for more workers.',
    cause: 'App, load generator and other programs share the cores of this machine.',
    cure: 'Measure on a machine with more cores, or run the load generator elsewhere.'
  },
  'too-many-workers': {
    meaning: 'There are more workers than cores.',
    cause: 'The extra workers only take turns and cost memory.',
    cure: 'Use fewer workers.'
  },
  uneven: {
    meaning: 'One worker did most of the work, which limits the speedup.',
    cause: 'Connections are distributed, not requests, and there were few of them or they were distributed unevenly.',
    cure: 'Use more connections, or `scheduling: round-robin`.'
  },
  waiting: {
    meaning: 'For at least half of its latency, a request waits inside the app while the event loop is idle.',
    cause: 'The app waits for something other than the CPU: a database, a connection pool, a queue, a timer.',
    cure: 'Speed up or enlarge what it waits for. More workers help only if each of them gets its own.'
  },
  version: {
    meaning:
      'The two are versions of the same app, or the same app with other settings, so what changed is told instead of what limits it.',
    cause: 'Only `commit`, `dependencies`, `node`, `nodeArgs` or `env` differ between them.',
    cure: 'A request that takes more CPU computes more: `--profile` names the functions. One that waits longer waits for something else.'
  },
  'few-users': {
    meaning:
      'The load generator’s own time is a large part of each user’s cycle, so the app is not pushed to its limit.',
    cause: 'A closed load of few users asks a fast app.',
    cure: 'Use more users: the message says how many are enough.'
  },
  idle: {
    meaning: 'The app has time to spare at this load.',
    cause: 'One process can serve all these requests.',
    cure: 'Keep one process, or raise the load: the message says at what rate one process reaches its limit.'
  },
  'partly-busy': {
    meaning: 'Requests queue now and then.',
    cause: 'The event loop is neither idle nor full at this load.',
    cure: 'Raise the load for a clearer answer.'
  },
  blocked: {
    meaning: 'Synchronous calls block the event loop without using the CPU.',
    cause: 'The app reads files or waits for child processes synchronously.',
    cure: 'Use asynchronous calls: `--profile` shows where. More workers help, but cost memory.'
  },
  'garbage-collection': {
    meaning: 'Garbage collection takes a large part of the busy time.',
    cause: 'The app allocates much memory for each request.',
    cure: 'Allocate less: `--profile` shows where.'
  },
  contention: {
    meaning: 'The baseline was fully busy, the workers were not, and nothing was gained.',
    cause: 'The workers wait for a shared resource (a database, a lock, a disk), or for a core.',
    cure: 'Find what they share and remove the bottleneck.'
  },
  'busy-elsewhere': {
    meaning: 'One process of the app already uses several cores.',
    cause: 'The app computes in threads or child processes of its own.',
    cure: 'Keep it as one process.'
  },
  'generator-bound': {
    meaning: 'The responses are too fast for the load generator, so the comparison mostly measures the load generator.',
    cause: 'A request costs the load generator about as much CPU as the app, or other programs left it no core.',
    cure: 'Stop other programs. Test heavier requests or add `think` time. See the warning `generator-saturated`.'
  },
  'not-one-process': {
    meaning:
      'The baseline answers from several processes, which the app forks itself, so no single process was measured.',
    cause: 'The app has a cluster of its own, built in or by a package.',
    cure: 'Start the app without its own cluster in that variant, for example with the environment variable that sets its number of workers.'
  },
  'different-errors': {
    meaning: 'The variants failed differently often, so they did not do the same work.',
    cause: 'One of them has a bug, or could not keep up with the arriving users.',
    cure: 'Fix the errors first, or lower the load.'
  },
  disturbed: {
    meaning: 'The comparison counts lost requests and does not compare speed.',
    cause: 'The option `disturb` killed, froze or reloaded the app during the load.',
    cure: 'See which requests were lost, and why.'
  },
  same: {
    meaning: 'The candidate is the baseline again, so every difference is noise of this machine.',
    cure: 'Nothing: such a self-check shows how far the machine can be trusted.'
  },
  unknown: {
    meaning: 'The speedup is measured but not explained.',
    cause: 'The processes of the app reported too little. A command reports hardly anything, a URL nothing.',
    cure: 'Make the runs at least two seconds long. See the warning `telemetry-missing`.'
  }
} satisfies Record<DiagnosisCode, Explanation>
