import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { checkVariants } from '../../plugin/app/modes.ts'
import type { RunningVariant } from '../../plugin/app/runner.ts'
import { allowedCores } from '../../plugin/machine/cores.ts'
import { makeGroup, placeFor } from '../../plugin/processes/cgroups.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aVariant, someSettings } from '../support/settings.ts'
import { expectNobody, rejectionOf, starting } from './starting.ts'
import type { Variant } from '../../plugin/concepts/settings.ts'

const mebibyte = 2 ** 20
const resources = { cpus: 1, memoryBytes: 200 * mebibyte }
const place = placeFor(resources)
const grow = `for (const all = []; ; ) all.push(Buffer.alloc(${mebibyte}, 1))`
const server = `require('node:http').createServer(({ url }, response) => {
  if (url === '/grow') ${grow}
  response.end()
}).listen(process.env.PORT, '127.0.0.1')`

/** @returns those of this process, of instances that run */
const groups = () =>
  [...new Set(Object.values(place?.folders ?? {}))].flatMap((folder) =>
    readdirSync(folder).filter((name) => name.startsWith(`artillery-speedup-${process.pid}-`))
  )

describe('instances', () => {
  const folder = temporaryFolder()
  const { start: startVariant, refusal: refusalOf, url } = starting()
  const given = (variant: Partial<Variant>, code: string) =>
    [
      { name: 'pods', mode: 'ports' as const, resources, ...variant },
      { script: folder.write('app.cjs', code) }
    ] as const
  const start = (variant: Partial<Variant>) => startVariant(...given(variant, server))
  const ask = (path = '/') => fetch(url() + path, { headers: { connection: 'close' } })
  const kills = ({ reported }: RunningVariant) =>
    (reported().instances ?? []).map((readings) => readings.at(-1)?.oomKills)

  it('without limits are in no cgroups of ours, and tell nothing of them', async () => {
    const unlimited = { cpus: null, memoryBytes: null }
    const { reported } = await start({ instances: 2, workers: 2, resources: unlimited })
    expect(groups()).to.eql([])
    expect(reported()).to.not.have.property('instances')
  })

  const refusalBefore = (limits: Partial<Variant['resources']> = {}) => {
    const variant = aVariant({ name: 'pods', mode: 'ports', workers: 1, resources: { ...resources, ...limits } })
    return rejectionOf(checkVariants(someSettings({ variants: [variant] }), new AbortController().signal))
  }
  const here = allowedCores().count
  const tooLarge: [limits: Partial<Variant['resources']>, message: RegExp][] = [
    [
      { cpus: here + 1 },
      RegExp(`\\.cpus is ${here + 1}, but only ${here} cores? may be used here.*\\. Use at most ${here}\\.$`)
    ],
    [
      { memoryBytes: totalmem() + 2 ** 30 },
      /\.memory is [\d.]+ [MG]iB, but there are only [\d.]+ [MG]iB here.*\. Use less\.$/
    ]
  ]
  for (const [limits, message] of tooLarge) {
    it(`are refused with ${Object.keys(limits).join()} that the machine does not have`, async () => {
      const { code, message: said } = await refusalBefore(limits)
      expect(code).to.equal('INVALID_SETTINGS')
      expect(said)
        .to.match(/^plugins\.speedup\.variants\.pods\./)
        .and.match(message)
    })
  }

  it('are refused before anything starts where this process, here as nobody, may not make cgroups, with what to run', async function () {
    if (process.geteuid?.() !== 0 || place === null) this.skip()
    process.seteuid?.(65534)
    const refused = refusalBefore()
    process.seteuid?.(0)
    const { code, message } = await refused
    expect(code).to.equal('UNSUPPORTED')
    expect(message).to.match(
      /^Variant pods: cpus and memory need a cgroup for each instance, but none can be made here \(E/
    )
    expect(message).to.include('systemd-run --user --scope -p Delegate=yes npx artillery run')
  })

  describe('with limits, where this process may make cgroups,', () => {
    before(async function () {
      try {
        await makeGroup(place!, resources).remove()
      } catch {
        this.skip()
      }
    })
    afterEach(() => expect(groups(), 'left').to.eql([]))

    it('of two workers each answer in all of them, in two groups, and leave neither processes nor groups', async () => {
      const running = await start({ instances: 2, workers: 4 })
      const { workerPids, coresSeen } = running.reported()
      const answered: string[] = []
      for (let i = 0; i < 8; i++) answered.push(String((await ask()).headers.get('x-worker-pid')))
      expect(workerPids).to.have.length(4)
      expect([...new Set(answered)]).to.have.members(workerPids)
      const entered = workerPids.map(
        (pid) => /artillery-speedup-\S+/.exec(readFileSync(`/proc/${pid}/cgroup`, 'utf8'))?.[0]
      )
      expect(entered.map((one) => entered.filter((other) => other === one).length)).to.eql([2, 2, 2, 2])
      expect(new Set(groups())).to.eql(new Set(entered))
      // Fewer where Node knows the quota of a cgroup.
      expect(coresSeen).to.be.within(1, availableParallelism())
      for (const readings of running.reported().instances!)
        expect(Math.min(readings.at(-1)!.usedMs, readings.at(-1)!.peakBytes)).to.be.above(0)
      expect(await running.stop()).to.equal(false)
      expectNobody(running)
      expect(groups()).to.eql([])
    })

    it('have as many workers each as they see CPUs, if that is wanted', async () => {
      const { reported, stop } = await start({ instances: 2, workers: null })
      expect(reported().workerPids).to.have.length(2 * reported().coresSeen!)
      await stop()
    })

    it('are started again when the kernel kills one for its memory, which is counted for that one alone', async () => {
      const running = await start({ instances: 2, workers: 2 })
      const { reported, stop } = running
      expect(kills(running)).to.eql([0, 0])
      await ask('/grow').catch(() => {})
      while (reported().restarts === 0 || reported().workerPids.length < 2) await delay(20)
      expect(kills(running)).to.have.members([0, 1])
      expect(reported().lives.filter(({ bySignal }) => bySignal)).to.have.length(1)
      expect((await ask()).status).to.equal(200)
      await stop()
    })

    for (const [what, code, mebibytes] of [
      ['exceed it when they start', grow, 100],
      ['have too little for Node', server, 4]
    ] as const) {
      it(`are refused when they ${what}, with the limit and the peak`, async () => {
        const limits = { cpus: null, memoryBytes: mebibytes * mebibyte }
        const { code: found, message } = await refusalOf(...given({ workers: 1, resources: limits }, code))
        expect(found).to.equal('APP_NOT_READY')
        const [, peak] =
          /^Variant pods: the app .*app\.cjs keeps crashing: \d+ of its workers died before it was ready, the last with signal SIGKILL\..* The kernel killed it because it needed more memory than its limit of \d+ MiB \(its peak was (\d+) MiB\)\. Raise memory in the variant/.exec(
            message
          ) ?? expect.fail(message)
        expect(Number(peak)).to.be.within(mebibytes / 2, mebibytes)
      })
    }
  })
})
