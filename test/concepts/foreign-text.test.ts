import { expect } from 'chai'
import { asSpeedupError, SpeedupError } from '../../plugin/concepts/errors.ts'
import { legible, quotable, withoutSecrets } from '../../plugin/concepts/foreign-text.ts'
import { lastLines } from '../../plugin/processes/last-lines.ts'
import { maskSecrets } from '../../plugin/processes/mask-secrets.ts'
import { temporaryFolder } from '../support/folder.ts'

describe('what others have written', () => {
  const folder = temporaryFolder()

  /** Wherever they stand: in a command, or in what an app prints. */
  const secrets: [what: string, given: string, shown: string][] = [
    ['a query', 'GET http://a.example/x?api_key=s3cret&page=2#top', 'GET http://a.example/x?api_key=…&page=2#top'],
    ['names in a query that are no secret elsewhere', '/x?key=s3cret&sig=s3cret', '/x?key=…&sig=…'],
    [
      'basic credentials',
      'curl -H "Authorization: Basic czNjcmV0OnMzY3JldA==" http://a.example',
      'curl -H "Authorization: Basic …" http://a.example'
    ],
    ['a scheme that nobody knows', "-H 'proxy-authorization: s3cret s3cret' x", "-H 'proxy-authorization: …' x"],
    ['cookies', 'Set-Cookie: sid=s3cret; Path=/', 'Set-Cookie: …'],
    ['--jwt', 'node . --jwt s3cret --port 80', 'node . --jwt … --port 80'],
    ['--auth', 'node . --auth ada:s3cret --port 80', 'node . --auth … --port 80'],
    ['--key', 'node . --key s3cret --port 80', 'node . --key … --port 80'],
    [
      'options with these as their last word',
      'node . --signing-key=s3cret --http-auth "a:s3 cret" --db_pwd s3cret',
      'node . --signing-key=… --http-auth … --db_pwd …'
    ],
    [
      'a user and a password',
      'curl -u ada:s3cret -U "ada:s3 cret" --user=ada:s3cret -uada:s3cret x',
      'curl -u … -U … --user=… -u… x'
    ],
    ['a URL of a database', 'connect postgres://ada:s3cret@db:5432/shop', 'connect postgres://…@db:5432/shop'],
    ['a password that should have been escaped', 'postgres://ada:s3/c?r#et@db/shop', 'postgres://…@db/shop'],
    ['a header with a key', 'X-Api-Key: s3cret', 'X-Api-Key: …'],
    [
      'JSON',
      '{"user":"ada","password":"s3cret s3\\"cret","apiKey": "s3cret", port: 80}',
      '{"user":"ada","password":…,"apiKey": …, port: 80}'
    ],
    ['an object that is printed', "{ clientSecret: 's3cret', db_pass: 's3cret' }", '{ clientSecret: …, db_pass: … }'],
    [
      'arguments in a list',
      '["node","--jwt","s3cret","-u","ada:s3cret","--key",\'s3cret\',"--port","80"]',
      '["node","--jwt",…,"-u",…,"--key",…,"--port","80"]'
    ],
    ['a JSON Web Token', 'got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl.', 'got ….'],
    ['a bearer token', 'sent bearer s3cret', 'sent bearer …']
  ]
  for (const [what, given, shown] of secrets) {
    it(`is shown without ${what}`, () => {
      expect(withoutSecrets(given)).to.equal(shown)
      expect(withoutSecrets(shown), 'twice').to.equal(shown)
      expect(maskSecrets(given), 'in a command').to.not.match(/s3|czNj|eyJ/)
    })
  }

  it('is shown without secrets, too, as arguments of a program', () => {
    expect(
      maskSecrets([
        'curl',
        '-u',
        'ada:s3 cret',
        '--jwt',
        's3cret',
        '--key',
        's3 cret',
        '-H',
        'Authorization: Basic s3cret s3cret',
        'http://a.example/?api_key=s3cret'
      ])
    ).to.equal('curl -u … --jwt … --key … -H Authorization: Basic … http://a.example/?api_key=…')
    expect(maskSecrets(['docker', 'run', '-u', '1000:1000', '--keyboard', 'qwerty'])).to.equal(
      'docker run -u 1000:1000 --keyboard qwerty'
    )
  })

  for (const plain of [
    'node . --keyboard qwerty --author ada --max-tokens 5 --monkey 3',
    'http://a.example/x?page=2&q=key',
    'key: value',
    'the key is missing',
    'a key = value',
    'docker run -u 1000:1000 app',
    'sudo -u postgres psql',
    'max_tokens: 100',
    'the tokenizer: fast',
    'http://localhost:3000/@scope/package',
    'pass: 12 fail: 0',
    'Basic usage: see below',
    'if (token === null) {',
    'password: undefined',
    'mail ada@example.com',
    "SyntaxError: Unexpected token '}'",
    'at Server.<anonymous> (file:///app/server.js:3:9)',
    'author: Ada',
    'signature(of): it',
    'https://cdn.example/npm/vue@3',
    'Error: listen EADDRINUSE: address already in use 127.0.0.1:3000'
  ])
    it(`is left as it is where it has no secret: ${plain}`, () => expect(withoutSecrets(plain)).to.equal(plain))

  const controls: [what: string, given: string, shown: string][] = [
    ['colours', '\x1b[31mred\x1b[0m and \x1b[1;38;5;9mmore\x1b[m', 'red and more'],
    ['cursor movements, and what clears a line', 'a\x1b[2K\x1b[1Gb\x1b7\x1b[?25l', 'ab'],
    ['titles and links', '\x1b]0;title\x07a \x1b]8;;http://evil.example\x1b\\link\x1b]8;;\x1b\\', 'a link'],
    ['8-bit controls', '\x9b31mred\x9d0;title\x9cplain', 'redplain'],
    ['a sequence that is cut off', 'end\x1b[3', 'end'],
    ['what goes back in a line', '10 %\r20 %\r\nthen', '10 %\n20 %\nthen'],
    [
      'what rings, deletes or hides',
      'a\x07\x08b\x00c\u202ed\u200be\ud800',
      'a\ufffd\ufffdb\ufffdc\ufffdd\ufffde\ufffd'
    ],
    [
      'commands for GitHub',
      '::error::no\n  ::set-output name=a::b\r::stop-commands::x\n\t::warning file=a,line=1::c',
      ': :error::no\n  : :set-output name=a::b\n: :stop-commands::x\n\t: :warning file=a,line=1::c'
    ],
    ['commands that begin where a line is wrapped', 'a ::error::no', 'a : :error::no'],
    ['commands behind an escape sequence', '\x1b[0m::error::no', ': :error::no'],
    [
      'older commands, wherever they are',
      'x ##[error]no ##vso[task.complete]no\n##teamcity[x]',
      'x ## [error]no ## vso[task.complete]no\n## teamcity[x]'
    ]
  ]
  for (const [what, given, shown] of controls)
    it(`is shown without ${what}`, () => expect(legible(given)).to.equal(shown))

  for (const plain of [
    '::1',
    'listening on ::ffff:127.0.0.1',
    'std::vector<int>',
    'a :: b',
    '# title',
    '## title',
    'a\tb\n\n  c',
    'naïve 日本語 😀'
  ]) {
    it(`is left as it is where it steers nothing: ${JSON.stringify(plain)}`, () =>
      expect(legible(plain)).to.equal(plain))
  }

  it('takes no longer the more often it begins like a secret', () => {
    const often = 40_000
    for (const part of [
      'token',
      '-key',
      'a_',
      '//a:b',
      '//a',
      'eyJ',
      '-eyJ',
      'cookie',
      '-u ',
      '-u a',
      ' ',
      ':',
      '::a ',
      '\x1b]',
      '\x1b[',
      '"',
      'password: "',
      'jwt=',
      '?key',
      'bearer ',
      '##'
    ]) {
      expect(quotable(part.repeat(often))).to.be.a('string')
    }
  })

  it('is in no last lines of a log, and in no error', () => {
    const log = folder.write('app.log', '\x1b[31mfailed\x1b[0m\n::error::connect postgres://ada:s3cret@db\n')
    const shown = '    failed\n    : :error::connect postgres://…@db'
    expect(lastLines(log)).to.equal(shown)
    const said = 'no \x1b[1mway\x1b[0m:\n::error::http://a.example/?api_key=s3cret'
    const quoted = 'no way:\n: :error::http://a.example/?api_key=…'
    expect(new SpeedupError('APP_DIED', said).message).to.equal(quoted)
    expect(asSpeedupError(new Error(said)).message).to.include(quoted)
  })
})
