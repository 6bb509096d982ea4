// For `deno serve` and for Bun, which has two of it on one port. Deno's threads share a PID, so each names itself.
import { list, page } from './page.js'

const worker = `${process.pid}-${crypto.randomUUID().slice(0, 8)}`

export default {
  port: process.env.PORT,
  hostname: '127.0.0.1',
  reusePort: true,
  fetch(request) {
    const isPage = new URL(request.url).pathname === '/page'
    const headers = {
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'x-worker-pid': worker
    }
    return new Response(isPage ? page() : list(), { headers })
  }
}
