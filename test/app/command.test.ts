import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readProcesses } from '../../plugin/machine/watch-machine.ts'
import { hasMembers } from '../../plugin/processes/members.ts'
import { isListening } from '../../plugin/app/port.ts'
import { hello, startingCommand } from './starting-command.ts'

describe('a command', () => {
  const { start, refusal, folder, port, output } = startingCommand()

  it('is a line for the shell, in the app’s folder, with the app’s variables, the variant’s and PORT', async () => {
    await start(`echo "$GIVEN, $SAID, $PORT, $(pwd)" && exec ${hello}`, { env: { GIVEN: 'by the app', SAID: 'nothing' } })
    expect(output()).to.equal(`by the app, by the variant, ${port()}, ${folder()}\n`)
    expect(await (await fetch(`http://127.0.0.1:${port()}`)).text()).to.equal('hello')
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
    expect(await isListening({ hostname: '127.0.0.1', port: port() })).to.equal(false)
  })

  it('is ready when the path answers that the app names', async () => {
    const script = "let asked = 0; require('node:http').createServer(({ url }, response) => { console.log(url); response.writeHead(++asked < 3 ? 503 : 200).end() }).listen(process.env.PORT, '127.0.0.1')"
    await start([process.execPath, '-e', script], { ready: '/health?deep=1' })
    expect(output()).to.equal('/health?deep=1\n'.repeat(3))
  })

  it('is killed at once by who interrupts its start', async () => {
    const interruption = new AbortController()
    const starting = refusal("trap '' TERM; echo waiting; sleep 100", { signal: interruption.signal })
    while (output() === '') await delay(10)
    interruption.abort(new Error('Enough.'))
    expect((await starting).message).to.equal('Enough.')
  })

  it('is killed at once by who interrupts while it takes its time to leave', async () => {
    const interruption = new AbortController()
    const { stop, kin } = await start(`trap 'echo asked' TERM; ${hello} & while :; do sleep 0.02; done`, { signal: interruption.signal, stopTimeoutSeconds: 600 })
    const stopped = stop()
    while (!output().includes('asked')) await delay(10)
    interruption.abort()
    await stopped
    expect(kin !== null && hasMembers(kin)).to.equal(false)
  })
})
