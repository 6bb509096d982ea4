// Loaded into every process of the app by `node --import`, before the app itself, which stays as it is.
// Tags each response with the PID of the process that made it. In a process that we started ourselves, it also
// reports when a server listens, and how busy the process is; the children that an app forks would tell the app.
// Its URL may name a module that watches more.
import { availableParallelism } from 'node:os'
import { isMainThread } from 'node:worker_threads'
import type { ChildProcess } from 'node:child_process'
import type { Server } from 'node:net'
import { harmless, repeat, watchChannel } from '../processes/harmless.ts'
import { listenElsewhere } from './listen-otherwise.ts'
import { tell } from '../messages/app.ts'
import { tagResponses } from './tag-responses.ts'
import { reportUsage, usualReportMs } from './usage-reporter.ts'

const asked = Object.fromEntries(new URL(import.meta.url).searchParams)
const { pid, ppid: parent } = process
const owner = Number(asked.owner)
tagResponses(asked.pidHeader ?? 'x-worker-pid')
const { watcher, watchFolder, watchesIn, usualPort } = asked
// A port in the code that other variants want at the same time. Each has one of its own in PORT.
if (usualPort !== undefined && process.env.PORT) listenElsewhere(Number(usualPort), Number(process.env.PORT))
// Node waits for it: what the app compiles in its first line would otherwise be unknown to it.
if (watcher !== undefined && (isMainThread || watchesIn === 'forks and threads') && (parent === owner || watchesIn))
  await import(watcher).then(({ watch }) => watch(watchFolder)).catch(() => {})

if (isMainThread && parent === owner) {
  watchChannel('tracing:net.server.listen:asyncEnd', ({ server }: { server: Server }) => {
    const at = server.address()
    if (at !== null && typeof at !== 'string')
      tell({ event: 'listening', pid, port: at.port, address: at.address, cores: availableParallelism() })
  })
  harmless(reportUsage)((report) => tell({ event: 'usage', report }), Number(asked.reportMs ?? usualReportMs))
  // Most apps fork nothing, and start sooner without the module.
  watchChannel('child_process', ({ process: child }: { process: ChildProcess }) =>
    import('node:cluster')
      .then(({ default: { workers } }) => {
        if (Object.values(workers ?? {}).some((worker) => worker?.process === child)) tell({ event: 'forked' })
      })
      .catch(() => {})
  )
}

// The last resort when everything that owns this process was killed at once. A listener for `disconnect` would
// keep the app alive and would take an app that closes its channel for an orphan.
const looksForGuard = 4 // one a second: more than the guard's grace
let looksAlone = 0
repeat(() => {
  // An owner that is gone leaves a guard, which lets the app leave by itself first: see guard-process.ts. Else our
  // parent may have died before we could see whose child we are.
  if (isGone(owner) ? ++looksAlone >= looksForGuard : process.ppid !== parent) process.kill(pid, 'SIGKILL')
}, 1000)

function isGone(id: number) {
  try {
    return !process.kill(id, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
