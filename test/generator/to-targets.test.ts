import { request } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { toTargets } from '../../plugin/generator/watch-requests.ts'
import { readTarget } from '../../plugin/settings/read-target.ts'

/** @returns whether a real request to the URL counts as one to a target */
function goesTo(targets: string | string[], url: string): boolean {
  // It gets no connection, so nothing is sent.
  const options = { agent: false, createConnection: () => undefined }
  const asked = url.startsWith('https:') ? httpsRequest(url, options) : request(url, options)
  asked.on('error', () => {})
  try {
    return toTargets([targets].flat().map(readTarget))(String(asked.getHeader('host')))
  } finally {
    asked.destroy()
  }
}

describe('a request to the target', () => {
  for (const target of ['http://127.0.0.1:3030', 'http://localhost:3030', 'http://[::1]:3030', 'https://localhost:3443', 'http://localhost', 'https://127.0.0.1', 'http://[::1]', 'https://[::1]']) {
    it(`is seen as one for ${target}`, () => {
      expect(goesTo(target, `${target}/some/path?a=1`)).to.equal(true)
    })
  }

  for (const url of ['http://127.0.0.1:3031/', 'http://localhost:3030/', 'http://127.0.0.1/', 'http://example.com:3030/', 'http://127.0.0.10:3030/']) {
    it(`is none to ${url} for http://127.0.0.1:3030`, () => {
      expect(goesTo('http://127.0.0.1:3030', url)).to.equal(false)
    })
  }

  it('is none to another port for a target without one', () => {
    expect(goesTo('http://localhost', 'http://localhost:8080/')).to.equal(false)
  })

  it('may go to any of several', () => {
    const targets = ['http://127.0.0.1:3030', 'https://localhost']
    expect(['http://127.0.0.1:3030/a', 'https://localhost/b', 'http://127.0.0.1:3031/c'].map((url) => goesTo(targets, url))).to.eql([true, true, false])
  })
})
