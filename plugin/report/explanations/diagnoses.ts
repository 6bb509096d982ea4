import { unversioned } from '../../questions/concepts.ts'
import { questionExplanations } from '../../questions/report.ts'
import type { Sentences } from '../../concepts/wording.ts'
import type { DiagnosisCode } from '../../concepts/warnings.ts'

const versions = [...Object.keys(unversioned), 'node', 'nodeArgs'].map((name) => `\`${name}\``).join(', ')

export const diagnosisExplanations = {
  'cpu-bound': [
    'The event loop of the baseline had no time to spare.',
    'Requests compute, and one process computes on one core: more workers or threads help.',
    'Use them if the gain is worth the memory.'
  ],
  'more-workers': [
    'The workers were fully busy while cores stayed free.',
    'There are fewer workers than the cores could feed.',
    'Use more workers.'
  ],
  'quota-bound': [
    'The app used up the CPU quota of its instances.',
    'The sum of their quotas decides the throughput, not how many workers share it.',
    'Raise `cpus` or `instances` if you need more. Compare latencies to choose between a few large instances and ' +
      'many small ones.'
  ],
  'machine-full': [
    'The app needs more CPU, but hardly any core was left for more workers.',
    'App, load generator and other programs share the cores of this machine.',
    'Measure on a machine with more cores, or have another one make the load (`generator.ssh`).'
  ],
  'too-many-workers': [
    'There are more workers than cores.',
    'The extra workers only take turns and cost memory.',
    'Use fewer workers.'
  ],
  uneven: [
    'One worker did most of the work, which limits the speedup.',
    'Connections are distributed, not requests, and there were few of them or they were distributed unevenly.',
    'Use more connections, or `scheduling: round-robin`.'
  ],
  waiting: [
    'For at least half of its latency, a request waits inside the app while the event loop is idle.',
    'The app waits for something other than the CPU: a database, a connection pool, a queue, a timer.',
    'Speed up or enlarge what it waits for. More workers help only if each of them gets its own.'
  ],
  body: [
    'At least half of the time until the last byte of a response passes after its first, and the process has time to ' +
      'spare.',
    'The app sends what it waits for (a model, a file, events, timers), or the load generator reads large bodies.',
    'Look at what the body is made of, or make it smaller. More workers help only if each of them gets its own.'
  ],
  version: [
    'The two are versions of the same app, or the same app with other settings, so what changed is told instead of ' +
      'what limits it.',
    `Only ${versions} or \`env\` differ between them.`,
    'A request that takes more CPU computes more. One that waits longer waits for something else.'
  ],
  'few-users': [
    'The load generator’s own time is a large part of each user’s cycle, so the app is not pushed to its limit.',
    'A closed load of few users asks a fast app.',
    'Use more users: the message says how many are enough.'
  ],
  idle: [
    'The app has time to spare at this load.',
    'One process can serve all these requests.',
    'Keep one process, or raise the load: the message says at what rate one process reaches its limit.'
  ],
  'partly-busy': [
    'Requests queue now and then.',
    'The event loop is neither idle nor full at this load.',
    'Raise the load for a clearer answer.'
  ],
  blocked: [
    'Synchronous calls block the event loop without using the CPU.',
    'The app reads files or waits for child processes synchronously.',
    'Use asynchronous calls. More workers help, but cost memory.'
  ],
  'garbage-collection': [
    'Garbage collection takes a large part of the busy time.',
    'The app allocates much memory for each request.',
    'Allocate less.'
  ],
  contention: [
    'The baseline was fully busy, the workers were not, and nothing was gained.',
    'The workers wait for a shared resource (a database, a lock, a disk), for a core, or for users, who each wait ' +
      'for an answer.',
    'In a closed load, use more users. If that gains nothing, find what they share and remove the bottleneck.'
  ],
  'busy-elsewhere': [
    'One process of the app already uses several cores.',
    'The app computes in threads or child processes of its own.',
    'Where more workers gain nothing, keep it as one process.'
  ],
  'generator-bound': [
    'The responses are too fast for the load generator, so the comparison mostly measures the load generator.',
    'A request costs the load generator about as much CPU as the app, or other programs left it no core.',
    'Stop other programs. Test heavier requests or add `think` time. See the warning `generator-saturated`.'
  ],
  'not-one-process': [
    'The baseline answers from several processes, which the app forks itself, so no single process was measured.',
    'The app has a cluster of its own, built in or by a package.',
    'Start the app without its own cluster in that variant, for example with the environment variable that sets its ' +
      'number of workers.'
  ],
  'different-errors': [
    'Requests failed, of one variant more often or of both, so what was measured is not their work.',
    'The app has a bug, or could not keep up with the arriving users.',
    'Fix the errors first, or lower the load.'
  ],
  ...questionExplanations,
  same: [
    'The candidate is the baseline again, so every difference is noise of this machine.',
    undefined,
    'Nothing: such a self-check shows how far the machine can be trusted.'
  ],
  unknown: [
    'The speedup is measured but not explained.',
    'The processes of the app reported too little. A command reports hardly anything, a URL nothing.',
    'Make the runs at least two seconds long. See the warning `telemetry-missing`.'
  ]
} satisfies Record<DiagnosisCode, Sentences>
