// Node's http, for node, PM2 and Watt alike. Watt asks for its end by `close`.
import { createServer } from 'node:http'
import { list, page } from './page.js'

const server = createServer((request, response) => {
  const isPage = request.url === '/page'
  response
    .setHeader('content-type', isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8')
    .end(isPage ? page() : list())
}).listen(process.env.PORT, '127.0.0.1')

export const close = () => new Promise((resolve) => server.close(resolve))
