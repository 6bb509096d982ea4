import { expect } from 'chai'
import { describe, it } from 'mocha'
import { explainStart } from '../../plugin/init/explain-start.ts'
import { isFree, nextFreePort, uncommonPort } from '../../plugin/init/find-port.ts'
import { temporaryFolder } from '../support/folder.ts'
import { serving } from '../support/serving.ts'

describe('a free port', () => {
  const serve = serving()

  it('is the one that is asked for, as high as that may be', async () => {
    const { target: { port }, close } = await serve(() => {})
    await close()
    // Where the system chooses, ports are high.
    expect(port).to.be.above(30_000)
    expect(await nextFreePort(port)).to.equal(port)
  })

  it('is a later one where that is taken', async () => {
    const { target: { port } } = await serve(() => {})
    expect(await isFree(port)).to.equal(false)
    expect(await nextFreePort(port)).to.be.above(port)
  })

  it('may be one that no app would choose', async () => {
    expect(await uncommonPort()).to.be.within(20_000, 32_000)
  })
})

describe('the reason why an app did not listen', () => {
  const folder = temporaryFolder()
  const exits = { code: 1, signal: null }
  const explain = (printed: string, exit: Parameters<typeof explainStart>[0]['exit'] = exits) => {
    const { code, message } = explainStart({ name: 'app.js', exit, timeoutSeconds: 10, logFile: folder.write('log', printed) })
    return { code, message }
  }
  const otherFile = ' If another file starts the server: --app <file>.'
  const database = (name: string) => 'If it needs a database, start that first. If it needs a variable, set it, here and when you compare: ' +
    `export ${name}=...${otherFile}`

  it('is told by its end, its last lines, and what to do', () => {
    const message = `app.js exited with code 3 before it listened on a port. Its last lines:\n    one\n    two\n${database('DATABASE_URL')}`
    expect(explain('one\ntwo\n', { code: 3, signal: null })).to.eql({ code: 'APP_NOT_READY', message })
    const nothing = `It printed nothing.\n${database('DATABASE_URL')}`
    const killed = explain('', { code: null, signal: 'SIGSEGV' })
    expect(killed.message).to.equal(`app.js was ended by SIGSEGV before it listened on a port. ${nothing}`)
    expect(explain('', null).message).to.equal(`app.js listened on no port within 10 s (more by --ready-timeout). ${nothing}`)
  })

  it('leaves out the frames of a stack, which would hide its message, and shows twelve lines', () => {
    const frames = Array.from({ length: 40 }, (_, i) => `    at f${i} (a.js:1:1)`).join('\n')
    expect(explain(`Error: no\n${frames}\n\nNode.js v24.21.0\n`).message).to.include('Its last lines:\n    Error: no\nIf it needs')
    const { message } = explain(Array.from({ length: 40 }, (_, i) => `line ${i + 1}`).join('\n'))
    expect(message).to.include('Its last lines:\n    line 29\n').and.include('line 40\nIf it needs')
  })

  const connects = 'It connects to something that is not there, such as a database: start that first.'
  const advice: [printed: string, advice: string][] = [
    ["Error: Cannot find module 'express'", 'Install what it imports: npm install.'],
    ["Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@a/b' imported from /x/app.js", 'Install what it imports: npm install.'],
    ["Error: Cannot find module './routes'", 'A file of its own is missing. If it has to be built, do that first.'],
    [
      'SyntaxError [ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX]: TypeScript enum is not supported in strip-only mode',
      'Node itself runs TypeScript only where leaving out the types is enough. Let tsx do more: npm install --save-dev tsx, ' +
        'and "start": "tsx <file>" in package.json.'
    ],
    ['node: .env: not found', 'The file of environment variables is missing: make it first.'],
    ['Error: connect ECONNREFUSED 127.0.0.1:5432', connects],
    ['getaddrinfo ENOTFOUND db', connects],
    ['Error: SESSION_SECRET is not set', database('SESSION_SECRET').slice(0, -otherFile.length)],
    ['Error [ERR_INVALID_ARG_TYPE]: JWT_KEY must be a string', database('JWT_KEY').slice(0, -otherFile.length)]
  ]
  for (const [printed, expected] of advice) {
    it(`comes with advice after ${printed.slice(0, 50)}`, () => {
      expect(explain(printed).message.endsWith(`\n${expected}${otherFile}`)).to.equal(true)
    })
  }

  it('may be a port that another program has', () => {
    const { code, message } = explain("Error: listen EADDRINUSE: address already in use :::4000\n  code: 'EADDRINUSE',\n  port: 4000\n")
    expect(code).to.equal('PORT_TAKEN')
    expect(message.startsWith('app.js wants port 4000, whatever PORT says, and another program has it (the app itself, perhaps?). ' +
      'Stop that program first. Its last lines:\n    Error: listen EADDRINUSE'), message).to.equal(true)
  })
})
