import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { isListening } from '../../plugin/app/port.ts'
import { readProcesses } from '../../plugin/machine/watch-machine.ts'
import { apps } from '../support/project.ts'
import { expectNobody, starting } from './starting.ts'
import type { App } from '../../plugin/concepts/settings.ts'

/** A line that serves. */
const hello = `'${process.execPath}' '${apps}hello.js'`

/** A list that serves. */
const serving = (answer: string) =>
  [process.execPath, '-e', `let n = 0; require('http').createServer(({ url }, response) => { ${answer} }).listen(process.env.PORT, '127.0.0.1')`]

/** @returns how a message about it begins */
const named = (command: string) => `Variant other: the command \`${command}\``

describe('a command', () => {
  const { start: startVariant, refusal: refusalOf, folder, port, url, logFile, output } = starting()
  const variantOf = (command: string | string[]) => ({ name: 'other', mode: 'command' as const, workers: null, env: { SAID: 'by the variant' }, command })
  type Rest = Partial<App> & { signal?: AbortSignal }
  const start = (command: string | string[], rest?: Rest) => startVariant(variantOf(command), rest)
  const refusal = (command: string | string[], rest?: Rest) => refusalOf(variantOf(command), rest)
  const stillListens = () => isListening({ hostname: '127.0.0.1', port: port() })

  it('is a line for the shell, in the app’s folder, with the app’s variables, the variant’s and PORT', async () => {
    await start(`echo "$GIVEN, $SAID, $PORT, $(pwd)" && exec ${hello}`, { env: { GIVEN: 'by the app', SAID: 'nothing' } })
    expect(output()).to.equal(`by the app, by the variant, ${port()}, ${folder()}\n`)
    expect(await (await fetch(url())).text()).to.equal('hello')
  })

  it('is a program and its arguments, as they are, when it is a list', async () => {
    const script = "console.log(process.argv[1]); require('node:http').createServer().listen(process.env.PORT, '127.0.0.1')"
    await start([process.execPath, '-e', script, '$PORT && "exit"'])
    expect(output()).to.equal('$PORT && "exit"\n')
  })

  it('tells nothing but what the system knows of its processes, and leaves nothing behind', async () => {
    const running = await start(`${hello} & wait`)
    expect([running.workerPids(), running.usage(), running.restarts()]).to.eql([[], [], 0])
    expect(running.readySeconds).to.be.above(0)
    expect(running.kin && readProcesses(running.kin)?.rssMegabytes).to.be.above(20)
    expect(await running.stop()).to.equal(false)
    expectNobody(running)
    expect(await stillListens()).to.equal(false)
  })

  it('is ready when the path answers that the app names', async () => {
    await start(serving('console.log(url); response.writeHead(++n < 3 ? 503 : 200).end()'), { ready: '/health?deep=1' })
    expect(output()).to.equal('/health?deep=1\n'.repeat(3))
  })

  it('is not ready while that path answers 500', async () => {
    const { code, message } = await refusal(serving('response.writeHead(503).end()'), { ready: '/health', readyTimeoutSeconds: 1 })
    expect(code).to.equal('APP_NOT_READY')
    const within = 'within 1 s (plugins.speedup.app.readyTimeout). It must answer below 500: see plugins.speedup.app.ready.'
    expect(message).to.include(`\` listens, but GET /health answered 503 ${within} It printed nothing.`)
  })

  it('prints for ever, is measured all the same, and fills no disk', async () => {
    const { stop } = await start(`yes '${'x'.repeat(1000)}' & exec ${hello}`)
    let size = 0
    for (let before = -1; size >= before; size = statSync(logFile()).size) {
      before = size
      await delay(5)
    }
    expect(await stop()).to.equal(false)
    expect(statSync(logFile()).size).to.be.at.most(16 * 2 ** 20)
  })

  it('is killed after stopTimeout, with all of it, when it ignores SIGTERM', async () => {
    const running = await start(`trap '' TERM; '${process.execPath}' '${apps}ignores-sigterm.js' & wait; sleep 100`, { stopTimeoutSeconds: 0.2 })
    expect(await running.stop()).to.equal(true)
    expectNobody(running)
  })

  describe('that is interrupted', () => {
    /** As a client whose work is done by others, whom it tells to end. */
    const client = "trap 'echo passed on; exit' TERM; echo waiting;"
    const stubborn = `trap 'echo asked' TERM; ${hello} & while :; do sleep 0.02; done`

    for (const [which, command, said] of [
      ['is killed at once while it starts', "trap '' TERM; echo waiting; sleep 100", 'waiting\n'],
      ['can pass that on, while it starts, to those who do its work', `${client} sleep 100 & wait`, 'waiting\npassed on\n']
    ]) {
      it(which, async () => {
        const interruption = new AbortController()
        const refused = refusal(command, { signal: interruption.signal })
        while (output() === '') await delay(10)
        interruption.abort(new Error('Enough.'))
        expect((await refused).message).to.equal('Enough.')
        expect(output()).to.equal(said)
      })
    }

    it('can pass that on to those who do its work', async () => {
      const interruption = new AbortController()
      const running = await start(`${client} ${hello} & wait`, { signal: interruption.signal, stopTimeoutSeconds: 600 })
      interruption.abort()
      await running.stop()
      expect(output()).to.equal('waiting\npassed on\n')
      expectNobody(running)
    })

    it('is killed when it takes longer', async () => {
      const interruption = new AbortController()
      const running = await start(stubborn, { signal: interruption.signal, stopTimeoutSeconds: 600 })
      interruption.abort()
      await running.stop()
      // Once: many take a second time for "at once".
      expect(output().match(/asked/g)).to.have.length(1)
      expectNobody(running)
    })

    it('is killed at once while it takes its time to leave', async () => {
      const interruption = new AbortController()
      const running = await start(stubborn, { signal: interruption.signal, stopTimeoutSeconds: 600 })
      const stopped = running.stop()
      while (!output().includes('asked')) await delay(10)
      interruption.abort()
      await stopped
      expectNobody(running)
    })
  })

  describe('that fails is told', () => {
    it('with its exit code and what it printed last', async () => {
      expect(await refusal('echo starting; echo no database >&2; exit 7')).to.eql({
        code: 'APP_NOT_READY',
        message: `${named('echo starting; echo no database >&2; exit 7')} exited with code 7 before it was ready. Its last lines:\n    starting\n    no database`
      })
    })

    it('when it is not found, whether a shell looked for it or we did', async () => {
      const why = 'since a program was not found. Is it installed, and in the PATH? Relative paths begin at'
      const found = `exited with code 127 before it was ready, ${why} ${folder()}`
      const line = await refusal('no-such-program --port $PORT')
      expect(line.message).to.include(`${named('no-such-program --port $PORT')} ${found}. Its last lines:\n`)
      expect(line.message).to.match(/no-such-program: (command )?not found$/)
      const list = await refusal(['./no such program', '--quiet'])
      const advice = 'A list is a program and its arguments: write a whole line as one text.'
      expect(list.message).to.equal(`${named('./no such program --quiet')} ${found}. ${advice} It printed nothing.`)
    })

    it('when it can’t be run', async () => {
      writeFileSync(join(folder(), 'notes.txt'), 'hello')
      const why = "since a program can't be run. It has to be one for this machine, and executable (chmod +x). It printed nothing."
      expect((await refusal(['./notes.txt'])).message).to.equal(`${named('./notes.txt')} exited with code 126 before it was ready, ${why}`)
      const tooLong = await refusal(['echo', 'x'.repeat(2 ** 23)])
      expect(tooLong.message).to.equal(`${named(`echo ${'x'.repeat(195)} …`)} could not be started (spawn E2BIG).`)
    })

    for (const background of ['', 'setsid ']) {
      it(`when it goes to the background, and what it left is ended: ${background}node &`, async () => {
        const command = `${background}${hello} &`
        expect(await refusal(command)).to.eql({
          code: 'APP_NOT_READY',
          message:
            `${named(command)} exited with code 0 before it was ready, but what it had started went on in the background. That was ended. ` +
            'Only what runs in the foreground can be measured and stopped: run it there, without `&` and by the option that ' +
            'many programs have for it, such as `nginx -g \'daemon off;\'`. It printed nothing.'
        })
        expect(await stillListens()).to.equal(false)
      })
    }

    it('when it goes to the background while it is measured', async () => {
      const { died } = await start(`setsid ${hello} & while [ ! -e go ]; do sleep 0.02; done`)
      writeFileSync(join(folder(), 'go'), '')
      const { code, message } = await died
      expect(code).to.equal('APP_DIED')
      expect(message).to.include(' exited with code 0 while it was measured, but what it had started went on in the background. That was ended. Only what')
      expect(await stillListens()).to.equal(false)
    })

    it('by the port that it has taken, when it hides in the background', async () => {
      // Neither its session nor its environment nor an open file tells that it is ours.
      const { died } = await start(`exec 3>&-; env -i PORT=$PORT setsid ${hello} & echo $!; while [ ! -e go ]; do sleep 0.02; done`)
      try {
        writeFileSync(join(folder(), 'go'), '')
        const { message } = await died
        expect(message).to.include(` exited with code 0 while it was measured, but something listens on 127.0.0.1:${port()} now. `)
        expect(message).to.include(' If it went to the background there, end it yourself: it can\'t be found from here. Only what')
      } finally {
        process.kill(Number(output()), 'SIGKILL')
      }
    })

    it('with the signal that ended it while it was measured', async () => {
      const { died, kin } = await start(`exec ${hello}`)
      process.kill(Number(kin?.group), 'SIGSEGV')
      expect((await died).message).to.equal(`${named(`exec ${hello}`)} was ended by SIGSEGV while it was measured. It printed nothing.`)
    })

    it('on which other port it listens', async () => {
      const { message } = await refusal(`'${process.execPath}' '${apps}other-port.js'`, { readyTimeoutSeconds: 1 })
      expect(message).to.include(` listens on port ${port() + 1}, but config.target names port ${port()}. `)
      expect(message).to.include(` Let it listen on $PORT, which is set to ${port()}, or change config.target.`)
    })

    it('when it listens nowhere', async () => {
      const { message } = await refusal('echo waiting; exec sleep 100', { readyTimeoutSeconds: 0.3 })
      const within = 'within 0.3 s (plugins.speedup.app.readyTimeout)'
      const advice = `If it needs longer to start, raise that; it must listen on port ${port()}.`
      expect(message).to.equal(`${named('echo waiting; exec sleep 100')} listened on no port ${within}. ${advice} Its last lines:\n    waiting`)
    })

    it('when another program listens there', async () => {
      await start(`exec ${hello}`)
      expect(await refusal('sleep 100')).to.eql({
        code: 'PORT_TAKEN',
        message:
          `Port ${port()} on 127.0.0.1 is taken by another program, which would be measured instead of your app. ` +
          'Stop that program, or give config.target another port. ' +
          'It may be what an earlier variant has left: a container goes on without the command that started it (docker ps).'
      })
    })
  })
})
