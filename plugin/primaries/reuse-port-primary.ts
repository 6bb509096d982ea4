// A separate process: starts the app several times, unchanged, on one port that all of them share. The kernel deals out
// the connections.
import { fork } from 'node:child_process'
import { builtModule } from '../package-files.ts'
import { keepWorkers, preloaded } from './keep-workers.ts'
import type { WorkerOptions } from '../messages/app.ts'

const { script, args, workers, ...preload }: WorkerOptions = JSON.parse(process.argv[2])

const execArgv = [...preloaded(preload), '--import', builtModule('in-app/share-port.js').href]
keepWorkers(workers, () => fork(script, args, { execArgv, stdio: 'inherit' }))
