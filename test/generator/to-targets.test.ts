import { request } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { toTargets } from '../../plugin/generator/watch-requests.ts'
import { readTarget } from '../../plugin/settings/read-target.ts'

/** @returns whether a real request to the URL counts as one to a target */
function goesTo(targets: string[], url: string): boolean {
  // It gets no connection, so nothing is sent.
  const options = { agent: false, createConnection: () => undefined }
  const asked = (url.startsWith('https:') ? httpsRequest : request)(url, options).on('error', () => {})
  asked.destroy()
  return toTargets(targets.map(readTarget))(String(asked.getHeader('host')))
}

describe('a request to the target', () => {
  const here = 'http://127.0.0.1:3030'
  const several = [here, 'https://localhost']
  const withPorts = [here, 'http://localhost:3030', 'http://[::1]:3030', 'https://localhost:3443']
  const withoutPorts = ['http://localhost', 'https://127.0.0.1', 'http://[::1]', 'https://[::1]']
  const others = ['http://127.0.0.1:3031/', 'http://localhost:3030/', 'http://127.0.0.1/', 'http://example.com:3030/', 'http://127.0.0.10:3030/']
  for (const [targets, url, isSeen] of [
    ...[...withPorts, ...withoutPorts].map((target) => [[target], `${target}/some/path?a=1`, true]),
    ...others.map((url) => [[here], url, false]),
    [['http://localhost'], 'http://localhost:8080/', false],
    [several, 'http://127.0.0.1:3030/a', true],
    [several, 'https://localhost/b', true],
    [several, 'http://127.0.0.1:3031/c', false]
  ] as [string[], string, boolean][]) {
    it(`is ${isSeen ? 'seen as one' : 'none'} to ${url} for ${targets.join(' and ')}`, () => expect(goesTo(targets, url)).to.equal(isSeen))
  }
})
