import { expect } from 'chai'
import { describe, it } from 'mocha'
import { errors } from 'undici'
import { clientError, requestError, TimedOut } from '../../../plugin/generator/lean/client-error.ts'

const coded = (code: string, message: string = 'a message') => Object.assign(new Error(message), { code })

const parseError = (said: string) => new errors.HTTPParserError(`Response does not match the HTTP/1.1 protocol (${said})`)

const told = (cause: Error, isReading: boolean = false) => {
  const { name, code, message } = clientError(cause, isReading)
  return [name, code, message]
}

describe('an error of undici’s', () => {
  it('keeps the code and the words that the system has for it', () => {
    expect(told(coded('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1'))).to.eql(['RequestError', 'ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1'])
    expect(told(coded('EMFILE'))).to.eql(['RequestError', 'EMFILE', 'a message'])
    expect(told(coded('ECONNRESET', 'read ECONNRESET'), true)).to.eql(['RequestError', 'ECONNRESET', 'read ECONNRESET'])
  })

  it('is a hang-up before the response, and a broken-off response within it', () => {
    expect(told(new errors.SocketError('other side closed'))).to.eql(['RequestError', 'ECONNRESET', 'socket hang up'])
    expect(told(new errors.SocketError('other side closed'), true)).to.eql(['ReadError', 'ECONNRESET', 'The server aborted pending request'])
    expect(told(new errors.ResponseContentLengthMismatchError(), true)).to.eql(['ReadError', 'ECONNRESET', 'The server aborted pending request'])
    expect(told(new errors.ResponseContentLengthMismatchError())).to.eql(['RequestError', 'HPE_UNEXPECTED_CONTENT_LENGTH', 'Parse Error: Duplicate Content-Length'])
  })

  it('is a time-out of the socket where nothing comes', () => {
    for (const cause of [new errors.ConnectTimeoutError(), new errors.HeadersTimeoutError(), new errors.BodyTimeoutError()]) {
      expect(told(cause)).to.eql(['RequestError', 'ERR_SOCKET_TIMEOUT', 'Socket timeout'])
    }
  })

  it('is a time-out of the response as got says it', () => {
    expect(told(new TimedOut(1500))).to.eql(['TimeoutError', 'ETIMEDOUT', "Timeout awaiting 'response' for 1500ms"])
    expect(told(new TimedOut(1), true)[0]).to.equal('TimeoutError')
  })

  it('is a header overflow', () => {
    expect(told(new errors.HeadersOverflowError())).to.eql(['RequestError', 'HPE_HEADER_OVERFLOW', 'Parse Error: Header overflow'])
  })

  for (const [said, code] of [
    ['Expected HTTP/, RTSP/ or ICE/', 'HPE_INVALID_CONSTANT'],
    ['Invalid HTTP version', 'HPE_INVALID_VERSION'],
    ['Invalid status code', 'HPE_INVALID_STATUS'],
    ['Missing expected CR after response line', 'HPE_CR_EXPECTED'],
    ['Expected LF after CR', 'HPE_LF_EXPECTED'],
    ["Transfer-Encoding can't be present with Content-Length", 'HPE_INVALID_TRANSFER_ENCODING'],
    ['Duplicate Content-Length', 'HPE_UNEXPECTED_CONTENT_LENGTH'],
    ['Invalid character in Content-Length', 'HPE_INVALID_CONTENT_LENGTH'],
    ['Invalid character in chunk size', 'HPE_INVALID_CHUNK_SIZE'],
    ['Invalid header token', 'HPE_INVALID_HEADER_TOKEN'],
    ['Unexpected whitespace after header value', 'HPE_INVALID_HEADER_TOKEN'],
    ['Something new', 'HPE_STRICT']
  ]) {
    it(`has Node’s code for “${said}”`, () => expect(told(parseError(said))).to.eql(['RequestError', code, `Parse Error: ${said}`]))
  }

  it('keeps what it was', () => {
    const cause = coded('UND_ERR_SOMETHING')
    expect(clientError(cause, false)).to.include({ code: 'UND_ERR_SOMETHING', cause })
  })

  it('is got’s for a request that can’t be made', () => {
    expect(requestError('what it said')).to.include({ name: 'RequestError', code: 'ERR_GOT_REQUEST_ERROR', message: 'what it said' })
  })
})
