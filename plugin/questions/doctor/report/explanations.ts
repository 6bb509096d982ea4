import type { Sentences } from '../../../concepts/wording.ts'
import { findingLevels, type FindingCode } from '../concepts.ts'

export const findingExplanations = {
  'fails-as-cluster': [
    'The app starts as one process, but not as two workers at once.',
    'Each worker runs the whole file, and something in it can be there only once: a lock, a port of its own, a file ' +
      'that is opened exclusively.',
    'Make it need nothing that exists only once, or do that in the primary alone.'
  ],
  'state-in-process': [
    'What one worker gave to a user, such as a session, another worker does not know: users lose it as their ' +
      'requests reach the other workers.',
    'It is kept in the memory of a process, as by the MemoryStore of express-session, or signed with a secret that ' +
      'each worker makes anew.',
    'Keep it where all workers see it: a store in Redis or a database (connect-redis), or in a signed cookie; take ' +
      'secrets from the environment.'
  ],
  'no-sticky-sessions': [
    'A client of socket.io opens a session by one request and goes on by the next, which another worker refuses: ' +
      'most clients fail to connect, again and again.',
    'The session is in the memory of the worker that opened it, and a cluster deals connections out in turn.',
    'Let each client stay with one worker (`@socket.io/sticky`, `@socket.io/pm2`, or a load balancer by its ' +
      'address), and add an adapter (`@socket.io/cluster-adapter`, Redis) so that workers reach each other’s ' +
      'clients. Or `transports: ["websocket"]`, which still needs the adapter.'
  ],
  'limit-per-process': [
    'Each worker counts for itself how many requests a client may still send.',
    'The rate limiter keeps its counts in the memory of a process.',
    'Give it a store that all workers share, such as rate-limit-redis, or limit the rate in front of the app.'
  ],
  'count-per-process': [
    'An answer holds a number that each worker counts for itself, so the same request is answered differently.',
    'It is a variable of the process.',
    'Keep it in a database or in Redis (INCR).'
  ],
  'etag-per-process': [
    'For the same answer, each worker has another ETag, so that a browser that asks another worker gets all of it ' +
      'again.',
    'It is made from what only that process knows, such as a random number or the time of its start; or the answer ' +
      'holds that.',
    'Make it from the answer alone, as Express and Fastify’s etag do, or from a version of the data.'
  ],
  'repeated-job': [
    'Each worker schedules the same job, so that it runs once for each worker: mails are sent twice, reports are ' +
      'written twice.',
    'The file that every worker runs schedules it.',
    'Schedule it in one process: a process of its own, or one that takes a lock (in Redis or the database) before ' +
      'each run.'
  ],
  'repeated-timer': [
    'Each worker repeats the same, by a timer. Whether that does harm depends on what it does.',
    'What tidies up the memory of its own process belongs in each worker; what writes to a database, or asks others, ' +
      'does not.',
    'If it must happen once, do it in one process, or take a lock first.'
  ],
  'pool-times-workers': [
    'Each worker opens connections of its own to the database: all of them together come close to what it allows by ' +
      'default, or above.',
    'A pool is a pool of one process. Counted is what was open at once, at rest or while a dozen requests were in ' +
      'progress: at least so many.',
    'Divide the size of the pool by the number of workers, raise the limit of the server, or put a pooler such as ' +
      'PgBouncer between them.'
  ],
  'shared-port': [
    'All workers listen on one more port, as for metrics: what comes there reaches one of them, and another the next ' +
      'time.',
    '`node:cluster` gives workers that want the same port the same socket.',
    'Let each worker have a port of its own, or gather what all know in the primary (AggregatorRegistry of ' +
      'prom-client).'
  ],
  'port-of-one': [
    'Only some workers listen on one more port, as for metrics: what comes there never tells of the others.',
    'The first worker takes the port; the others fail to, and go on.',
    'Let each worker have a port of its own, or gather what all know in the primary (AggregatorRegistry of ' +
      'prom-client).'
  ],
  'shared-file': [
    'Each worker has the same file open for writing, such as a log or a database of SQLite.',
    'Lines of a log may be mixed or lost when one of them rotates it; of SQLite, one process writes at a time, and ' +
      'the others wait or fail (SQLITE_BUSY).',
    'Log to stdout, or to a file for each worker; give SQLite WAL and a busy timeout, or use a database server.'
  ],
  'keep-alive-too-short': [
    'The app closes idle connections sooner than what stands before it: a request that is sent at that moment gets a ' +
      '502.',
    'Node’s `keepAliveTimeout` is 5 s; the load balancers of AWS and nginx keep idle connections for 60 s.',
    'If a load balancer or proxy keeps connections to the app: `server.keepAliveTimeout = 65_000`, so that it ' +
      'outlives both 60 s and 65 s with Node’s buffer of a second.'
  ],
  'already-clustered': [
    'The app is a cluster by itself.',
    'It forks workers of its own with `node:cluster`.',
    'Name the file that each of its workers runs, or switch its own cluster off, to compare with one process.'
  ],
  'threads-times-workers': [
    'Each worker starts threads of its own: all of them together are more than the cores.',
    'A pool of threads, such as one of piscina, is a pool of one process.',
    'Fewer threads for each worker (`maxThreads` of piscina), or fewer workers.'
  ],
  'workers-above-cores': [
    'There would be more workers than cores that they may use.',
    'Each of them computes on one core at a time, and more than that wait for each other. In a container, the quota ' +
      'counts, and not what the machine has.',
    'As many workers as cores, or fewer: `os.availableParallelism()` does not know a quota in each version of Node.'
  ],
  'memory-times-workers': [
    'All workers together need more memory than there is: the kernel ends one of them.',
    'Counted is what each worker has for itself after the requests of the other checks.',
    'Fewer workers, or what they all hold in one place: a cache in Redis, or a process of its own.'
  ],
  'heap-times-workers': [
    'The heaps of all workers may together grow larger than the memory of the container, which then ends one of them.',
    'V8 sets the limit of each heap by the memory of the whole container, and tidies up thoroughly only near it.',
    'Give each worker its part: `--max-old-space-size` (in MiB), or `--max-old-space-size-percentage`.'
  ],
  'slow-start': [
    'The app computes for long as it starts. All workers do so at once, at each start and each deploy, and answer ' +
      'nothing meanwhile.',
    'What is compiled, read or rendered at the start is made by each worker for itself.',
    'Make it once, as part of the build, or in the primary; or replace workers one after the other.'
  ],
  'second-start': [
    'The app starts alone, but not, or much later, beside one that runs already: as in each deploy that starts the ' +
      'new one first.',
    'Something is there only once for the whole machine: a port of its own besides PORT, a lock, a file that is ' +
      'opened exclusively.',
    'Release it before the next one starts (on SIGTERM), or make it need nothing that exists only once.'
  ],
  'child-processes': [
    'The app starts processes of its own, which each worker would start.',
    'Such as a compiler, a browser or a converter that it keeps running.',
    'If one is enough for all, start it in the primary, or as a service; count its memory for each worker.'
  ],
  'sigterm-cuts': [
    'On SIGTERM the app leaves at once, and who waits for an answer gets none. Each deploy and each reload sends ' +
      'SIGTERM.',
    'Node’s default, unless the app handles the signal.',
    '`process.on("SIGTERM", () => server.close())`. What a deploy costs: the option `disturb`.'
  ],
  'sigterm-ignored': [
    'The app goes on after SIGTERM, and has to be killed: whatever it does then is cut off.',
    'It handles the signal without ending, or something keeps it alive: a timer, a connection to a database, an open ' +
      'connection of a client.',
    'Close the server and what keeps the process alive, then let it end or call `process.exit`.'
  ],
  'sigterm-late': [
    'The app answers what it has begun, but takes long to leave: whoever waits less kills it, with all that is in ' +
      'progress.',
    'Its requests take long, or it waits for something else before it ends. PM2 waits 1.6 s, Docker 10 s, Kubernetes ' +
      '30 s.',
    'Let whoever stops it wait longer: `kill_timeout` of PM2, `docker stop --time`, `terminationGracePeriodSeconds`; ' +
      'or give long work to a queue.'
  ],
  'not-seen': [
    'A check could not be completed.',
    'The sentence says what was missing.',
    'Add what is missing, and look again.'
  ]
} satisfies Record<FindingCode, Sentences>

export const findingCodes = {
  group: 'finding',
  title: 'What would break in a cluster',
  table: findingExplanations,
  kindOf: (code: string) => `Finding of \`artillery-speedup doctor\` (${findingLevels[code as FindingCode]})`
} as const
