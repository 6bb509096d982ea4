import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { openProfiling, profilerIn } from '../../../plugin/questions/profile/experiment/collect.ts'
import { apps } from '../../support/project.ts'
import { expectNobody, starting } from '../../app/starting.ts'
import type { App, Variant } from '../../../plugin/concepts/settings.ts'

const two: Partial<Variant> = { workers: 2 }
const hello = join(apps, 'hello.js')
/** Each with two processes that answer. What a preload is told comes to each mode: see kept-workers.test.ts. */
const ways: Record<string, [variant: Partial<Variant>, app?: Partial<App>]> = {
  'mode cluster': [{ ...two, mode: 'cluster' }],
  'mode pm2': [{ ...two, mode: 'pm2' }],
  'an app that clusters itself': [{}, { script: join(apps, 'own-primary.js') }],
  'an app with --inspect': [{ ...two, mode: 'cluster' }, { nodeArgs: ['--inspect=127.0.0.1:0'] }]
}

describe('each process that answers is profiled', () => {
  const app = starting()

  for (const [way, [variant, own]] of Object.entries(ways)) {
    it(`in ${way}`, async () => {
      const profiling = openProfiling(app.folder())
      const running = await app.start(variant, { script: hello, ...own, preload: profilerIn(profiling.folder) })
      const pids = await bothAnswering(app.url())
      profiling.begin()
      // Each of them has been asked, and tells when it has seen that the load counts.
      while (readdirSync(profiling.folder).filter((name) => name.endsWith('.begun')).length < 2) await delay(10)
      expect(await bothAnswering(app.url())).to.eql(pids)
      profiling.end()
      await profiling.written(new AbortController().signal)
      const { raws, missing } = profiling.read()
      expect([raws.map(({ pid }) => pid).sort(), missing]).to.eql([[...pids].sort(), []])
      expect(raws).to.have.length(2)
      expect(await running.stop()).to.equal(false)
      expectNobody(running)
    })
  }
})

describe('an app that dies while it is profiled', () => {
  const app = starting()

  it('is not said to have been measured', async () => {
    const { died } = await app.start({}, { script: hello, doing: () => 'was profiled' })
    process.kill(Number(await pidAnswering(app.url())), 'SIGKILL')
    expect((await died).message).to.match(/was killed by SIGKILL while it was profiled\./)
  })
})

async function bothAnswering(url: string): Promise<Set<string>> {
  const pids = new Set<string>()
  while (pids.size < 2) pids.add(await pidAnswering(url))
  return new Set([...pids].sort())
}

/** @returns of a connection of its own */
async function pidAnswering(url: string): Promise<string> {
  const agent = new Agent()
  const [response] = await once(get(url, { agent }), 'response')
  await response.resume().toArray()
  agent.destroy()
  return response.headers['x-worker-pid']
}
