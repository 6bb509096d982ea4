import { expect } from 'chai'
import { LoadGenerator } from '../../plugin/load/load-generator.ts'
import { temporaryFolder } from '../support/folder.ts'
import { serving } from '../support/serving.ts'
import { aGeneration, rowsOf } from '../load/making-loads.ts'
import { takeTurns } from '../../plugin/generator/take-turns.ts'
import type { LoadOutcome, RunOrder, Slice } from '../../plugin/messages/load.ts'

const users = 4
const [warmUpSeconds, seconds] = [0.5, 0.3]
const warmUps: Slice[] = [0, 1].map((load) => ({ load, seconds: warmUpSeconds, counts: false }))
const counted: Slice[] = [0, 1, 1, 0].map((load) => ({ load, seconds, counts: true }))

it('A round waits no longer than it may for what hangs', async () => {
  const told: string[] = []
  const hanging = {
    make: async () => ({ users }) as LoadOutcome,
    command: (command: string) => void told.push(command),
    next: () => new Promise(() => {})
  }
  const slices = [0, 1, 0].map((load) => ({ load, seconds: 0.01, counts: true }))
  const { outcomes, slices: seen } = await takeTurns([hanging, hanging], { slices, mostSeconds: 0.01 }, () => {})
  expect(outcomes).to.eql([{ users }, { users }])
  expect(seen.map(({ load }) => load)).to.eql([0, 1, 0])
  expect(told.join()).to.equal('mark,hold,mark,hold,open,mark,hold,end,end')
})

for (const client of ['auto', 'artillery'] as const) {
  describe(`loads that take turns, with the client ${client}`, () => {
    const folder = temporaryFolder()
    const serve = serving()

    /** A server for each load, which counts what it is asked, also while another one is. */
    async function startApps(answerMs: number[]) {
      const isBusy = new Set<number>()
      return Promise.all(
        answerMs.map(async (ms, i) => {
          const seen = { connections: 0, asked: 0, besides: 0 }
          let underWay = 0
          const { server, target } = await serve((_request, response) => {
            underWay++
            seen.asked++
            isBusy.add(i)
            if (isBusy.size > 1) seen.besides++
            setTimeout(() => response.end('hello'), ms)
            response.once('close', () => {
              if (--underWay === 0) isBusy.delete(i)
            })
          })
          server.on('connection', () => seen.connections++)
          return { target, seen }
        })
      )
    }

    /** @param answerMs that the app of each load takes */
    async function makeRound(flow: object[], answerMs: number[]) {
      const apps = await startApps(answerMs)
      const config = {
        target: 'http://127.0.0.1:1',
        phases: [{ duration: '100ms', arrivalCount: users }],
        plugins: { speedup: {} }
      }
      const generations = apps.map(({ target }) => {
        const generation = aGeneration(folder, target, { script: { config, scenarios: [{ flow }] } })
        const order: RunOrder = { ...generation.order, client, inTurns: true }
        return { ...generation, order }
      })
      const steps: string[] = []
      const turns = { slices: [...warmUps, ...counted], mostSeconds: 20 }
      const generator = new LoadGenerator()
      const round = await generator
        .prepare(
          generations,
          turns,
          new AbortController().signal
        )(({ step, load }) => void steps.push(`${step} ${load}`))
        .finally(() => generator.kill())
      if (round === null) return expect.fail('This Artillery makes one load at a time.')
      const samples = generations.map(({ order }) =>
        rowsOf(order.samplesFile).map(({ startMs, ...row }) => ({ ...row, fromMs: order.originMs + startMs }))
      )
      return { ...round, apps, steps, samples }
    }

    it('are made one at a time, by users of their own who keep their connections', async () => {
      const latencyMs = 250
      const { outcomes, slices, apps, steps, samples } = await makeRound([{ get: { url: '/' } }], [latencyMs, 10])
      expect(slices.map(({ load, counts }) => [load, counts])).to.eql(
        [...warmUps, ...counted].map(({ load, counts }) => [load, counts])
      )
      const [a, b] = [0, 1].map((load) => ['opens', 'counts', 'counted', 'rests'].map((step) => `${step} ${load}`))
      expect(steps).to.eql(['opens 0', 'rests 0', 'opens 1', 'rests 1', ...a, ...b, ...b, ...a])
      for (const [i, { seen }] of apps.entries()) {
        expect([seen.connections, seen.besides]).to.eql([users, 0])
        expect(outcomes[i]).to.deep.include({ users, errors: {} })
        expect(samples[i]).to.have.lengthOf(seen.asked)
        expect(samples[i].every(({ outcome }) => outcome === '200')).to.equal(true)
        const own = slices.filter(({ load }) => load === i)
        for (const { fromMs } of samples[i])
          expect(
            own.some(({ openMs, restMs }) => fromMs >= openMs && fromMs <= restMs),
            `at ${fromMs}`
          ).to.equal(true)
        for (const slice of own)
          expect(slice.toMs - slice.fromMs).to.be.at.least(1000 * (slice.counts ? seconds : warmUpSeconds) - 2)
        // Of one of them, others may take most on a busy machine.
        const inAny = samples[i].filter(({ fromMs }) =>
          own.some((slice) => fromMs >= slice.fromMs && fromMs <= slice.toMs)
        )
        expect(inAny).to.have.length.of.at.least(users)
      }
      // They count from when all users are back at work, and go on until what counts is answered.
      for (const { openMs, fromMs, toMs, restMs } of slices.filter(({ load, counts }) => load === 0 && counts)) {
        expect(fromMs - openMs).to.be.at.least(latencyMs - 5)
        const began = samples[0].filter((sample) => sample.fromMs >= fromMs && sample.fromMs <= toMs)
        const lastMs = Math.max(...began.map((sample) => sample.fromMs + sample.latencyMs))
        expect(restMs).to.be.at.least(lastMs - 1)
        // Others begin meanwhile, so that these meet an app with as much to do.
        expect(samples[0].some((sample) => sample.fromMs > toMs && sample.fromMs < restMs)).to.equal(true)
      }
    })

    // The gate has pauses stand still, whoever sends.
    if (client === 'auto')
      it('have pauses stand still while they rest', async () => {
        const thinkMs = 1000
        const { slices, samples } = await makeRound([{ get: { url: '/' } }, { think: `${thinkMs}ms` }], [10, 10])
        for (const [i, own] of samples.entries()) {
          const openMs = slices
            .filter(({ load }) => load === i)
            .reduce((sum, slice) => sum + slice.restMs - slice.openMs, 0)
          // Timers may be a millisecond early.
          expect(own.length / users, `in ${openMs} ms`).to.be.within(1, 1 + openMs / (thinkMs - 2))
        }
      })
  })
}
