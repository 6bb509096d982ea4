import cluster from 'node:cluster'
import { Server as TcpServer } from 'node:net'

/** @import { Server } from 'node:http' */
/** @import { Socket } from 'node:net' */

// Clients whose next request is on the way get an answer, their last: to close at once what looks idle would lose it.
const quietMs = 1_000
const sweepMs = 50
// A primary may have sent a worker another connection before it heard that this one takes no more: whoever is
// still there to say so has it given to another worker, else its user waits for ever.
const leaveMs = cluster.isWorker ? 100 : 0
// Longer than any request of this app, so that it cuts off only who never finishes a request.
const graceMs = 15_000

/**
 * Ends the process with 0 on SIGTERM or SIGINT once all requests in flight are answered. Ends it
 * itself: as a cluster worker it would live on for its channel to the primary.
 *
 * @param {Server} server
 */
export function stopGracefully(server) {
  const sockets = trackSockets(server)
  let stopping = false
  const stop = () => {
    // Ctrl-C under npm or a cluster primary arrives twice.
    if (stopping) return
    stopping = true
    // From now on each answer is its connection's last, and says so.
    server.prependListener('request', (_request, response) => {
      response.setHeader('connection', 'close')
    })
    // Not server.close(): it closes idle connections first, and to it a connection is idle while
    // its next request has arrived but is not read yet, under load nearly all of them.
    TcpServer.prototype.close.call(server, () => setTimeout(() => process.exit(0), leaveMs))
    setTimeout(sweep, quietMs, server, sockets)
    setTimeout(() => server.closeAllConnections(), graceMs)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** @param {Server} server */
function trackSockets(server) {
  /** @type {Set<Socket>} */
  const sockets = new Set()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

/**
 * Again and again, as a busy connection becomes idle with its answer; by way of setImmediate, so that what has arrived
 * is read first.
 *
 * @param {Server} server
 * @param {Set<Socket>} sockets
 */
function sweep(server, sockets) {
  setInterval(() => setImmediate(closeIdle, server, sockets), sweepMs)
}

/**
 * Those that never sent anything (browsers open such connections in advance) are not idle to Node.
 *
 * @param {Server} server
 * @param {Set<Socket>} sockets
 */
function closeIdle(server, sockets) {
  server.closeIdleConnections()
  for (const socket of sockets) {
    if (socket.bytesRead === 0) socket.destroy()
  }
}
