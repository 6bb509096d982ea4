import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { disturb } from '../../../plugin/questions/losses/app.ts'
import { followState, listenersOn } from '../../../plugin/app/readiness.ts'
import { readIfThere } from '../../../plugin/processes/proc.ts'
import { startingOwned } from '../../processes/starting-owned.ts'
import { apps } from '../../support/project.ts'
import { aVariant, someSettings } from '../../support/settings.ts'
import { livingProcesses } from '../../support/strays.ts'
import { expectNobody, starting } from '../../app/starting.ts'
import type { Grip } from '../../../plugin/app/runner.ts'
import type { Disturbance } from '../../../plugin/questions/losses/concepts/disturbances.ts'

const reload: Disturbance = { kind: 'reload', of: 'all', seconds: null, at: 0 }
const hello = `'${process.execPath}' '${apps}hello.js'`

describe('what a reload line starts', () => {
  const { start, url } = starting()

  /** @returns mark: in the environment of all that is started, whoever owns it */
  async function startWith(line: string, stopTimeoutSeconds = 20) {
    const mark = randomUUID()
    const variant = { name: 'other', mode: 'command' as const, workers: null, command: `exec ${hello}`, reload: line }
    const running = await start(variant, { env: { SPEEDUP_TEST_MARK: mark }, stopTimeoutSeconds })
    return { ...running, living: () => livingProcesses(mark), reload: () => disturb(reload, 0, running) }
  }

  const lines: Record<string, string> = {
    'in a session of its own, by one that has left': 'setsid sh -c "setsid sleep 987654 &"',
    'that does not mind SIGTERM': `setsid sh -c "trap '' TERM; while :; do sleep 987654; done" &`
  }
  for (const [where, line] of Object.entries(lines)) {
    it(`${where} goes on with the app, and ends with it`, async () => {
      const { reload: happen, living, stop, kin } = await startWith(line, 0.5)
      expect((await happen()).problem).to.equal(null)
      while (!living().some((one) => one.includes('sleep 987654'))) await delay(10)
      expect(await (await fetch(url())).text()).to.equal('hello')
      await stop()
      expect(living()).to.eql([])
      expectNobody({ kin })
    })
  }

  it('may be the new app, for which the old one leaves: it is there, and may print, until it is stopped', async () => {
    const code = `
      process.stderr.write('up\\n')
      require('node:http').createServer((request, response) => {
        process.stderr.write('asked\\n')
        response.end('new')
      }).listen(process.env.PORT, '127.0.0.1')`
    const {
      reload: happen,
      living,
      stop,
      died,
      kin
    } = await startWith(
      `kill $PID; while kill -0 $PID 2> /dev/null; do sleep 0.02; done; '${process.execPath}' -e "${code}" &`
    )
    expect((await happen()).problem).to.equal(null)
    const ask = () =>
      fetch(url()).then(
        (response) => response.text(),
        () => ''
      )
    while ((await ask()) !== 'new') await delay(20)
    expect(await Promise.race([died, ask()])).to.equal('new')
    expect(await stop()).to.equal(false)
    expect(living()).to.eql([])
    expectNobody({ kin })
  })

  it('is found where the command is: in any node_modules/.bin from the scenario file upwards', async () => {
    const { reload: happen } = await startWith('command -v mocha')
    expect((await happen()).problem).to.equal(null)
  })

  it('may be nothing: then the app is gone', async () => {
    const { reload: happen, died, living } = await startWith('kill $PID; sleep 0.2')
    await happen()
    expect((await died).message).to.match(
      /exited with code \d+ while it was measured|was killed by SIGTERM while it was measured/
    )
    expect(living()).to.eql([])
  })

  it('is ended with the line, where the load ends before that', async () => {
    const { reload: happen, living, stop } = await startWith('setsid sleep 987654 & sleep 987654')
    const reloading = happen()
    while (living().filter((one) => one.includes('sleep 987654')).length < 2) await delay(10)
    await stop()
    expect((await reloading).problem).to.equal(
      'the reload line `setsid sleep 987654 & sleep 987654` did not finish before the load ended'
    )
    expect(living()).to.eql([])
  })
})

describe('who is disturbed', () => {
  const { shell } = startingOwned()

  it("is a worker that is still ours: a number of one that has left may be another's", async () => {
    const stranger = spawn('sleep', ['100'])
    try {
      const { owned } = shell('exec sleep 100')
      const { target } = someSettings()
      const state = followState(owned)
      const listen = (pid: number | undefined) =>
        state.listeners.push({ pid: Number(pid), port: target.port, address: '127.0.0.1' })
      const request = { target, variant: aVariant({ mode: 'cluster' }) } as Grip['request']
      const freeze = () =>
        disturb({ kind: 'freeze', of: 'all', seconds: 0.3, at: 0 }, 0, {
          grip: () => ({
            request,
            owned,
            workers: listenersOn(state, target.port),
            told: () => [],
            restart: null,
            mayLeave() {},
            signal: new AbortController().signal
          })
        })
      const stateOf = (pid: number | undefined) => readIfThere(`/proc/${pid}/stat`).split(' ')[2]
      listen(stranger.pid)
      const alone = freeze()
      expect(stateOf(stranger.pid)).to.not.equal('T')
      expect(await alone).to.deep.include({ pids: [], problem: 'no worker was found to disturb' })
      listen(owned.child.pid)
      const frozen = freeze()
      while (stateOf(owned.child.pid) !== 'T') await delay(5)
      expect(stateOf(stranger.pid)).to.not.equal('T')
      expect(await frozen).to.deep.include({ pids: [owned.child.pid], problem: null })
      expect(stateOf(owned.child.pid)).to.not.equal('T')
    } finally {
      stranger.kill('SIGKILL')
      await once(stranger, 'exit')
    }
  })
})
