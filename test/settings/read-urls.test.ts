import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { readUrls } from '../../plugin/settings/read-target.ts'
import { aSource, refusal } from '../support/settings.ts'
import type { Target } from '../../plugin/concepts/settings.ts'

const read = (given: string | string[] | undefined) => readUrls(given, 'variants.a.url')

describe('reading where an app runs already', () => {
  const accepted: [string, Target][] = [
    ['https://staging.example.com', { url: 'https://staging.example.com', hostname: 'staging.example.com', port: 443, protocol: 'https:' }],
    ['http://Staging.example.com:8080/', { url: 'http://staging.example.com:8080', hostname: 'staging.example.com', port: 8080, protocol: 'http:' }],
    [' http://127.0.0.1:4100 ', { url: 'http://127.0.0.1:4100', hostname: '127.0.0.1', port: 4100, protocol: 'http:' }],
    ['http://[::1]:4100', { url: 'http://[::1]:4100', hostname: '::1', port: 4100, protocol: 'http:' }]
  ]
  for (const [given, target] of accepted) {
    it(`takes ${given}`, () => expect(read(given)).to.eql([target]))
  }

  it('takes several in the order written, and none where there is none', () => {
    expect(read(['http://b.example', 'http://a.example:81']).map(({ url }) => url)).to.eql(['http://b.example', 'http://a.example:81'])
    expect(read(undefined)).to.eql([])
  })

  const url = 'It must be the http or https URL where the app runs, for example https://staging.example.com.'
  const more = (part: string) => `${JSON.stringify(part)} is more than where the app runs. Leave it out, and write the path into the requests of the scenarios.`
  const refused: [string, string | string[], string][] = [
    ['what is no URL', 'staging', `variants.a.url is "staging". ${url}`],
    ['another protocol', ['http://a.example', 'ftp://a.example'], `variants.a.url[1] is "ftp://a.example". ${url}`],
    ['a password', 'https://ada:secret@a.example', 'variants.a.url carries a user name or a password, which would be kept in the report. Use `auth` in the scenario’s requests instead.'],
    ['a password without a name', 'https://:secret@a.example', 'variants.a.url carries a user name or a password, which would be kept in the report. Use `auth` in the scenario’s requests instead.'],
    ['port 0', 'http://a.example:0', 'variants.a.url is "http://a.example:0". Port 0 is no port that users can ask; name the one where your app listens.'],
    ['a path', 'https://a.example/api/', `variants.a.url is "https://a.example/api/", but ${more('/api/')}`],
    ['a query', 'https://a.example/?b=1', `variants.a.url is "https://a.example/?b=1", but ${more('?b=1')}`],
    ['a fragment', 'https://a.example#b', `variants.a.url is "https://a.example#b", but ${more('#b')}`],
    ['one URL twice', ['https://a.example', 'https://a.example:443/'], 'variants.a.url[1] is "https://a.example", as an earlier one. Give each URL once.'],
    ['two protocols', ['https://a.example', 'http://b.example'],
      'variants.a.url[1] is "http://b.example", but variants.a.url[0] is "https://a.example": what encryption costs would be mixed with the rest. Take http or https for all of one variant.']
  ]
  for (const [what, given, message] of refused) {
    it(`refuses ${what}`, () => expect(refusal(() => read(given))).to.eql({ code: 'INVALID_SETTINGS', message }))
  }

  const deployed = { old: { url: 'https://old.example' }, new: { url: ['https://new.example', 'https://newer.example'] } }

  it('needs neither an app nor a target on this machine', () => {
    for (const target of ['https://elsewhere.example', '{{ unresolved }}', undefined]) {
      const { target: used, app, variants } = readSettings(aSource({ app: undefined, variants: deployed }, { target }))
      expect(used.url).to.equal('https://old.example')
      expect(app.script).to.equal(null)
      expect(variants.map(({ targets, workers }) => [targets.length, workers])).to.eql([[1, null], [2, null]])
    }
  })

  for (const url of ['http://127.0.0.1:3030', 'http://localhost:3030', 'http://[::1]:3030']) {
    it(`refuses ${url} beside a variant that is started there`, () => {
      const variants = { staging: { url: ['http://127.0.0.1:3031', url] }, single: {} }
      expect(refusal(() => readSettings(aSource({ variants })))).to.eql({
        code: 'INVALID_SETTINGS',
        message: `plugins.speedup.variants.staging.url is "${url}", but variant single is started at config.target, which is "http://127.0.0.1:3030": only one app can listen there. Give one of the two another port.`
      })
    })
  }

  it('takes another port or host beside a variant that is started, and any where none is', () => {
    for (const url of ['http://127.0.0.1:3031', 'http://a.example:3030']) expect(() => readSettings(aSource({ variants: { single: {}, staging: { url } } }))).not.to.throw()
    expect(() => readSettings(aSource({ variants: { old: { url: 'http://127.0.0.1:3030' }, new: { url: 'http://a.example' } } }))).not.to.throw()
  })

  it('needs both beside a variant that is started here', () => {
    const mixed = { single: {}, ...deployed }
    expect(readSettings(aSource({ variants: mixed })).target.url).to.equal('http://127.0.0.1:3030')
    expect(refusal(() => readSettings(aSource({ variants: mixed }, { target: 'https://old.example' }))).message).to.match(/^config\.target is .* which is not this machine/)
    expect(refusal(() => readSettings(aSource({ app: undefined, variants: mixed }))).message).to.match(/^plugins\.speedup\.app is missing\..* variant single can't be started without it\.$/)
  })
})
