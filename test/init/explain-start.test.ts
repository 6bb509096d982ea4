import { expect } from 'chai'
import { explainStart } from '../../plugin/init/find-port.ts'
import { temporaryFolder } from '../support/folder.ts'

describe('the reason why an app did not listen', () => {
  const folder = temporaryFolder()
  const explain = (printed: string, exit: Parameters<typeof explainStart>[1] = { code: 1, signal: null }) => {
    const { code, message } = explainStart('app.js', exit, 10, folder.write('log', printed))
    return { code, message }
  }
  const otherFile = ' If another file starts the server: --app <file>.'
  const variable = (name: string) =>
    `If it needs a database, start that first. If it needs an environment variable, set it now and whenever you compare: export ${name}=...`
  const nothing = `It printed nothing.\n${variable('DATABASE_URL')}${otherFile}`

  it('is told by its end, its last lines, and what to do', () => {
    const message = `app.js exited with code 3 before it listened on a port. Its last lines:\n    one\n    two\n${variable('DATABASE_URL')}${otherFile}`
    expect(explain('one\ntwo\n', { code: 3, signal: null })).to.eql({ code: 'APP_NOT_READY', message })
    expect(explain('', { code: null, signal: 'SIGSEGV' }).message).to.equal(
      `app.js was killed by SIGSEGV before it listened on a port. ${nothing}`
    )
    expect(explain('', null).message).to.equal(
      `app.js did not listen on any port within 10 s (--ready-timeout <seconds> allows more). ${nothing}`
    )
  })

  it('leaves out the frames of a stack, which would hide its message, and shows twelve lines', () => {
    const frames = Array.from({ length: 40 }, (_, i) => `    at f${i} (a.js:1:1)`).join('\n')
    expect(explain(`Error: no\n${frames}\n\nNode.js v24.21.0\n`).message).to.include(
      'Its last lines:\n    Error: no\nIf it needs'
    )
    const { message } = explain(Array.from({ length: 40 }, (_, i) => `line ${i + 1}`).join('\n'))
    expect(message).to.include('Its last lines:\n    line 29\n').and.include('line 40\nIf it needs')
  })

  const connects = 'It cannot connect to a service, such as a database: start that first.'
  const advice: [printed: string, advice: string][] = [
    ["Error: Cannot find module 'express'", 'Install its dependencies: npm install.'],
    [
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@a/b' imported from /x/app.js",
      'Install its dependencies: npm install.'
    ],
    [
      "Error: Cannot find module './routes'",
      'One of its own files is missing. If the app needs a build, run that first.'
    ],
    [
      'SyntaxError [ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX]: TypeScript enum is not supported in strip-only mode',
      'Node only strips types from TypeScript, ' +
        'and this file needs more. Use tsx: npm install --save-dev tsx, and "start": "tsx <file>" in package.json.'
    ],
    ['node: .env: not found', 'The file of environment variables is missing: create it first.'],
    ['Error: connect ECONNREFUSED 127.0.0.1:5432', connects],
    ['getaddrinfo ENOTFOUND db', connects],
    ['Error: SESSION_SECRET is not set', variable('SESSION_SECRET')],
    ['Error [ERR_INVALID_ARG_TYPE]: JWT_KEY must be a string', variable('JWT_KEY')]
  ]
  for (const [printed, expected] of advice) {
    it(`comes with advice after ${printed.slice(0, 50)}`, () =>
      expect(explain(printed).message.split('\n').at(-1)).to.equal(`${expected}${otherFile}`))
  }

  it('may be a port that another program has', () => {
    const { code, message } = explain(
      "Error: listen EADDRINUSE: address already in use :::4000\n  code: 'EADDRINUSE',\n  port: 4000\n"
    )
    expect(code).to.equal('PORT_TAKEN')
    expect(
      message.startsWith(
        'app.js ignores PORT and listens on port 4000, which another program uses (perhaps the app itself). ' +
          'Stop that program first. Its last lines:\n    Error: listen EADDRINUSE'
      ),
      message
    ).to.equal(true)
  })
})
