import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import fc from 'fast-check'
import { asSpeedupError, SpeedupError } from '../../plugin/concepts/errors.ts'
import { legible, quotable, withoutSecrets } from '../../plugin/concepts/foreign-text.ts'
import { lastLines } from '../../plugin/processes/last-lines.ts'
import { maskSecrets } from '../../plugin/processes/mask-secrets.ts'
import { temporaryFolder } from '../support/folder.ts'
import { repository } from '../support/project.ts'
import { seed } from '../support/random.ts'

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
    ['a bearer token', 'sent bearer s3cret', 'sent bearer …'],
    [
      'fields of a form',
      'password[]=s3cret&user[password]=s3cret&user%5Bpassword%5D=s3cret&user%5Bpin%5D=s3&user[pin]=s3&user[name]=ada',
      'password[]=…&user[password]=…&user%5Bpassword%5D=…&user%5Bpin%5D=…&user[pin]=…&user[name]=ada'
    ],
    [
      'fields with parts, and a passcode',
      'password[0]=s3cret&password%5Bhash%5D=s3cret&passcode=s3cret&x=1',
      'password[0]=…&password%5Bhash%5D=…&passcode=…&x=1'
    ],
    [
      'JSON in a line of JSON',
      '{"body":"{\\"password\\":\\"s3cret s3cret\\",\\"pin\\":301234,\\"cookie\\":\\"a=s3cret\\",\\"x\\":1}"}',
      '{"body":"{\\"password\\":…,\\"pin\\":…,\\"cookie\\":\\"…",\\"x\\":1}"}'
    ],
    ['a session', 'connect.sid=s%3As3cret; session=s3cret; sid=s3cret', 'connect.sid=…; session=…; sid=…'],
    [
      'a session of another framework',
      'PHPSESSID=s3cret; JSESSIONID=s3cret; laravel_session=s3cret; ASP.NET_SessionId=s3cret; _csrf=s3cret',
      'PHPSESSID=…; JSESSIONID=…; laravel_session=…; ASP.NET_SessionId=…; _csrf=…'
    ],
    [
      'a key of an account',
      'AccountName=ada;AccountKey=s3cret==;Suffix=net',
      'AccountName=ada;AccountKey=…;Suffix=net'
    ],
    [
      'a PIN, a one-time password and a session that are printed',
      '{ pin: \'s31234\', otp: 301234, "session": "s3cret", sessionId: \'s3cret\', user_pin: s3cret }',
      '{ pin: …, otp: …, "session": …, sessionId: …, user_pin: … }'
    ],
    ['such options', 'node . --pin s31234 --otp=s3 --session-id s3cret x', 'node . --pin … --otp=… --session-id … x'],
    ['such parts of a query', '/x?pin=s31234&otp=s3&session=s3cret&page=2', '/x?pin=…&otp=…&session=…&page=2'],
    [
      'a password with an @ that should have been escaped',
      'redis://ada:s3c@r@s3t@db:6379/0?mail=a@example.org x',
      'redis://…@db:6379/0?mail=a@example.org x'
    ],
    [
      'a private key',
      'KEY\n-----BEGIN RSA PRIVATE KEY-----\ns3cret\ns3cret==\n-----END RSA PRIVATE KEY-----\nlistening',
      'KEY\n-----BEGIN RSA PRIVATE KEY-----…-----END RSA PRIVATE KEY-----\nlistening'
    ],
    ['a key of an example', 'AKIAIOSFODNN7EXAMPLE, used', '…, used'],
    ['a private key of PGP', '-----BEGIN PGP PRIVATE KEY BLOCK-----\ns3cret', '-----BEGIN PGP PRIVATE KEY BLOCK-----…'],
    ['half a private key', '-----BEGIN PRIVATE KEY-----\ns3cret\ns3', '-----BEGIN PRIVATE KEY-----…'],
    ['a hook of Slack', 'https://hooks.slack.com/services/T00/B00/s3cret x', 'https://hooks.slack.com/services/… x']
  ]
  for (const [what, given, shown] of secrets) {
    it(`is shown without ${what}`, () => {
      expect(withoutSecrets(given)).to.equal(shown)
      expect(withoutSecrets(shown), 'twice').to.equal(shown)
      expect(maskSecrets(given), 'in a command').to.not.match(/s3|czNj|eyJ/)
    })
  }

  /** By whose they are: as its docs describe them. */
  const keys: Record<string, RegExp> = {
    AWS: /^(AKIA|ASIA)[A-Z2-7]{16}$/,
    GitHub: /^(gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59})$/,
    GitLab: /^gl(pat|dt|rt|cbt|ptt|ft|soat)-[A-Za-z0-9_-]{19}[0-9]$/,
    Slack: /^(xox[baprs]-[0-9]{10,13}-[0-9]{10,13}-[a-zA-Z0-9]{24}|xapp-1-A[A-Z0-9]{10}-[0-9]{13}-[a-f0-9]{64})$/,
    Stripe: /^([sr]k_(live|test)_[A-Za-z0-9]{24}|whsec_[A-Za-z0-9]{32})$/,
    OpenAI: /^sk-(proj-)?[A-Za-z0-9]{20}0A[A-Za-z0-9]{20}$/,
    Google: /^(AIza[A-Za-z0-9_-]{34}[a-z]|GOCSPX-[A-Za-z0-9_-]{27}[a-z]|ya29\.[A-Za-z0-9_-]{40}[a-z])$/,
    npm: /^npm_[A-Za-z0-9]{36}$/
  }
  for (const [who, form] of Object.entries(keys)) {
    it(`is shown without a key of ${who}, wherever it stands`, () =>
      fc.assert(
        fc.property(fc.stringMatching(form), (key) => {
          const places = [
            `${key}`,
            `sent ${key}, refused`,
            `{"data":"${key}"}`,
            `/x?q=${key}&page=2`,
            `a=${key}`,
            `\n  ${key}\n`,
            `node . ${key}`
          ]
          for (const place of places) {
            expect(withoutSecrets(place)).to.equal(place.replace(key, '…'))
            expect(maskSecrets(place)).to.not.include(key)
          }
        }),
        { seed }
      ))
  }

  describe('is left as it is where it is ordinary', () => {
    const lines = ['docs/loads.md', 'docs/troubleshooting.md', 'docs/how-it-works.md', 'docs/glossary.md']
      .flatMap((page) => readFileSync(`${repository}${page}`, 'utf8').split('\n'))
      .filter((line) => line !== '')
    const words = [...new Set(lines.flatMap((line) => line.match(/[A-Za-z][a-z]+/g) ?? []))]
    // What tells of a secret, with what comes next.
    const names = /pass|auth|cookie|key|token|secret|sig|pin|otp|session|bearer|basic|jwt|pwd/i
    const word = fc.constantFrom(...words.filter((each) => !names.test(each)))
    const number = fc.integer({ min: 0, max: 1e13 }).map(String)
    const hash = fc.stringMatching(/^([0-9a-f]{40}|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{12})$/)
    const same = (text: string) => expect(withoutSecrets(text)).to.equal(text)

    it('as in the lines of these docs', () => {
      expect(lines).to.have.length.above(300)
      const masked = lines.filter((line) => withoutSecrets(line) !== line)
      expect(masked).to.eql([])
    })

    it('in sentences, with numbers and hashes, also with the words that are in names of secrets', () => {
      const sentence = fc.array(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...words) }, number, hash), {
        minLength: 1,
        maxLength: 12
      })
      fc.assert(
        fc.property(sentence, (all) => void (/\b(?:bearer|basic) /i.test(all.join(' ')) || same(`${all.join(' ')}.`))),
        { numRuns: 500, seed }
      )
    })

    it('in URLs, paths, options and assignments whose names tell of no secret', () => {
      const part = fc.oneof(word, number, hash)
      const parts = fc.tuple(
        fc.array(part, { minLength: 1, maxLength: 4 }),
        fc.array(fc.tuple(word, part), { maxLength: 3 })
      )
      fc.assert(
        fc.property(parts, fc.integer({ min: 1, max: 65_535 }), ([path, query], port) => {
          const url = `http://${path[0]}.example:${port}/${path.join('/')}?${query.map((pair) => pair.join('=')).join('&')}#${path[0]}`
          same(`GET ${url} answered 404`)
          same(`see https://github.com/${path.join('/')}/@scope/${path[0]}`)
          same(`node server.js ${query.map((pair) => `--${pair.join('=')} --${pair.join(' ')}`).join(' ')}`)
          same(`{${query.map(([name, value]) => `"${name}":"${value}"`).join(',')}}`)
        }),
        { numRuns: 500, seed }
      )
    })
  })

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
    'session: started by Ada',
    'the session is over, as its pin says: no',
    'pinned=3 spin=4 side: 5',
    'a task-runner-with-a-very-long-name-and-99-Words',
    'glass-door-with-2024-and-a-long-name npm_package_scripts_of_a_very_long_name_1',
    'class="sk-three-bounce-of-a-long-name"',
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    'http://ada.example/@ada/x@y',
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
      '##',
      'sk-',
      'sk-A1 ',
      'xoxb-1',
      'glpat-',
      'ya29.a',
      '@a',
      '//a:b@',
      '//a:b@c@',
      'password[]',
      'password[a]\\\\"',
      'pin\\\\',
      'password:\\\\"',
      '%5Bpin%5D',
      'session',
      '_session.',
      'connect.sid ',
      '-----BEGIN PRIVATE KEY-----',
      '-----BEGIN A '
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
