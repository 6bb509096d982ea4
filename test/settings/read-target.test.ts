import { hostname } from 'node:os'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readTarget } from '../../plugin/settings/read-target.ts'
import { refusal } from '../support/settings.ts'

describe('reading the target', () => {
  const accepted: [string, object][] = [
    ['http://127.0.0.1:3000', { url: 'http://127.0.0.1:3000', hostname: '127.0.0.1', port: 3000, protocol: 'http:' }],
    ['http://localhost:3000/', { url: 'http://localhost:3000', hostname: 'localhost', port: 3000 }],
    ['http://localhost:3000/api', { url: 'http://localhost:3000/api', hostname: 'localhost', port: 3000 }],
    ['http://[::1]:3000', { url: 'http://[::1]:3000', hostname: '::1', port: 3000 }],
    ['http://0.0.0.0:3000', { hostname: '0.0.0.0', port: 3000 }],
    ['http://localhost', { hostname: 'localhost', port: 80, protocol: 'http:' }],
    ['https://localhost', { hostname: 'localhost', port: 443, protocol: 'https:' }],
    [`http://${hostname()}:3000`, { hostname: hostname().toLowerCase(), port: 3000 }]
  ]
  for (const [given, target] of accepted) {
    it(`takes ${given.replace(hostname(), 'this machine by its name')}`, () => {
      expect(readTarget(given)).to.deep.include(target)
    })
  }

  for (const given of ['https://example.com', 'http://127.example.com', 'http://192.0.2.1:3000']) {
    it(`refuses ${given}, which is another machine`, () => {
      const message = `config.target is "${given}", which is not this machine; but the app is started here, for each variant. Point target at it, for example http://127.0.0.1:3000. An app that runs elsewhere can be a variant of mode url.`
      expect(refusal(() => readTarget(given))).to.eql({ code: 'INVALID_SETTINGS', message })
    })
  }

  it('refuses a password, which would be kept in the report', () => {
    expect(refusal(() => readTarget('http://ada:secret@127.0.0.1:3000')).message).to.match(/^config\.target carries a user name or a password/).and.not.include('secret')
  })

  it('refuses port 0', () => {
    expect(refusal(() => readTarget('http://127.0.0.1:0')).message).to.include('Port 0 is no port that users can ask')
  })

  for (const given of [undefined, '', '/', '127.0.0.1:3000', 'localhost:3000', 'ws://localhost:3000', 3000]) {
    it(`refuses ${JSON.stringify(given) ?? 'no target'}, which is no URL of a server`, () => {
      const message = `config.target is ${JSON.stringify(given)}. It must be the http or https URL where your app listens, for example http://127.0.0.1:3000.`
      expect(refusal(() => readTarget(given))).to.eql({ code: 'INVALID_SETTINGS', message })
    })
  }
})
