// Runs as a process of its own: starts the app several times, unchanged, on one port that all of them share. The
// kernel deals out the connections.
import { fork } from 'node:child_process'
import { builtModule } from '../package-files.ts'
import { keepWorkers } from './keep-workers.ts'
import { preloaded, type WorkerOptions } from './worker-options.ts'

const { script, args, nodeArgs, pidHeader, workers }: WorkerOptions = JSON.parse(process.argv[2])

const sharing = builtModule('app/share-port.js').href
const execArgv = [...preloaded({ nodeArgs, pidHeader }), '--import', sharing]
keepWorkers(workers, () => fork(script, args, { execArgv, stdio: 'inherit' }))
