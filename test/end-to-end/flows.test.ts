import { expect } from 'chai'
import { compareOneRound } from '../support/measure.ts'
import { certain, shortScript, useProject } from '../support/project.ts'
import { asSpeedupError } from '../../plugin/concepts/errors.ts'

type Given = { flow: object[]; variants?: object; options?: object; config?: object }

describe('users who do not get through the flow', () => {
  const project = useProject()

  async function compare({ flow, variants, options = {}, config = {} }: Given) {
    const twice = { single: {}, same: { mode: 'single' } }
    const script = shortScript(project, {
      app: 'flows.js',
      options: {
        users: 4,
        duration: '2s',
        warmUp: '0.5s',
        thresholds: { throughput: certain.toPass },
        variants: variants ?? twice,
        ...options
      },
      config: { phases: undefined, ...config },
      scenarios: [{ name: 'shop', flow }]
    })
    const { scenarios, runs } = await compareOneRound(script, project.folder)
    const [{ warnings, candidates }] = scenarios
    const [{ verdict, estimates }] = candidates
    const said = warnings
      .filter(({ severity }) => severity === 'problem')
      .map(({ code, message }) => `${code}: ${message}`)
    return { verdict, reasons: new Set(estimates.map(({ reason }) => reason)), said, run: runs[0] }
  }

  const refusal = (given: Given) =>
    compare(given).then(
      ({ verdict }) => `a verdict: ${verdict}`,
      (error) => {
        const { code, message } = asSpeedupError(error)
        return `${code}: ${message}`
      }
    )

  it('are no verdict: a capture that finds nothing, and a redirect to where nobody listens, name what failed', async () => {
    const capture = [
      { get: { url: '/token', capture: { json: '$.token', as: 'token' } } },
      { get: { url: '/next', headers: { 'x-token': '{{ token }}' } } }
    ]
    expect(await refusal({ flow: capture })).to.match(
      /^TOO_MANY_ERRORS: Variant (single|same): 100 % of the passes of users through the flow in round 1 of shop failed: Failed capture or match \(\d+\)\. /
    )
    expect(await refusal({ flow: [{ get: { url: '/away' } }, { get: { url: '/next' } }] })).to.match(
      /^TOO_MANY_ERRORS: Variant (single|same): 100 % of the passes of users through the flow in round 1 of shop failed: ECONNREFUSED \(\d+\)\. /
    )
  })

  it('are no verdict where a quarter of the bodies breaks off, with Artillery’s client, too', async () => {
    const variants = { single: {}, cut: { mode: 'single', env: { CUT: '4' } } }
    const flow = [{ get: { url: '/download' } }]
    expect(await refusal({ flow, variants, options: { generator: { client: 'artillery' } } })).to.match(
      /^TOO_MANY_ERRORS: Variant cut: 2\d % of the requests in round 1 of shop failed: CUT_OFF \(\d+\)\. /
    )
  })

  it('are no verdict where one variant alone fails a fiftieth', async () => {
    const variants = { single: {}, failing: { mode: 'single', env: { FAILING: '50' } } }
    const { verdict, reasons, said } = await compare({ flow: [{ get: { url: '/some' } }], variants })
    expect(verdict).to.equal('inconclusive')
    expect([...reasons]).to.eql(['errors'])
    expect(said.join('\n')).to.match(
      /errors: failing: [12]\.\d % of its requests failed \(500 \(\d+\)\), more than 1\.0 %\. /
    )
  })

  it('are no verdict where all pages send them to the login, as its cookie does not hold', async () => {
    const flow = ['/login', '/account', '/orders'].map((url) => ({ get: { url } }))
    const { verdict, reasons, said } = await compare({ flow })
    expect(verdict).to.equal('inconclusive')
    expect([...reasons]).to.eql(['redirected'])
    expect(said.join('\n')).to.match(
      /redirected: .* of the requests of the script were redirected to \/login-form, so users saw little of what they asked for: /
    )
  })

  it('are no verdict where they do not follow what sends them to the login', async () => {
    const flow = ['/account', '/orders'].map((url) => ({ get: { url, followRedirect: false } }))
    const { reasons, run } = await compare({ flow })
    expect([...reasons]).to.eql(['redirected'])
    expect(run.redirected).to.eql({ to: '/login-form', share: 1, requests: 2 })
  })

  it('get through where the same page follows all that is sent', async () => {
    const post = { post: { url: '/cart', json: { item: 1 } } }
    const { reasons, run } = await compare({ flow: [post, post, post, { get: { url: '/cart' } }] })
    expect([...reasons]).to.not.include('redirected')
    expect(run.failures).to.equal(0)
    expect(run.redirected).to.equal(undefined)
  })

  it('are in the figures where a link calls this machine by another name', async () => {
    const flow = [{ get: { url: '/link', capture: { json: '$.next', as: 'next' } } }, { get: { url: '{{ next }}' } }]
    const { said, run } = await compare({ flow: [...flow, { think: '20ms' }] })
    expect(said.filter((message) => message.startsWith('requests-elsewhere'))).to.eql([])
    expect(run.elsewhere).to.equal(undefined)
    const { byRequest = {} } = run.counted
    expect(byRequest[2] / byRequest[1]).to.be.within(0.5, 2)
  })

  it('fail by a status that their step does not expect, and by no other; and where expect finds otherwise', async () => {
    const plugins = (options: object) => ({ plugins: { expect: {}, speedup: options } })
    const script = shortScript(project, { app: 'flows.js' })
    const { speedup } = script.config.plugins
    const flowOf = (statusCode: number) => [
      { get: { url: '/missing', expect: [{ statusCode }] } },
      { get: { url: '/next' } }
    ]
    const config = plugins({
      ...speedup,
      users: 4,
      duration: '2s',
      warmUp: '0.5s',
      thresholds: { throughput: certain.toPass },
      variants: { single: {}, same: { mode: 'single' } }
    })
    const expected = await compare({ flow: flowOf(404), config })
    expect(expected.said.filter((message) => message.startsWith('errors'))).to.eql([])
    expect(expected.run.failures).to.equal(0)
    expect(expected.run.passes).to.include({ failed: 0 })
    const told = await refusal({ flow: [{ get: { url: '/next', expect: [{ statusCode: 201 }] } }], config })
    expect(told, told).to.match(
      /^TOO_MANY_ERRORS: .* of the passes of users through the flow in round 1 of shop failed: expected statusCode of \w+ \S+ \(\d+\)\. /
    )
  })
})

describe('a response that takes long to end', () => {
  const project = useProject()
  const script = (url: string, options: object) =>
    shortScript(project, {
      app: 'flows.js',
      options: { users: 4, variants: { single: {}, same: { mode: 'single' } }, ...options },
      config: { phases: undefined },
      scenarios: [{ name: 'stream', flow: [{ get: { url } }] }]
    })

  it('counts to its last byte: four users of 0.4 s are ten a second, in turns or not', async () => {
    for (const alternate of ['runs', 'slices']) {
      const given = script('/stream', { duration: '3s', warmUp: '0.5s', alternate })
      const { runs } = await compareOneRound(given, project.folder)
      for (const { throughputPerSecond, counted } of runs) {
        expect(throughputPerSecond, alternate).to.be.within(3, 10.05)
        expect(counted.slowestMs).to.be.within(395, 3000)
      }
    }
  })

  it('for ever is refused by its name, in a time that has an end', async () => {
    const error = await compareOneRound(script('/events', { duration: '2s', alternate: 'runs' }), project.folder).catch(
      (thrown: unknown) => asSpeedupError(thrown)
    )
    expect(error)
      .to.have.property('message')
      .that.matches(
        /^Responses to GET \/events begin, but none has ended for 30 s\. One that does not end, such as a stream of events /
      )
  })
})

describe('the requests of a flow', () => {
  const project = useProject()
  for (const client of ['auto', 'artillery']) {
    it(`have figures under their names, to the first byte and to the last, with the client ${client}`, async () => {
      const flow = [{ get: { url: '/next', name: 'with token=s3cret' } }, { get: { url: '/stream', name: 'stream' } }]
      const variants = { single: {}, same: { mode: 'single' } }
      const script = shortScript(project, {
        app: 'flows.js',
        options: { users: 4, duration: '3s', warmUp: '0.5s', generator: { client }, variants },
        config: { phases: undefined },
        scenarios: [{ name: 'shop', flow }]
      })
      const { runs, scenarios } = await compareOneRound(script, project.folder)
      for (const { flow: found = [], counted } of runs) {
        expect(found.map(({ name, steps }) => [name, steps])).to.eql([
          ['with token=…', 1],
          ['stream', 1]
        ])
        expect(found[0].latencies + found[1].latencies).to.equal(counted.latencies)
        const bodyMs = (found[1].wholeMs?.p50 ?? 0) - (found[1].latencyMs?.p50 ?? 0)
        expect(bodyMs).to.be.above(300)
        // It comes in two pieces.
        expect(found[1].gapMs?.p50).to.be.within(0.8 * bodyMs, 1.2 * bodyMs)
        expect(found[0].gapMs?.min).to.equal(1)
      }
      expect(scenarios[0].candidates[0].flow?.requests.map(({ name }) => name)).to.have.members([
        'with token=…',
        'stream'
      ])
    })

    // The other client needs a minute more of CI, for what its events tell alike.
    if (client === 'artillery') continue
    it('have figures without a body, packed, cut, late, and of a thousand URLs', async () => {
      const named = (name: string, step: object = { get: { url: `/${name}`, name } }) => step
      const flow = [
        named('head', { head: { url: '/next', name: 'head' } }),
        ...['nothing', 'packed', 'late', 'download'].map((name) => named(name)),
        { get: { url: '{{ url }}' } }
      ]
      const script = shortScript(project, {
        app: 'flows.js',
        options: {
          users: 4,
          duration: '3s',
          warmUp: '0.5s',
          generator: { client },
          limits: { errorRate: '90%' },
          variants: Object.fromEntries(['single', 'same'].map((name) => [name, { mode: 'single', env: { CUT: '3' } }]))
        },
        config: { phases: undefined, variables: { url: Array.from({ length: 1000 }, (_, i) => `/next?page=${i}`) } },
        scenarios: [{ name: 'shop', flow }]
      })
      const { runs } = await compareOneRound(script, project.folder)
      for (const { flow: found = [], failureKinds } of runs) {
        const names = ['head', 'nothing', 'packed', 'late', 'download', 'GET {{ url }}']
        expect(found.map(({ name }) => name)).to.eql(names)
        const [head, nothing, packed, late, download, any] = found
        for (const own of [head, nothing, packed, any]) {
          expect(own.failures, own.name).to.equal(0)
          expect(own.gapMs?.min, own.name).to.equal(1)
        }
        const bodyMs = (late.wholeMs?.p50 ?? 0) - (late.latencyMs?.p50 ?? 0)
        expect(bodyMs).to.be.above(100)
        // From its head to the first event.
        expect(late.gapMs?.p50).to.be.within(0.6 * bodyMs, bodyMs)
        expect(failureKinds).to.eql({ CUT_OFF: download.failures })
        expect(download.failures / download.requests).to.be.within(0.15, 0.5)
      }
    })
  }
})
