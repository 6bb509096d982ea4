// A separate process: the primary of a clustered app, which runs the app's script, unchanged, in each worker.
import cluster from 'node:cluster'
import { keepWorkers, preloaded, type WorkerOptions } from './keep-workers.ts'

const { script, args, scheduling, workers, ...preload }: WorkerOptions = JSON.parse(process.argv[2])

cluster.schedulingPolicy = scheduling === 'none' ? cluster.SCHED_NONE : cluster.SCHED_RR
cluster.setupPrimary({ exec: script, args, execArgv: preloaded(preload) })
keepWorkers(workers, () => cluster.fork().process)
