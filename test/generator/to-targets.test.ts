import { request } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { describe } from 'mocha'
import { toTargets } from '../../plugin/generator/watch-requests.ts'
import { readTarget } from '../../plugin/settings/read-target.ts'
import { itFinds } from '../support/cases.ts'

/** @returns whether a real request to the URL counts as one to a target */
function goesTo(targets: string[], url: string): boolean {
  // It gets no connection, so nothing is sent.
  const options = { agent: false, createConnection: () => undefined }
  const asked = (url.startsWith('https:') ? httpsRequest : request)(url, options).on('error', () => {})
  asked.destroy()
  return toTargets(targets.map(readTarget))(String(asked.getHeader('host')))
}

const here = 'http://127.0.0.1:3030'
const targets = [here, ...['http://localhost:3030', 'http://[::1]:3030', 'https://localhost:3443', 'http://localhost', 'https://127.0.0.1', 'http://[::1]', 'https://[::1]']]
const others = ['http://127.0.0.1:3031/', 'http://localhost:3030/', 'http://127.0.0.1/', 'http://example.com:3030/', 'http://127.0.0.10:3030/']

describe('a request to the target', () => {
  itFinds({
    'is one to its host and port, whatever the path': targets.map((target) => [[target, goesTo([target], `${target}/some/path?a=1`)], [target, true]]),
    'is none to another host or port': [
      ...others.map((url): [unknown, unknown] => [[url, goesTo([here], url)], [url, false]]), [goesTo(['http://localhost'], 'http://localhost:8080/'), false]
    ],
    'is one to any of several': [
      [['http://127.0.0.1:3030/a', 'https://localhost/b', 'http://127.0.0.1:3031/c'].map((url) => goesTo([here, 'https://localhost'], url)), [true, true, false]]
    ]
  })
})
