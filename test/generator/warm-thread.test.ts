import { expect } from 'chai'
import { openThrowAway, warmUpOf } from '../../plugin/generator/warm-thread.ts'
import type { RunOrder } from '../../plugin/messages/load.ts'

const order = {
  samplesFile: '/samples.csv',
  telemetryFile: '/telemetry.ndjson',
  answersFile: '/answers.ndjson',
  targets: [{ url: 'http://127.0.0.1:3000', hostname: '127.0.0.1', port: 3000 }],
  pidHeader: 'x-worker-pid',
  inTurns: true
} as unknown as RunOrder

const warmUp = (script: object) => warmUpOf({ config: { target: 'http://127.0.0.1:3000' }, ...script }, order, 4000)
/** @returns of the one scenario */
const flowOf = (flow: object[]) => (warmUp({ scenarios: [{ flow }] })?.script as any)?.scenarios[0].flow

describe('the load that warms a thread', () => {
  it('goes to the server of a moment, is kept nowhere, and takes no turns', () => {
    const { order: made, script } = warmUp({ scenarios: [{ flow: [{ get: { url: '/' } }] }] }) as any
    expect(made).to.deep.include({
      targets: [{ url: 'http://127.0.0.1:4000', hostname: '127.0.0.1', port: 4000 }],
      answersFile: null,
      inTurns: false,
      pidHeader: 'x-worker-pid'
    })
    expect(made.samplesFile).to.not.equal('/samples.csv')
    expect(script.config.target).to.equal('http://127.0.0.1:4000')
  })

  it('makes the requests of the script, those in loops, too, with their headers and bodies', () => {
    const login = { url: '/login', json: { user: '{{ user }}' }, headers: { 'x-a': '1' } }
    expect(flowOf([{ post: login }, { loop: [{ get: { url: '/a' } }, { think: 1 }], count: 10 }])).to.eql([
      { post: login },
      { get: { url: '/a' } }
    ])
  })

  it('never leaves that server, whatever URL the script has', () => {
    for (const url of ['https://example.com/a', '{{ url }}', 'http://127.0.0.1:3000/a'])
      expect(flowOf([{ get: { url } }])).to.eql([{ get: { url: '/' } }])
    expect(flowOf([{ get: { uri: '/a' } }])).to.eql([{ get: { url: '/a' } }])
  })

  it('has neither code of others nor what only the app can answer', () => {
    const step = { url: '/', capture: { json: '$.a', as: 'a' }, ifTrue: 'a', beforeRequest: 'f', afterResponse: ['g'] }
    const made = warmUp({
      config: { processor: { f() {} }, plugins: { speedup: {}, expect: {} }, engines: { own: {} } },
      scenarios: [
        { beforeScenario: 'f', flow: [{ function: 'f' }, { log: 'x' }, { get: step }] },
        { engine: 'ws', flow: [{ send: 'x' }] }
      ]
    })?.script as any
    expect(made.scenarios).to.eql([{ flow: [{ get: { url: '/' } }] }])
    expect(made.config).to.have.property('plugins').that.eqls({ speedup: {} })
    expect(made.config).to.not.have.any.keys('processor', 'engines')
  })

  it('is none of a script that is code, or has no request', () => {
    expect(warmUpOf({ scenarios: [], __transpiledTypeScriptPath: 'a.js' }, order, 4000)).to.equal(null)
    expect(warmUp({ scenarios: [{ flow: [{ think: 1 }] }] })).to.equal(null)
    expect(warmUp({ scenarios: [{ engine: 'ws', flow: [{ send: 'x' }] }] })).to.equal(null)
  })

  it('is answered by a server that is gone afterwards', async () => {
    const server = await openThrowAway()
    const url = `http://127.0.0.1:${server.port}/any`
    const response = await fetch(url, { method: 'POST', body: 'x'.repeat(100_000) })
    expect(await response.json()).to.eql({})
    server.close()
    expect(await fetch(url).catch(({ cause }) => cause.code)).to.equal('ECONNREFUSED')
  })
})
