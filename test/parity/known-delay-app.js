// A process of its own, so that nothing else delays its answers: it waits as long as it is told after a request was
// read, the last millisecond busily, before it sends the head, and then until it ends the body. It tells its parent how
// long it waited for each head when it is asked to.
import { createServer } from 'node:http'

const [headMs, bodyMs] = process.argv.slice(2).map(Number)
/** @type {number[]} */
const waitedMs = []

const server = createServer((_request, response) => {
  const readAt = performance.now()
  const sendHead = () => {
    while (performance.now() - readAt < headMs);
    waitedMs.push(performance.now() - readAt)
    response.setHeader('x-worker-pid', '1').flushHeaders()
    response.write('wait')
    setTimeout(() => response.end('ed'), bodyMs)
  }
  setTimeout(sendHead, headMs - 2)
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.on('message', () => process.send?.(waitedMs.splice(0)))
process.on('disconnect', () => process.exit())
