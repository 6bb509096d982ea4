import { expect } from 'chai'
import { describe, it } from 'mocha'
import { errors } from 'undici'
import { clientError, requestError, timedOut } from '../../../plugin/generator/lean/client-error.ts'

const coded = (code: string, message: string = 'a message') => Object.assign(new Error(message), { code })
const [before, within] = [false, true]
const socketTimeout = ['RequestError', 'ERR_SOCKET_TIMEOUT', 'Socket timeout']
const brokenOff = ['ReadError', 'ECONNRESET', 'The server aborted pending request']
const lengths = ['RequestError', 'HPE_UNEXPECTED_CONTENT_LENGTH', 'Parse Error: Duplicate Content-Length']

describe('an error of undici’s', () => {
  for (const [what, cause, isReading, expected] of [
    ['a refusal, in the system’s words', coded('ECONNREFUSED', 'connect 127.0.0.1:1'), before, ['RequestError', 'ECONNREFUSED', 'connect 127.0.0.1:1']],
    ['the lack of descriptors', coded('EMFILE'), before, ['RequestError', 'EMFILE', 'a message']],
    ['a reset within the response', coded('ECONNRESET', 'read ECONNRESET'), within, ['RequestError', 'ECONNRESET', 'read ECONNRESET']],
    ['a hang-up before the response', new errors.SocketError('other side closed'), before, ['RequestError', 'ECONNRESET', 'socket hang up']],
    ['a response that breaks off', new errors.SocketError('other side closed'), within, brokenOff],
    ['a response that is too short', new errors.ResponseContentLengthMismatchError(), within, brokenOff],
    ['lengths that contradict one another', new errors.ResponseContentLengthMismatchError(), before, lengths],
    ['a connection that takes too long', new errors.ConnectTimeoutError(), before, socketTimeout],
    ['headers that take too long', new errors.HeadersTimeoutError(), before, socketTimeout],
    ['a body that takes too long', new errors.BodyTimeoutError(), before, socketTimeout],
    ['a time-out of the response, as got says it', timedOut(1500), before, ['TimeoutError', 'ETIMEDOUT', "Timeout awaiting 'response' for 1500ms"]],
    ['such a time-out within it', timedOut(1), within, ['TimeoutError', 'ETIMEDOUT', "Timeout awaiting 'response' for 1ms"]],
    ['a header overflow', new errors.HeadersOverflowError(), before, ['RequestError', 'HPE_HEADER_OVERFLOW', 'Parse Error: Header overflow']],
    ...[
      ['Expected HTTP/, RTSP/ or ICE/', 'HPE_INVALID_CONSTANT'],
      ['Invalid HTTP version', 'HPE_INVALID_VERSION'],
      ['Invalid status code', 'HPE_INVALID_STATUS'],
      ['Missing expected CR after response line', 'HPE_CR_EXPECTED'],
      ['Expected LF after CR', 'HPE_LF_EXPECTED'],
      ["Transfer-Encoding can't be present with Content-Length", 'HPE_INVALID_TRANSFER_ENCODING'],
      ['Duplicate Content-Length', 'HPE_UNEXPECTED_CONTENT_LENGTH'],
      ['Invalid character in Content-Length', 'HPE_INVALID_CONTENT_LENGTH'],
      ['Invalid character in chunk size', 'HPE_INVALID_CHUNK_SIZE'],
      ['Unexpected whitespace after header value', 'HPE_INVALID_HEADER_TOKEN'],
      ['Something new', 'HPE_STRICT']
    ].map(([said, code]) => {
      const cause = new errors.HTTPParserError(`Response does not match the HTTP/1.1 protocol (${said})`)
      return [`“${said}”, by Node’s code`, cause, before, ['RequestError', code, `Parse Error: ${said}`]]
    })
  ] as [string, Error, boolean, string[]][]) {
    it(`tells of ${what}`, () => {
      const { name, code, message } = clientError(cause, isReading)
      expect([name, code, message]).to.eql(expected)
    })
  }

  it('keeps what it was, and is got’s for a request that can’t be made', () => {
    const cause = coded('UND_ERR_SOMETHING')
    expect(clientError(cause, before)).to.include({ code: 'UND_ERR_SOMETHING', cause })
    expect(requestError('what it said')).to.include({ name: 'RequestError', code: 'ERR_GOT_REQUEST_ERROR', message: 'what it said' })
  })
})
