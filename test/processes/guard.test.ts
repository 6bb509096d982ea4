import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { markVariable, signalMembers } from '../../plugin/processes/members.ts'
import { livingProcesses, waitUntilGone } from '../support/strays.ts'

const script = fileURLToPath(new URL('./fixtures/owner.ts', import.meta.url))

describe('what was started is ended when its owner was killed', () => {
  /**
   * @param line of a shell that starts two processes
   * @param kill the owner
   */
  async function expectEnd(line: string, kill: (owner: ReturnType<typeof spawn>, outer: string) => void) {
    const [mark, outer] = [randomUUID(), randomUUID()]
    const env = { ...process.env, SPEEDUP_TEST_MARK: mark, [markVariable]: outer }
    const owner = spawn(process.execPath, [script, line], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const [folder] = await once(owner.stdout.setEncoding('utf8'), 'data')
    while (livingProcesses(mark).filter((one) => one.includes('sleep 987654')).length < 2) await delay(10)
    kill(owner, outer)
    await waitUntilGone(mark)
    expect(existsSync(folder.trim())).to.equal(false)
  }

  const lines: Record<string, string> = {
    'in its process group': 'sleep 987654 & sleep 987654',
    'in a session of its own, which does not mind SIGTERM': `setsid sh -c "trap '' TERM; while :; do sleep 987654; done" & sleep 987654`,
    'in a session of its own, when who started it has left': 'setsid sh -c "setsid sleep 987654 &" & exec sleep 987654'
  }
  for (const [where, line] of Object.entries(lines)) it(where, () => expectEnd(line, (owner) => owner.kill('SIGKILL')))

  it('by whoever had started the owner itself', () =>
    expectEnd('setsid sleep 987654 & sleep 987654', (_owner, outer) => signalMembers({ group: NaN, mark: outer }, 'SIGKILL')))
})
