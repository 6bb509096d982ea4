import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { hasMembers } from '../../plugin/processes/members.ts'
import { hello, startingCommand } from './starting-command.ts'

/** As a client whose work is done by others, whom it tells to end. */
const client = "trap 'echo passed on; exit' TERM; echo waiting;"

describe('a command that is interrupted', () => {
  const { start, refusal, output } = startingCommand()

  it('can pass that on to those who do its work', async () => {
    const interruption = new AbortController()
    const { kin, stop } = await start(`${client} ${hello} & wait`, { signal: interruption.signal, stopTimeoutSeconds: 600 })
    interruption.abort()
    await stop()
    expect(output()).to.equal('waiting\npassed on\n')
    expect(kin !== null && hasMembers(kin)).to.equal(false)
  })

  it('can do so while it starts', async () => {
    const interruption = new AbortController()
    const starting = refusal(`${client} sleep 100 & wait`, { signal: interruption.signal })
    while (output() === '') await delay(10)
    interruption.abort(new Error('Enough.'))
    expect((await starting).message).to.equal('Enough.')
    expect(output()).to.equal('waiting\npassed on\n')
  })

  it('is killed when it takes longer', async () => {
    const interruption = new AbortController()
    const { kin, stop } = await start(`trap 'echo asked' TERM; ${hello} & while :; do sleep 0.02; done`, { signal: interruption.signal, stopTimeoutSeconds: 600 })
    interruption.abort()
    await stop()
    // Once: many take a second time for "at once".
    expect(output().match(/asked/g)).to.have.length(1)
    expect(kin !== null && hasMembers(kin)).to.equal(false)
  })
})
