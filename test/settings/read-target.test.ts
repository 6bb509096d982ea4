import { hostname } from 'node:os'
import { expect } from 'chai'
import { readTarget, readUrls } from '../../plugin/settings/read-target.ts'
import { refusal } from '../support/settings.ts'
import { itRefuses, itTakes, read } from './cases.ts'

const password =
  'contains a user name or a password, which would be kept in the report. Use `auth` in the scenario’s requests instead.'

describe('reading the target', () => {
  itTakes(
    readTarget,
    [
      ['http://127.0.0.1:3000', { url: 'http://127.0.0.1:3000', hostname: '127.0.0.1', port: 3000, protocol: 'http:' }],
      ['http://localhost:3000/', { url: 'http://localhost:3000', hostname: 'localhost', port: 3000 }],
      ['http://localhost:3000/api', { url: 'http://localhost:3000/api', hostname: 'localhost', port: 3000 }],
      ['http://[::1]:3000', { url: 'http://[::1]:3000', hostname: '::1', port: 3000 }],
      ['http://0.0.0.0:3000', { hostname: '0.0.0.0', port: 3000 }],
      ['http://localhost', { hostname: 'localhost', port: 80, protocol: 'http:' }],
      ['https://localhost', { hostname: 'localhost', port: 443, protocol: 'https:' }],
      [`http://${hostname()}:3000`, { hostname: hostname().toLowerCase(), port: 3000 }]
    ],
    { isPart: true }
  )

  const elsewhere =
    'which is not this machine, but the app is started here for each variant. ' +
    'Point target at this machine, for example http://127.0.0.1:3000. For an app that runs elsewhere, use a variant of mode url.'
  const server = 'It must be the http or https URL where your app listens, for example http://127.0.0.1:3000.'
  const none = [undefined, '', '/', '127.0.0.1:3000', 'localhost:3000', 'ws://localhost:3000', 3000]
  itRefuses(readTarget, 'config.target ', [
    ...['https://example.com', 'http://127.example.com', 'http://192.0.2.1:3000'].map((url): [string, string] => [
      url,
      `is "${url}", ${elsewhere}`
    ]),
    ...none.map((given): [unknown, string] => [given, `is ${JSON.stringify(given)}. ${server}`]),
    ['http://ada:secret@127.0.0.1:3000', password],
    ['http://127.0.0.1:0', 'is "http://127.0.0.1:0". Port 0 can\'t be loaded: name the port on which your app listens.']
  ])
})

describe('reading where an app runs already', () => {
  const readFrom = (given: string | string[] | undefined) => readUrls(given, 'variants.a.url')
  const several = ['http://b.example', 'http://a.example:81']
  const [http, https] = ['http:', 'https:']
  itTakes(readFrom, [
    [
      'https://staging.example.com',
      [{ url: 'https://staging.example.com', hostname: 'staging.example.com', port: 443, protocol: https }]
    ],
    [
      'http://Staging.example.com:8080/',
      [{ url: 'http://staging.example.com:8080', hostname: 'staging.example.com', port: 8080, protocol: http }]
    ],
    [' http://127.0.0.1:4100 ', [{ url: 'http://127.0.0.1:4100', hostname: '127.0.0.1', port: 4100, protocol: http }]],
    ['http://[::1]:4100', [{ url: 'http://[::1]:4100', hostname: '::1', port: 4100, protocol: http }]],
    [undefined, []]
  ])
  it('keeps the order written', () => expect(readFrom(several).map(({ url }) => url)).to.eql(several))

  const server = 'It must be the http or https URL where the app runs, for example https://staging.example.com.'
  const more = "is not part of the app's address. Remove it, and write the path into the requests of the scenarios."
  itRefuses(readFrom, 'variants.a.url', [
    ['staging', ` is "staging". ${server}`],
    [['http://a.example', 'ftp://a.example'], `[1] is "ftp://a.example". ${server}`],
    ['https://:secret@a.example', ` ${password}`],
    ['https://a.example/api/', ` is "https://a.example/api/", but "/api/" ${more}`],
    ['https://a.example/?b=1', ` is "https://a.example/?b=1", but "?b=1" ${more}`],
    ['https://a.example#b', ` is "https://a.example#b", but "#b" ${more}`],
    [
      ['https://a.example', 'https://a.example:443/'],
      '[1] is "https://a.example", like an earlier one. Name each URL once.'
    ],
    [
      ['https://a.example', 'http://b.example'],
      '[1] is "http://b.example", but variants.a.url[0] is "https://a.example": ' +
        'that would mix the cost of encryption with the rest. Use either http or https for all URLs of a variant.'
    ]
  ])

  const deployed = {
    old: { url: 'https://old.example' },
    new: { url: ['https://new.example', 'https://newer.example'] }
  }

  it('needs neither an app nor a target on this machine', () => {
    for (const target of ['https://elsewhere.example', '{{ unresolved }}', undefined]) {
      const { target: used, app, variants } = read({ app: undefined, variants: deployed }, { target })
      expect([used.url, app.script]).to.eql(['https://old.example', null])
      expect(variants.map(({ targets, workers }) => [targets.length, workers])).to.eql([
        [1, null],
        [2, null]
      ])
    }
  })

  it('needs both beside a variant that is started here', () => {
    const variants = { single: {}, ...deployed }
    expect(read({ variants }).target.url).to.equal('http://127.0.0.1:3030')
    expect(refusal(() => read({ variants }, { target: 'https://old.example' })).message).to.equal(
      'config.target is "https://old.example", which is not this machine, but the app is started here for each variant. Point target at this machine, for example http://127.0.0.1:3000. For an app that runs elsewhere, use a variant of mode url.'
    )
    expect(refusal(() => read({ app: undefined, variants })).message).to.equal(
      "plugins.speedup.app is missing: variant single can't be started without it. Set it to the file that starts your app, for example `app: ../server.js` (relative to the scenario file)."
    )
  })

  const beside = (url: string) => read({ variants: { staging: { url: ['http://127.0.0.1:3031', url] }, single: {} } })
  itRefuses(
    beside,
    'plugins.speedup.variants.staging.url',
    ['http://127.0.0.1:3030', 'http://localhost:3030', 'http://[::1]:3030'].map((url) => [
      url,
      ` is "${url}", but variant single is started at config.target, which is "http://127.0.0.1:3030": only one app can listen there. Use another port for one of the ` +
        'two.'
    ])
  )

  it('takes another port or host beside a variant that is started, and any where none is', () => {
    for (const url of ['http://127.0.0.1:3031', 'http://a.example:3030'])
      read({ variants: { single: {}, staging: { url } } })
    read({ variants: { old: { url: 'http://127.0.0.1:3030' }, new: { url: 'http://a.example' } } })
  })
})
