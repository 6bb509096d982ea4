// Runs as a process of its own: the primary of a clustered app, which serves nothing itself and runs the app's
// script, unchanged, in each worker.
import cluster from 'node:cluster'
import { keepWorkers } from './keep-workers.ts'
import { preloaded, type WorkerOptions } from './worker-options.ts'

const { script, args, nodeArgs, pidHeader, workers, scheduling }: WorkerOptions = JSON.parse(process.argv[2])

cluster.schedulingPolicy = scheduling === 'none' ? cluster.SCHED_NONE : cluster.SCHED_RR
cluster.setupPrimary({ exec: script, args, execArgv: preloaded({ nodeArgs, pidHeader }) })
keepWorkers(workers, () => cluster.fork().process)
