import { expect } from 'chai'
import { logIn, masked, readRequests } from '../../plugin/init/requests.ts'
import { temporaryFolder } from '../support/folder.ts'
import { serving } from '../support/serving.ts'
import { refusal } from '../support/settings.ts'
import { refusalFrom } from './some-project.ts'

describe('what users send', () => {
  const folder = temporaryFolder()
  before(() => Object.assign(process.env, { SPEEDUP_TEST_TOKEN: 's3cret' }))
  after(() => void delete process.env.SPEEDUP_TEST_TOKEN)

  it('is a plain GET where nothing is said, and a POST where there is a body', () => {
    expect(readRequests({})).to.eql({
      content: { method: 'GET', headers: {}, body: null },
      login: null,
      isSecret: false
    })
    expect(readRequests({ body: '{"a":1}' }).content).to.eql({
      method: 'POST',
      headers: {},
      body: { value: '{"a":1}', written: '{"a":1}' }
    })
    expect(readRequests({ method: 'delete' }).content.method).to.equal('DELETE')
  })

  it('is read from files and variables, whose names alone are written', () => {
    const file = folder.write('body.json', '{"pin":"s3cret"}\n')
    const lines = folder.write('headers', 'X-Key: s3cret\naccept: text/html\n')
    const login = '/login {"user":"ada","password":"${SPEEDUP_TEST_TOKEN}"}'
    const header = ['Authorization: Bearer $SPEEDUP_TEST_TOKEN', `@${lines}`]
    const { content, ...rest } = readRequests({ header, body: `@${file}`, login })
    expect(content.headers).to.eql({
      authorization: { value: 'Bearer s3cret', written: 'Bearer {{ $env.SPEEDUP_TEST_TOKEN }}' },
      'x-key': { value: 's3cret', written: 's3cret' },
      accept: { value: 'text/html', written: 'text/html' }
    })
    expect(content.body?.value).to.equal('{"pin":"s3cret"}')
    expect(rest).to.eql({
      login: {
        path: '/login',
        body: {
          value: '{"user":"ada","password":"s3cret"}',
          written: '{"user":"ada","password":"{{ $env.SPEEDUP_TEST_TOKEN }}"}'
        }
      },
      isSecret: true
    })
    expect(readRequests({ header: [header[0]], login }).isSecret).to.equal(false)
  })

  const refused: [options: Parameters<typeof readRequests>[0], message: RegExp][] = [
    [{ header: ['accept'] }, /^-H must be a name and a value, such as/],
    [{ header: ['a: $SPEEDUP_TEST_NONE'] }, /^-H a names \$SPEEDUP_TEST_NONE, which is not set: export SPEEDUP_TEST_/],
    [{ body: '@gone.json' }, /^--body is @gone\.json, but that file cannot be read \(ENOENT/],
    [{ method: 'FETCH' }, /^--method is "FETCH"\. It must be one of GET, /],
    [{ method: 'get', body: 'a=1' }, /^--body cannot be sent by GET\. Choose another --method, such as POST\.$/],
    [{ login: 'login {}' }, /^--login must be a path and what is sent there/],
    [{ login: '/login' }, /^--login must be a path and what is sent there/]
  ]
  for (const [options, message] of refused)
    it(`is refused: ${JSON.stringify(options)}`, () =>
      expect(refusal(() => readRequests(options)).message).to.match(message))

  it('is told without its values, but for names of variables and files', () => {
    const told: [option: string, text: string, expected: string][] = [
      ['header', 'authorization: Bearer s3cret', 'authorization: …'],
      ['header', 'authorization: Bearer $TOKEN', 'authorization: Bearer $TOKEN'],
      ['header', 'x-key: ${KEY}', 'x-key: ${KEY}'],
      ['header', 'x-key: s3cret$KEY', 'x-key: …'],
      ['header', '@headers', '@headers'],
      ['body', '{"a":"s3cret"}', '…'],
      ['body', '@body.json', '@body.json'],
      ['login', '/login {"a":"s3cret","b":"$B"}', '/login …'],
      ['login', '/login @who.json', '/login @who.json'],
      ['users', '20', '20']
    ]
    for (const [option, text, expected] of told) expect(masked(option, text), text).to.equal(expected)
  })
})

describe('a login', () => {
  const serve = serving()
  const never = new AbortController().signal
  const login = { path: '/login', body: { value: 'user=ada', written: '' } }
  const content = { method: 'GET', headers: {}, body: null }

  const answering = async (body: string, cookies: string[] = [], status = 200) => {
    const { target } = await serve((request, response) => {
      const isForm =
        request.headers['content-type'] === 'application/x-www-form-urlencoded' && request.method === 'POST'
      response.writeHead(isForm ? status : 415, { 'set-cookie': cookies }).end(body)
    })
    return logIn(target.url, { content, login }, never)
  }

  it('gives the cookies and the token of its answer to every request', async () => {
    expect(await answering('', ['sid=1; HttpOnly', 'b=2'])).to.eql({
      content: { ...content, headers: { cookie: 'sid=1; b=2' } },
      session: { token: null, cookies: ['sid', 'b'] }
    })
    expect(await answering('{"user":{"name":"ada"},"data":{"accessToken":"s3cret"}}')).to.eql({
      content: { ...content, headers: { authorization: 'Bearer s3cret' } },
      session: { token: '$.data.accessToken', cookies: [] }
    })
    expect(await logIn('http://127.0.0.1:1', { content, login: null }, never)).to.eql({ content, session: null })
  })

  it('that fails, or gives nothing, is refused', async () => {
    const told = async (...given: Parameters<typeof answering>) =>
      (await refusalFrom(() => answering(...given))).message
    expect(await told('', [], 401)).to.equal(
      'The app answers 401 to the login, POST /login. Check the path and the body of --login.'
    )
    expect(await told('{"token":7}')).to.match(
      /^The app answers the login, POST \/login, without a cookie and without a/
    )
  })
})
