import { expect } from 'chai'
import { afterEach, before, beforeEach, describe, it } from 'mocha'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readProcesses } from '../../plugin/machine/processes-use.js'
import { hasMembers } from '../../plugin/processes/members.js'
import { openWorkbench } from '../../plugin/processes/workbench.js'
import { startVariant } from '../../plugin/variants/start-variant.js'
import { isListening } from '../../plugin/variants/port.js'
import { apps, freePort } from '../support/project.js'
import { aVariant, scriptFile, someSettings } from '../support/settings.js'
/**
 * @import { App } from '../../plugin/vocabulary.js'
 * @import { Workbench } from '../../plugin/processes/workbench.js'
 * @import { RunningVariant } from '../../plugin/variants/start-variant.js'
 */

const settings = someSettings()
const hello = `'${process.execPath}' '${apps}hello.js'`

describe('a command', () => {
  /** @type {Workbench} */
  let workbench
  let logFile = ''
  let port = 0
  /** @type {RunningVariant | null} */
  let running = null
  before(function () {
    if (!existsSync('/proc/self/stat')) this.skip()
  })
  beforeEach(async () => {
    workbench = openWorkbench()
    logFile = ''
    port = await freePort()
  })
  afterEach(async () => {
    await running?.stop()
    running = null
    await workbench.close()
  })
  const output = () => readFileSync(logFile, 'utf8')

  /**
   * @param {string | string[]} command
   * @param {Partial<App> & { signal?: AbortSignal }} [rest]
   */
  async function start(command, { signal = new AbortController().signal, ...app } = {}) {
    const target = { url: `http://127.0.0.1:${port}`, hostname: '127.0.0.1', port, protocol: /** @type {const} */ ('http:') }
    logFile = workbench.createLog('app')
    const variant = aVariant({ name: 'other', mode: 'command', workers: null, env: { SAID: 'by the variant' }, command })
    running = await startVariant({ ...settings, app: { ...settings.app, script: null, cwd: workbench.folder, ...app }, variant, target, logFile, guard: workbench.guard, scriptFile }, signal)
    return running
  }

  /** @param {Parameters<typeof start>} given @returns {Promise<{ code: string, message: string }>} why it did not start */
  const refusal = (...given) => start(...given).then(() => expect.fail('It started.'), ({ code, message }) => ({ code, message }))
  const named = (/** @type {string} */ command) => `Variant other: the command \`${command}\``

  it('is a line for the shell, in the app’s folder, with the app’s variables, the variant’s and PORT', async () => {
    await start(`echo "$GIVEN, $SAID, $PORT, $(pwd)" && exec ${hello}`, { env: { GIVEN: 'by the app', SAID: 'nothing' } })
    expect(output()).to.equal(`by the app, by the variant, ${port}, ${workbench.folder}\n`)
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).to.equal('hello')
  })

  it('is a program and its arguments, as they are, when it is a list', async () => {
    const script = "console.log(process.argv[1]); require('node:http').createServer().listen(process.env.PORT, '127.0.0.1')"
    await start([process.execPath, '-e', script, '$PORT && "exit"'])
    expect(output()).to.equal('$PORT && "exit"\n')
  })

  it('tells nothing but what the system knows of its processes, and leaves nothing behind', async () => {
    const { workerPids, usage, restarts, kin, stop, readySeconds } = await start(`${hello} & wait`)
    expect([workerPids(), usage(), restarts()]).to.eql([[], [], 0])
    expect(readySeconds).to.be.above(0)
    if (kin === null) return expect.fail('It has no processes.')
    expect(readProcesses(kin)?.rssMegabytes).to.be.above(20)
    expect(await stop()).to.equal(false)
    expect(hasMembers(kin)).to.equal(false)
    expect(await isListening({ hostname: '127.0.0.1', port })).to.equal(false)
  })

  it('is ready when the path answers that the app names', async () => {
    const script = "let asked = 0; require('node:http').createServer(({ url }, response) => { console.log(url); response.writeHead(++asked < 3 ? 503 : 200).end() }).listen(process.env.PORT, '127.0.0.1')"
    await start([process.execPath, '-e', script], { ready: '/health?deep=1' })
    expect(output()).to.equal('/health?deep=1\n'.repeat(3))
  })

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
    const found = `exited with code 127 before it was ready, since a program was not found. Is it installed, and in the PATH? Relative paths begin at ${workbench.folder}`
    const line = await refusal('no-such-program --port $PORT')
    expect(line.message).to.include(`${named('no-such-program --port $PORT')} ${found}. Its last lines:\n`).and.to.match(/no-such-program: (command )?not found$/)
    const list = await refusal(['./no such program', '--quiet'])
    expect(list.message).to.equal(`${named('./no such program --quiet')} ${found}. A list is a program and its arguments: write a whole line as one text. It printed nothing.`)
  })

  it('that can’t be run is told as such', async () => {
    writeFileSync(join(workbench.folder, 'notes.txt'), 'hello')
    expect((await refusal(['./notes.txt'])).message).to.equal(`${named('./notes.txt')} exited with code 126 before it was ready, since a program can't be run. It has to be one for this machine, and executable (chmod +x). It printed nothing.`)
    expect((await refusal(['echo', 'x'.repeat(2 ** 23)])).message).to.equal(`${named(`echo ${'x'.repeat(195)} …`)} could not be started (spawn E2BIG).`)
  })

  it('that goes to the background is told to stay in the foreground, and what it left is ended', async () => {
    for (const command of [`${hello} &`, `setsid ${hello} &`, `(setsid ${hello} &) && sleep 0.2`]) {
      const { code, message } = await refusal(command)
      expect(code).to.be.oneOf(['APP_NOT_READY', 'APP_DIED'])
      expect(message).to.equal(
        `${named(command)} exited with code 0 before it was ready, but what it had started went on in the background. That was ended. ` +
          'Only what runs in the foreground can be measured and stopped: run it there, without `&` and by the option that many programs have for it, such as `nginx -g \'daemon off;\'`. It printed nothing.'
      )
      expect(await isListening({ hostname: '127.0.0.1', port })).to.equal(false)
    }
  })

  it('that goes to the background when it serves is told the same', async () => {
    const { died } = await start(`setsid ${hello} & while [ ! -e go ]; do sleep 0.02; done`)
    writeFileSync(join(workbench.folder, 'go'), '')
    const { code, message } = await died
    expect(code).to.equal('APP_DIED')
    expect(message).to.include(' exited with code 0 while it was measured, but what it had started went on in the background. That was ended. Only what')
    expect(await isListening({ hostname: '127.0.0.1', port })).to.equal(false)
  })

  it('that ends while it is measured is told with its signal', async () => {
    const { died } = await start(`exec ${hello}`)
    process.kill(Number(running?.kin?.group), 'SIGSEGV')
    expect((await died).message).to.equal(`${named(`exec ${hello}`)} was ended by SIGSEGV while it was measured. It printed nothing.`)
  })

  it('that listens on another port is told on which', async () => {
    const { message } = await refusal(`'${process.execPath}' '${apps}other-port.js'`, { readyTimeoutSeconds: 1 })
    expect(message).to.include(` listens on port ${port + 1}, but config.target names port ${port}. Let it listen on $PORT, which is set to ${port}, or change config.target.`)
  })

  it('that listens nowhere is told so', async () => {
    const { message } = await refusal('echo waiting; exec sleep 100', { readyTimeoutSeconds: 0.3 })
    expect(message).to.equal(
      `${named('echo waiting; exec sleep 100')} listened on no port within 0.3 s (plugins.speedup.app.readyTimeout). If it needs longer to start, raise that; it must listen on port ${port}. Its last lines:\n    waiting`
    )
  })

  it('that prints for ever is measured, and fills no disk', async () => {
    await start(`yes '${'x'.repeat(1000)}' & exec ${hello}`)
    let size = 0
    for (let before = -1; size >= before; size = statSync(logFile).size) {
      before = size
      await delay(5)
    }
    expect(await running?.stop()).to.equal(false)
    expect(statSync(logFile).size).to.be.at.most(16 * 2 ** 20)
  })

  it('that ignores SIGTERM is killed after stopTimeout, with all of it', async () => {
    const { stop, kin } = await start(`trap '' TERM; '${process.execPath}' '${apps}ignores-sigterm.js' & wait; sleep 100`, { stopTimeoutSeconds: 0.2 })
    expect(await stop()).to.equal(true)
    expect(kin !== null && hasMembers(kin)).to.equal(false)
  })

  it('is killed at once by who interrupts', async () => {
    const interruption = new AbortController()
    const starting = refusal("trap '' TERM; echo waiting; sleep 100", { signal: interruption.signal })
    while (logFile === '' || !existsSync(logFile) || output() === '') await delay(10)
    interruption.abort(new Error('Enough.'))
    expect((await starting).message).to.equal('Enough.')
  })

  it('does not start where another program listens', async () => {
    await start(`exec ${hello}`)
    const first = running
    expect((await refusal('sleep 100')).code).to.equal('PORT_TAKEN')
    running = first
  })
})
