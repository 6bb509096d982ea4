import { expect } from 'chai'
import { errors } from 'undici'
import { clientError, requestError, timedOut } from '../../../plugin/generator/lean/client-error.ts'

const coded = (code: string) => Object.assign(new Error('a message'), { code })
const parserError = (said: string) =>
  new errors.HTTPParserError(`Response does not match the HTTP/1.1 protocol (${said})`)
const [before, within] = [false, true]
const socketTimeout = ['RequestError', 'ERR_SOCKET_TIMEOUT', 'Socket timeout']
const parseError = (code: string, said: string) => ['RequestError', code, `Parse Error: ${said}`]
const both = "Transfer-Encoding can't be present with Content-Length"

// Most errors are compared with those of Artillery's own client: test/parity. These are the rest.
describe('an error of undici’s', () => {
  for (const [what, cause, isReading, expected] of [
    ['the lack of descriptors', coded('EMFILE'), before, ['RequestError', 'EMFILE', 'a message']],
    [
      'a response that is too short',
      new errors.ResponseContentLengthMismatchError(),
      within,
      ['ReadError', 'ECONNRESET', 'The server aborted pending request']
    ],
    ['a connection that takes too long', new errors.ConnectTimeoutError(), before, socketTimeout],
    ['headers that take too long', new errors.HeadersTimeoutError(), before, socketTimeout],
    ['a body that takes too long', new errors.BodyTimeoutError(), within, socketTimeout],
    [
      'a timeout of the response, as got says it',
      timedOut(1500),
      before,
      ['TimeoutError', 'ETIMEDOUT', "Timeout awaiting 'response' for 1500ms"]
    ],
    [
      'such a timeout within it',
      timedOut(1),
      within,
      ['TimeoutError', 'ETIMEDOUT', "Timeout awaiting 'response' for 1ms"]
    ],
    [
      'a missing carriage return',
      parserError('Missing expected CR after response line'),
      before,
      parseError('HPE_CR_EXPECTED', 'Missing expected CR after response line')
    ],
    [
      'a missing line feed',
      parserError('Expected LF after CR'),
      before,
      parseError('HPE_LF_EXPECTED', 'Expected LF after CR')
    ],
    ['two ways to tell a length', parserError(both), before, parseError('HPE_INVALID_TRANSFER_ENCODING', both)],
    [
      'a second length',
      parserError('Duplicate Content-Length'),
      before,
      parseError('HPE_UNEXPECTED_CONTENT_LENGTH', 'Duplicate Content-Length')
    ],
    ['what nobody knows yet', parserError('Something new'), before, parseError('HPE_STRICT', 'Something new')]
  ] as [string, Error, boolean, string[]][]) {
    it(`tells of ${what}`, () => {
      const { name, code, message } = clientError(cause, isReading)
      expect([name, code, message]).to.eql(expected)
    })
  }

  it('keeps what it was, and is got’s for a request that can’t be made', () => {
    const cause = coded('UND_ERR_SOMETHING')
    expect(clientError(cause, before)).to.include({ code: 'UND_ERR_SOMETHING', cause })
    expect(requestError('what it said')).to.include({
      name: 'RequestError',
      code: 'ERR_GOT_REQUEST_ERROR',
      message: 'what it said'
    })
  })
})
