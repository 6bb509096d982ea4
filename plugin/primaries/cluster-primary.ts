// A separate process: the primary of a clustered app, which runs the app's script, unchanged, in each worker.
import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import { keepWorkers, preloaded } from './keep-workers.ts'
import { tell, type InstanceOptions, type WorkerOptions } from '../messages/app.ts'

const given: WorkerOptions | Omit<InstanceOptions, 'groups'> = JSON.parse(process.argv[2])
const { script, args, scheduling, workers, ...preload } = given
const count = workers ?? availableParallelism()

cluster.schedulingPolicy = scheduling === 'none' ? cluster.SCHED_NONE : cluster.SCHED_RR
cluster.setupPrimary({ exec: script, args, execArgv: preloaded(preload) })
if (workers === null && 'instances' in given) tell({ event: 'expecting', workers: count * given.instances })
// Whatever its process says, as of a message that could not be sent, the worker says again.
keepWorkers(count, () => cluster.fork().on('error', () => {}).process)
