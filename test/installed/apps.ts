import { blocksOf } from '../support/readme.ts'

/** Each is an app as its owner wrote it before there was a plugin; 3000 becomes a port that is free. */
export const apps = {
  // That of docs/start.md: CommonJS, its port from PORT
  'server.js': blocksOf('js').find((block) => block.startsWith('// server.js\nconst fastify')) as string,
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

/** A scenario of theirs, whose users have all come before the first one leaves; p50: the least speedup. */
export const scenario = ({ app, port, p50 }: { app: string; port: number; p50: number }): string => `
config:
  target: http://127.0.0.1:${port}
  phases: [{ duration: 50ms, arrivalCount: 4 }]
  plugins:
    speedup: { app: ../${app}, rounds: 3, thresholds: { p50: ${p50} } }
scenarios:
  - name: hello
    flow: [{ loop: [{ get: { url: "/" } }, { think: 15ms }], count: 12 }]
`

/** For vitest and jest alike: the speedup at p95 is 1.60x [1.34, 1.92]; 7 of 3,000 requests were lost. */
export const matchersSuite = `
import { readComparison } from 'artillery-plugin-speedup/compare'
import speedup from 'artillery-plugin-speedup/expect'

expect.extend(speedup)
const [usual, disturbed] = ['usual', 'disturbed'].map((name) => readComparison('kept/' + name))

test('passes', async () => {
  expect(usual).toBeFaster({ at: 'p95', by: 1.3 })
  expect(usual).not.toBeFaster({ at: 'p95', by: 2 })
  expect(usual.candidate('clustered')).toSpreadOver(2)
  expect(usual).toHaveNoProblems()
  expect(disturbed).toLoseAtMost('10%')
  expect(disturbed).not.toLoseAtMost('0%', { after: 'kill' })
  await expect(Promise.resolve(usual)).resolves.toHaveSpeedup('throughput', { atLeast: 1.2 })
  expect({ usual }).toEqual({ usual: expect.toBeFaster() })
  expect({ usual }).toEqual({ usual: expect.not.toBeFaster({ by: 2 }) })
})
test('misses', () => expect(usual).toBeFaster({ by: 2 }))
test('denies', () => expect(usual).not.toBeFaster({ by: 1.3 }))
test('is open', () => expect(usual).toBeFaster({ by: 1.5 }))
test('denies what is open', () => expect(usual).not.toBeFaster({ by: 1.5 }))
test('has a typo', () => expect(usual).toBeFaster({ att: 'p95' }))
`
