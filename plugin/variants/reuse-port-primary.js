// Runs as a process of its own: starts the app several times, unchanged, on one port that all of them share. The
// kernel deals out the connections.
import { fork } from 'node:child_process'
import { keepWorkers } from './keep-workers.js'
import { preloaded } from './preloaded.js'
/** @import { WorkerOptions } from './worker-options.js' */

/** @type {WorkerOptions} */
const { script, args, nodeArgs, pidHeader, workers } = JSON.parse(process.argv[2])

const sharing = new URL('./share-port.js', import.meta.url).href
const execArgv = [...preloaded({ nodeArgs, pidHeader }), '--import', sharing]
keepWorkers(workers, () => fork(script, args, { execArgv, stdio: 'inherit' }))
