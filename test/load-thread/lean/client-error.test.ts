import { expect } from 'chai'
import {
  clientError,
  hangUp,
  parseError,
  requestError,
  socketTimeout,
  timedOut
} from '../../../plugin/load-thread/lean/client-error.ts'

const coded = (code: string) => Object.assign(new Error('a message'), { code })

// Most errors are compared with those of Artillery's own client: test/parity. These are the rest.
describe('an error of the lean client', () => {
  for (const [what, cause, expected] of [
    ['the lack of descriptors', coded('EMFILE'), ['RequestError', 'EMFILE', 'a message']],
    ['a closed connection', hangUp(false), ['RequestError', 'ECONNRESET', 'socket hang up']],
    ['a response that is too short', hangUp(true), ['ReadError', 'ECONNRESET', 'The server aborted pending request']],
    ['silence', socketTimeout(), ['RequestError', 'ERR_SOCKET_TIMEOUT', 'Socket timeout']],
    [
      'a timeout of the response, as got says it',
      timedOut(1500),
      ['TimeoutError', 'ETIMEDOUT', "Timeout awaiting 'response' for 1500ms"]
    ],
    [
      'what Node’s parser would refuse',
      parseError('STRICT', 'Expected LF after CR'),
      ['RequestError', 'HPE_STRICT', 'Parse Error: Expected LF after CR']
    ]
  ] as [string, Error, string[]][]) {
    it(`tells of ${what}`, () => {
      const { name, code, message } = clientError(cause)
      expect([name, code, message]).to.eql(expected)
    })
  }

  it('keeps what it was, and is got’s for a request that can’t be made', () => {
    const cause = coded('ESOMETHING')
    expect(clientError(cause)).to.include({ code: 'ESOMETHING', cause })
    expect(requestError('what it said')).to.include({
      name: 'RequestError',
      code: 'ERR_GOT_REQUEST_ERROR',
      message: 'what it said'
    })
  })
})
