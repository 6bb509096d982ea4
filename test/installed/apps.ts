import { blocksOf } from '../support/readme.ts'

/** Each is an app as its owner wrote it before there was a plugin; 3000 becomes a port that is free. */
export const apps = {
  // CommonJS, its port from PORT
  'server.js': blocksOf('js').filter((block) => block.startsWith('// server.js')).join(),
  'module.mjs': `
    import Fastify from 'fastify'
    const app = Fastify()
    app.get('/', async () => ({ hello: 'world' }))
    await app.listen({ port: 3000, host: '127.0.0.1' })`,
  'typed.ts': `
    import { createServer, type ServerResponse } from 'node:http'
    interface Greeting { hello: string }
    const greet = (response: ServerResponse, greeting: Greeting): void => void response.end(JSON.stringify(greeting))
    createServer((_request, response) => greet(response, { hello: 'world' })).listen(process.env.PORT as string)`
}

/** A scenario of theirs, whose users have all come before the first one leaves; p95: the least speedup. */
export const scenario = ({ app, port, p95 }: { app: string, port: number, p95: number }): string => `
config:
  target: http://127.0.0.1:${port}
  phases: [{ duration: 50ms, arrivalCount: 4 }]
  plugins:
    speedup: { app: ../${app}, rounds: 3, thresholds: { p95: ${p95} } }
scenarios:
  - name: hello
    flow: [{ loop: [{ get: { url: "/" } }, { think: 15ms }], count: 12 }]
`
