// Loaded into every process of the app by `node --import`, before the app itself, which stays as it is.
// Tags each response with the PID of the process that made it, and tells when a server listens.
import { subscribe } from 'node:diagnostics_channel'
/**
 * @import { ServerResponse } from 'node:http'
 * @import { Server } from 'node:net'
 */

const pidHeader = new URL(import.meta.url).searchParams.get('pidHeader') ?? 'x-worker-pid'
const pid = String(process.pid)

subscribe('http.server.request.start', (message) => {
  const { response } = /** @type {{ response: ServerResponse }} */ (message)
  // The app has not seen the request yet: whatever it sets itself replaces this.
  response.setHeader(pidHeader, pid)
})

subscribe('tracing:net.server.listen:asyncEnd', (message) => {
  const address = /** @type {{ server: Server }} */ (message).server.address()
  if (address === null || typeof address === 'string' || !process.connected) return
  const event = { event: 'listening', pid: process.pid, port: address.port, address: address.address }
  process.send?.({ 'artillery-plugin-speedup': event }, undefined, undefined, () => {})
})

// The last resort when everything that owns this process was killed at once. A listener for `disconnect` would
// keep the app alive and would take an app that closes its channel for an orphan.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, 1000).unref()
