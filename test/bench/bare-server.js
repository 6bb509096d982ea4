// A server that does next to nothing, and tells how many requests it has had whenever it is asked.
import { createServer } from 'node:http'

let requests = 0
const server = createServer((_request, response) => {
  requests++
  response.setHeader('x-worker-pid', '1').end('hello')
}).listen(0, '127.0.0.1', () => process.send?.(Object(server.address()).port))
process.on('message', () => process.send?.(requests))
process.on('disconnect', () => process.exit())
