import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { hasMembers } from '../../plugin/processes/members.ts'
import { isListening } from '../../plugin/app/port.ts'
import { apps } from '../support/project.ts'
import { hello, named, startingCommand } from './starting-command.ts'

describe('a command', () => {
  const { start, refusal, folder, port, logFile, output } = startingCommand()

  it('is not ready while that path answers 500', async () => {
    const script = "require('node:http').createServer((request, response) => response.writeHead(503).end()).listen(process.env.PORT, '127.0.0.1')"
    const { code, message } = await refusal([process.execPath, '-e', script], { ready: '/health', readyTimeoutSeconds: 1 })
    expect(code).to.equal('APP_NOT_READY')
    expect(message).to.match(/ listens, but GET \/health answered 503 within 1 s \(plugins\.speedup\.app\.readyTimeout\)\. It must answer below 500: see plugins\.speedup\.app\.ready\. It printed nothing\.$/)
  })

  it('that exits is told with its exit code and what it printed last', async () => {
    expect(await refusal('echo starting; echo no database >&2; exit 7')).to.eql({
      code: 'APP_NOT_READY',
      message: `${named('echo starting; echo no database >&2; exit 7')} exited with code 7 before it was ready. Its last lines:\n    starting\n    no database`
    })
  })

  it('that is not found is told as such, whether a shell looked for it or we did', async () => {
    const found = `exited with code 127 before it was ready, since a program was not found. Is it installed, and in the PATH? Relative paths begin at ${folder()}`
    const line = await refusal('no-such-program --port $PORT')
    expect(line.message).to.include(`${named('no-such-program --port $PORT')} ${found}. Its last lines:\n`).and.to.match(/no-such-program: (command )?not found$/)
    const list = await refusal(['./no such program', '--quiet'])
    expect(list.message).to.equal(`${named('./no such program --quiet')} ${found}. A list is a program and its arguments: write a whole line as one text. It printed nothing.`)
  })

  it('that can’t be run is told as such', async () => {
    writeFileSync(join(folder(), 'notes.txt'), 'hello')
    expect((await refusal(['./notes.txt'])).message).to.equal(`${named('./notes.txt')} exited with code 126 before it was ready, since a program can't be run. It has to be one for this machine, and executable (chmod +x). It printed nothing.`)
    expect((await refusal(['echo', 'x'.repeat(2 ** 23)])).message).to.equal(`${named(`echo ${'x'.repeat(195)} …`)} could not be started (spawn E2BIG).`)
  })

  it('that goes to the background is told to stay in the foreground, and what it left is ended', async () => {
    for (const command of [`${hello} &`, `setsid ${hello} &`]) {
      const { code, message } = await refusal(command)
      expect(code).to.equal('APP_NOT_READY')
      expect(message).to.equal(
        `${named(command)} exited with code 0 before it was ready, but what it had started went on in the background. That was ended. ` +
          'Only what runs in the foreground can be measured and stopped: run it there, without `&` and by the option that many programs have for it, such as `nginx -g \'daemon off;\'`. It printed nothing.'
      )
      expect(await isListening({ hostname: '127.0.0.1', port: port() })).to.equal(false)
    }
  })

  it('that hides in the background is told by the port that it has taken', async () => {
    // Neither its session nor its environment nor an open file tells that it is ours.
    const hide = `exec 3>&-; env -i PORT=$PORT setsid ${hello} & echo $!; while [ ! -e go ]; do sleep 0.02; done`
    const { died } = await start(hide)
    try {
      writeFileSync(join(folder(), 'go'), '')
      expect((await died).message).to.include(` exited with code 0 while it was measured, but something listens on 127.0.0.1:${port()} now. If it went to the background there, end it yourself`)
    } finally {
      process.kill(Number(output()), 'SIGKILL')
    }
  })

  it('that goes to the background when it serves is told the same', async () => {
    const { died } = await start(`setsid ${hello} & while [ ! -e go ]; do sleep 0.02; done`)
    writeFileSync(join(folder(), 'go'), '')
    const { code, message } = await died
    expect(code).to.equal('APP_DIED')
    expect(message).to.include(' exited with code 0 while it was measured, but what it had started went on in the background. That was ended. Only what')
    expect(await isListening({ hostname: '127.0.0.1', port: port() })).to.equal(false)
  })

  it('that ends while it is measured is told with its signal', async () => {
    const { died, kin } = await start(`exec ${hello}`)
    process.kill(Number(kin?.group), 'SIGSEGV')
    expect((await died).message).to.equal(`${named(`exec ${hello}`)} was ended by SIGSEGV while it was measured. It printed nothing.`)
  })

  it('that listens on another port is told on which', async () => {
    const { message } = await refusal(`'${process.execPath}' '${apps}other-port.js'`, { readyTimeoutSeconds: 1 })
    expect(message).to.include(` listens on port ${port() + 1}, but config.target names port ${port()}. Let it listen on $PORT, which is set to ${port()}, or change config.target.`)
  })

  it('that listens nowhere is told so', async () => {
    const { message } = await refusal('echo waiting; exec sleep 100', { readyTimeoutSeconds: 0.3 })
    expect(message).to.equal(
      `${named('echo waiting; exec sleep 100')} listened on no port within 0.3 s (plugins.speedup.app.readyTimeout). If it needs longer to start, raise that; it must listen on port ${port()}. Its last lines:\n    waiting`
    )
  })

  it('that prints for ever is measured, and fills no disk', async () => {
    const { stop } = await start(`yes '${'x'.repeat(1000)}' & exec ${hello}`)
    let size = 0
    for (let before = -1; size >= before; size = statSync(logFile()).size) {
      before = size
      await delay(5)
    }
    expect(await stop()).to.equal(false)
    expect(statSync(logFile()).size).to.be.at.most(16 * 2 ** 20)
  })

  it('that ignores SIGTERM is killed after stopTimeout, with all of it', async () => {
    const { stop, kin } = await start(`trap '' TERM; '${process.execPath}' '${apps}ignores-sigterm.js' & wait; sleep 100`, { stopTimeoutSeconds: 0.2 })
    expect(await stop()).to.equal(true)
    expect(kin !== null && hasMembers(kin)).to.equal(false)
  })

  it('does not start where another program listens', async () => {
    await start(`exec ${hello}`)
    expect((await refusal('sleep 100')).code).to.equal('PORT_TAKEN')
  })
})
