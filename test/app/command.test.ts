import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { checkVariants } from '../../plugin/app/modes.ts'
import { pathOf } from '../../plugin/app/find-program.ts'
import { isListening } from '../../plugin/app/port.ts'
import { readProcesses } from '../../plugin/machine/watch-machine.ts'
import { apps } from '../support/project.ts'
import { aVariant, someSettings } from '../support/settings.ts'
import { expectNobody, rejectionOf, starting } from './starting.ts'
import type { App } from '../../plugin/concepts/settings.ts'

/** A line that serves. */
const hello = `'${process.execPath}' '${apps}hello.js'`

/** A list that serves. */
const serving = (answer: string) => [
  process.execPath,
  '-e',
  `let n = 0; require('http').createServer(({ url }, response) => { ${answer} }).listen(process.env.PORT, '127.0.0.1')`
]

/** @returns how a message about it begins */
const named = (command: string) => `Variant other: the command \`${command}\``

describe('a command', () => {
  const { start: startVariant, refusal: refusalOf, folder, port, url, logFile, output } = starting()
  const variantOf = (command: string | string[]) => ({
    name: 'other',
    mode: 'command' as const,
    workers: null,
    env: { SAID: 'by the variant' },
    command
  })
  type Rest = Partial<App> & { signal?: AbortSignal }
  const start = (command: string | string[], rest?: Rest) => startVariant(variantOf(command), rest)
  const refusal = (command: string | string[], rest?: Rest) => refusalOf(variantOf(command), rest)
  const stillListens = () => isListening({ hostname: '127.0.0.1', port: port() })

  it('is a line for the shell, in the app’s folder, with the app’s variables, the variant’s and PORT; or a list, as it is', async () => {
    const { stop } = await start(`echo "$GIVEN, $SAID, $PORT, $(pwd)" && exec ${hello}`, {
      env: { GIVEN: 'by the app', SAID: 'nothing' }
    })
    expect(output()).to.equal(`by the app, by the variant, ${port()}, ${folder()}\n`)
    expect(await (await fetch(url())).text()).to.equal('hello')
    await stop()
    const script =
      "console.log(process.argv[1]); require('node:http').createServer().listen(process.env.PORT, '127.0.0.1')"
    await start([process.execPath, '-e', script, '$PORT && "exit"'])
    expect(output()).to.equal('$PORT && "exit"\n')
  })

  it('tells nothing but what the system knows of its processes, and leaves nothing behind', async () => {
    const running = await start(`${hello} & wait`)
    expect(running.reported()).to.eql({ workerPids: [], usage: [], restarts: 0, printed: [], lives: [] })
    expect(running.readySeconds).to.be.above(0)
    expect(running.kin && readProcesses(running.kin)?.rssMegabytes).to.be.above(20)
    expect(await running.stop()).to.equal(false)
    expectNobody(running)
    expect(await stillListens()).to.equal(false)
  })

  it('finds programs in node_modules/.bin, of the folder of the scenario file first, as an npm script would', async () => {
    const bin = join(folder(), 'node_modules', '.bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, 'serve'), `#!/bin/sh\nexec ${hello}`, { mode: 0o755 })
    await (await start('exec serve')).stop()
    await (await start(['serve'])).stop()
    const paths = (scriptFile: string, env = {}) =>
      pathOf({
        app: { ...someSettings().app, cwd: join(folder(), 'packages') },
        variant: aVariant({ env }),
        scriptFile
      }).split(':')
    expect(paths('/nowhere/load.yml')).to.eql([bin, ...String(process.env.PATH).split(':')])
    expect(paths(`${folder()}/load.yml`).slice(0, 2), 'once').to.eql([bin, String(process.env.PATH).split(':')[0]])
    expect(paths('/nowhere/load.yml', { PATH: '/mine' }), 'the user’s own').to.eql(['/mine'])
  })

  describe('is refused before anything starts', () => {
    const check = (command: string | string[], env = {}) =>
      checkVariants(
        {
          ...someSettings(),
          variants: [aVariant({ name: 'bun', mode: 'command', command, env })],
          scriptFile: '/nowhere/load.yml'
        },
        new AbortController().signal
      )

    it('when its program is not installed', async () => {
      const message =
        'Variant bun: no-such-program is not installed: it is neither in the PATH nor in a node_modules/.bin ' +
        `of /nowhere, of ${someSettings().app.cwd}, or of a folder above. Install it, correct the command, or remove bun.`
      for (const command of [
        'no-such-program run app.js',
        'A=1 exec no-such-program',
        'no-such-program',
        ['no-such-program', 'app.js']
      ])
        expect(await rejectionOf(check(command))).to.eql({ code: 'UNSUPPORTED', message })
    })

    it('when it is not in the PATH that env sets, where node_modules/.bin is not searched', async () => {
      expect((await rejectionOf(check('mocha', { PATH: '/mine' }))).message).to.equal(
        'Variant bun: mocha is not found: it is not in the PATH that env sets, and node_modules/.bin is not searched then. ' +
          'Correct that PATH, correct the command, or remove bun.'
      )
    })

    it('but not where the shell alone can tell', async () => {
      for (const command of [
        'node app.js',
        'cd / && no-such-program',
        './no-such-program',
        'A=1 PATH=./tools no-such-program',
        'exec -a x no-such-program',
        '$PROGRAM app.js',
        '"no such" program',
        '(no-such-program)',
        ['node']
      ])
        await check(command)
    })
  })

  it('is ready when the path answers that the app names', async () => {
    await start(serving('console.log(url); response.writeHead(++n < 3 ? 503 : 200).end()'), { ready: '/health?deep=1' })
    expect(output()).to.equal('/health?deep=1\n'.repeat(3))
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

  describe('that is interrupted', () => {
    /** As a client whose work is done by others, whom it tells to end. */
    const client = "trap 'echo passed on; exit' TERM; echo waiting;"

    // Asked once: many take a second time for "at once". The shell says what became of its child.
    for (const [which, command, said] of [
      ['can pass that on to those who do its work', `${client} ${hello} & wait`, /^waiting\npassed on\n$/],
      [
        'is killed when it takes longer',
        `trap 'echo asked' TERM; ${hello} & while :; do sleep 0.02; done`,
        /^(Terminated\n)?asked\n$/
      ]
    ] as const) {
      it(which, async () => {
        const interruption = new AbortController()
        const running = await start(command, {
          signal: interruption.signal,
          stopTimeoutSeconds: which.startsWith('is killed') ? 1 : 600
        })
        interruption.abort()
        await running.stop()
        expect(output()).to.match(said)
        expectNobody(running)
      })
    }

    it('can pass it on while it starts, too', async () => {
      const interruption = new AbortController()
      const refused = refusal(`${client} sleep 100 & wait`, { signal: interruption.signal })
      while (output() === '') await delay(10)
      interruption.abort(new Error('Enough.'))
      expect((await refused).message).to.equal('Enough.')
      expect(output()).to.equal('waiting\npassed on\n')
    })
  })

  describe('that fails is told', () => {
    it('when it is not found, whether a shell looked for it or we did', async () => {
      const why =
        'because a program was not found. Check that it is installed and in the PATH. Relative paths start from'
      const found = `exited with code 127 before it was ready, ${why} ${folder()}`
      const line = await refusal('no-such-program --port $PORT')
      expect(line.message).to.include(`${named('no-such-program --port $PORT')} ${found}. Its last lines:\n`)
      expect(line.message).to.match(/no-such-program: (command )?not found$/)
      const advice = 'A list is a program and its arguments: write a whole command line as one string.'
      const list = await refusal(['./no such program', '--quiet'])
      expect(list.message).to.equal(`${named('./no such program --quiet')} ${found}. ${advice} It printed nothing.`)
      expect((await refusal(['no-such-program', 'my server.js'])).message).to.equal(
        `${named('no-such-program my server.js')} ${found}. It printed nothing.`
      )
    })

    it('when it can’t be run', async () => {
      writeFileSync(join(folder(), 'notes.txt'), 'hello')
      const why =
        "because a program can't be run. Make sure that it is built for this machine and executable (chmod +x). It printed nothing."
      expect((await refusal(['./notes.txt'])).message).to.equal(
        `${named('./notes.txt')} exited with code 126 before it was ready, ${why}`
      )
      const tooLong = await refusal(['echo', 'x'.repeat(2 ** 23)])
      expect(tooLong.message).to.equal(`${named(`echo ${'x'.repeat(195)} …`)} could not be started (spawn E2BIG).`)
    })

    it('when it goes to the background, and what it left is ended', async () => {
      const command = `setsid ${hello} &`
      const { code, message } = await refusal(command)
      expect(code).to.equal('APP_NOT_READY')
      expect(message).to.include(
        `${named(command)} exited with code 0 before it was ready, but left processes running in the background, which were killed. `
      )
      expect(await stillListens()).to.equal(false)
    })

    it('by the port that it has taken, when it hides in the background', async () => {
      // Neither its session nor its environment nor an open file tells that it is ours.
      const { died } = await start(
        `exec 3>&-; env -i PORT=$PORT setsid ${hello} & echo $!; while [ ! -e go ]; do sleep 0.02; done`
      )
      try {
        writeFileSync(join(folder(), 'go'), '')
        expect((await died).message).to.include(
          ` exited with code 0 while it was measured, but another process listens on 127.0.0.1:${port()} now. `
        )
      } finally {
        process.kill(Number(output()), 'SIGKILL')
      }
    })
  })
})
