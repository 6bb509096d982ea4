// A process of its own, so that nothing else delays its answers: it waits as long as it is told after a request was
// read, the last millisecond busily, and tells its parent how long that was when it is asked to.
import { createServer } from 'node:http'

const waitMs = Number(process.argv[2])
/** @type {number[]} */
const waitedMs = []

const server = createServer((_request, response) => {
  const readAt = performance.now()
  const finish = () => {
    while (performance.now() - readAt < waitMs);
    waitedMs.push(performance.now() - readAt)
    response.setHeader('x-worker-pid', '1').end('waited')
  }
  setTimeout(finish, waitMs - 2)
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.on('message', () => process.send?.(waitedMs.splice(0)))
process.on('disconnect', () => process.exit())
