import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { before, describe, it } from 'mocha'
import { markVariable, signalMembers } from '../../plugin/processes/members.ts'
import { livingProcesses, waitUntilGone } from '../support/strays.ts'

const script = fileURLToPath(new URL('./fixtures/owner.ts', import.meta.url))

describe('what was started is ended when its owner was killed', () => {
  before(function () {
    if (!existsSync('/proc/self/stat')) this.skip()
  })

  const lines: Record<string, string> = {
    'in its process group': 'sleep 987654 & sleep 987654',
    'in a session of its own, which does not mind SIGTERM': `setsid sh -c "trap '' TERM; while :; do sleep 987654; done" & sleep 987654`,
    'in a session of its own, when who started it has left': 'setsid sh -c "setsid sleep 987654 &" & exec sleep 987654'
  }
  for (const [where, line] of Object.entries(lines)) {
    it(where, async () => {
      const mark = randomUUID()
      const owner = spawn(process.execPath, [script, line], { env: { ...process.env, SPEEDUP_TEST_MARK: mark }, stdio: ['ignore', 'pipe', 'inherit'] })
      const [folder] = await once(owner.stdout.setEncoding('utf8'), 'data')
      while (livingProcesses(mark).filter((one) => one.includes('sleep 987654')).length < 2) await delay(10)
      owner.kill('SIGKILL')
      await waitUntilGone(mark)
      expect(existsSync(folder.trim())).to.equal(false)
    })
  }

  it('by whoever had started the owner itself', async () => {
    const [mark, outer] = [randomUUID(), randomUUID()]
    const env = { ...process.env, SPEEDUP_TEST_MARK: mark, [markVariable]: outer }
    const owner = spawn(process.execPath, [script, 'setsid sleep 987654 & sleep 987654'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const [folder] = await once(owner.stdout.setEncoding('utf8'), 'data')
    while (livingProcesses(mark).filter((one) => one.includes('sleep 987654')).length < 2) await delay(10)
    signalMembers({ group: NaN, mark: outer }, 'SIGKILL')
    await waitUntilGone(mark)
    expect(existsSync(folder.trim())).to.equal(false)
  })
})
