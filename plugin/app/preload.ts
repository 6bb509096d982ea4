// Loaded into every process of the app by `node --import`, before the app itself, which stays as it is.
// Tags each response with the PID of the process that made it. In a process that we started ourselves, it also
// tells when a server listens, and how busy the process is; the children that an app forks would tell the app.
import { subscribe } from 'node:diagnostics_channel'
import { isMainThread } from 'node:worker_threads'
import type { Server } from 'node:net'
import { tagResponses } from './tag-responses.ts'
import { reportUsage } from './usage-reporter.ts'
import type { AppEvent } from './messages.ts'

const { searchParams } = new URL(import.meta.url)

tagResponses(searchParams.get('pidHeader') ?? 'x-worker-pid')

if (isMainThread && String(process.ppid) === searchParams.get('owner')) {
  reportListening()
  reportUsage((report) => tell({ event: 'usage', report }))
}

function reportListening() {
  subscribe('tracing:net.server.listen:asyncEnd', (message) => {
    const address = (message as { server: Server }).server.address()
    if (address === null || typeof address === 'string') return
    tell({ event: 'listening', pid: process.pid, port: address.port, address: address.address })
  })
}

/** @returns whether there is a channel to tell it on: the app may have closed it */
function tell(event: AppEvent): boolean {
  if (!process.connected) return false
  process.send?.({ 'artillery-plugin-speedup': event }, undefined, undefined, () => {})
  return true
}

// The last resort when everything that owns this process was killed at once. A listener for `disconnect` would
// keep the app alive and would take an app that closes its channel for an orphan.
const parent = process.ppid
const owner = Number(searchParams.get('owner'))
setInterval(() => {
  // Whoever started us may have died before we could see whose child we are.
  if (process.ppid !== parent || isGone(owner)) process.kill(process.pid, 'SIGKILL')
}, 1000).unref()

function isGone(process_: number) {
  try {
    return !process.kill(process_, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
