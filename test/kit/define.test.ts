import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { nameOf, writeDefinition } from '../../plugin/kit/define.ts'
import { compare } from '../../plugin/kit/compare.ts'
import { temporaryFolder } from '../support/folder.ts'

const app = fileURLToPath(new URL('../fixtures/apps/hello.js', import.meta.url))
const load = { users: 20, duration: '8s' }

describe('a comparison that is defined in code', () => {
  const written = async (definition: object) => {
    const { scriptFile, remove, ...source } = await writeDefinition({ app, ...load, ...definition })
    try {
      return {
        ...source,
        script: JSON.parse(readFileSync(scriptFile, 'utf8')),
        mode: statSync(dirname(scriptFile)).mode & 0o777
      }
    } finally {
      remove()
      expect(existsSync(dirname(scriptFile))).to.equal(false)
    }
  }

  it('is a script of Artillery in a folder that nobody else reads, until it is removed; its options are handed over apart', async () => {
    const {
      script: {
        config: { target, ...config },
        scenarios
      },
      mode,
      options,
      code
    } = await written({ url: '/primes?max=9', rounds: 3, onProgress: false })
    expect({ config, scenarios }).to.eql({
      config: { plugins: {} },
      scenarios: [{ name: '/primes?max=9', flow: [{ get: { url: '/primes?max=9' } }] }]
    })
    const { origin, port } = new URL(target)
    expect(origin).to.equal(`http://127.0.0.1:${port}`)
    expect(Number(port)).to.be.within(20_000, 32_767)
    expect(mode).to.equal(0o700)
    expect(options).to.eql({ app, ...load, rounds: 3, onProgress: false })
    expect(code).to.eql({ file: resolve('hello'), options: ['app', 'users', 'duration', 'url', 'rounds'] })
  })

  it('has the flow, the phases, the target and the name that are given', async () => {
    const [flow, phases] = [[{ get: { url: '/a' } }, { think: 1 }], [{ duration: 9, arrivalRate: 3 }]]
    const { script, code } = await written({
      flow,
      phases,
      users: undefined,
      duration: undefined,
      target: 'http://localhost:3000',
      name: 'checkout v1.2'
    })
    expect(script).to.eql({
      config: { target: 'http://localhost:3000', phases, plugins: {} },
      scenarios: [{ name: 'checkout v1.2', flow }]
    })
    expect(code?.file).to.equal(resolve('checkout v1.2'))
  })

  it('is called as its app, where it has no name', () => {
    const names = [
      { app: 'src/server.mjs' },
      { app: { script: '../api.js' } },
      { variants: {} },
      { app, name: 'mine' }
    ].map(nameOf)
    expect(names).to.eql(['server', 'api', 'comparison', 'mine'])
  })
})

describe('a wrong definition', () => {
  const folder = temporaryFolder()
  const url = '/'
  const cases: [what: string, given: object, message: string][] = [
    [
      'without what users do',
      { app, ...load },
      "options has neither url nor flow. Give what users do: url: '/primes', or flow: [{ get: { url: '/primes' } }]."
    ],
    ['with two loads', { app, ...load, url, flow: [{ get: { url } }] }, 'options has both url and flow. Give'],
    [
      'without a load',
      { app, url },
      "options has neither users, rate nor phases. Give the load, such as users: 20 and duration: '8s'"
    ],
    [
      'without an app',
      { ...load, url },
      "options.app is missing. Give the file that starts your app, such as 'server.js', or variants that need none."
    ],
    [
      'with an app that is not there',
      { app: 'no-app.js', ...load, url },
      `options.app is "no-app.js", but there is no file ${process.cwd()}/no-app.js. Paths start at the working directory.`
    ],
    [
      'with a URL of another place',
      { app, ...load, url: 'http://localhost:3000/' },
      'options.url is "http://localhost:3000/". It must be a path that starts with /, such as /primes; where the app listens is the option target.'
    ],
    [
      'with a flow that is none',
      { app, ...load, flow: { get: { url } } },
      'options.flow is {"get":{"url":"/"}}. It must be a list as Artillery takes it, such as [{ get: { url: \'/primes\' } }].'
    ],
    ['with an empty flow', { app, ...load, flow: [] }, 'options.flow is []. It must be a list'],
    [
      'with a function in its flow',
      { app, ...load, flow: [{ function: () => {} }] },
      'options.flow has a function (function), but users run in processes of Artillery. Write a scenario file, with a processor that has the function.'
    ],
    [
      'with phases that are none',
      { app, url, phases: 20 },
      'options.phases is 20. It must be a list as Artillery takes it'
    ],
    [
      'with a path for a name',
      { app, ...load, url, name: 'a/b' },
      'options.name is "a/b". It must be a text without slashes.'
    ],
    ['with a typo', { app, ...load, urll: url }, 'options.urll is an unknown option (did you mean url?).'],
    [
      'with a typo in a threshold',
      { app, ...load, url, thresholds: { p59: 2 } },
      'options.thresholds.p59 is an unknown option (did you mean p50?). Options of options.thresholds: p50, '
    ]
  ]
  for (const [what, given, message] of cases) {
    it(`is refused before anything is started, and leaves no file: ${what}`, async () => {
      const { TMPDIR } = process.env
      process.env.TMPDIR = folder.path('.')
      try {
        expect(await compare(given as any).catch((error) => error))
          .to.include({ code: 'INVALID_SETTINGS' })
          .with.property('message')
          .that.includes(message)
        expect(readdirSync(folder.path('.'))).to.eql([])
      } finally {
        if (TMPDIR === undefined) delete process.env.TMPDIR
        else process.env.TMPDIR = TMPDIR
      }
    })
  }

  it('is refused with options of their own beside it', async () => {
    const refused = await (compare as any)({ app, ...load, url }, { rounds: 3 }).catch((error: Error) => error.message)
    expect(refused).to.equal(
      'compare takes a scenario file and options, or a single object. Give a signal as one of the options: { signal }.'
    )
  })
})
