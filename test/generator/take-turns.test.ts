import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { afterEach, describe, it } from 'mocha'
import { LoadGenerator } from '../../plugin/generator/load-generator.ts'
import { clockMs } from '../../plugin/machine/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { serving } from '../support/serving.ts'
import { aGeneration } from './making-loads.ts'
import type { RunOrder, Slice } from '../../plugin/generator/run-order.ts'

const users = 4
const [warmUpSeconds, seconds] = [0.5, 0.3]
const warmUps: Slice[] = [0, 1].map((load) => ({ load, seconds: warmUpSeconds, counts: false }))
const counted: Slice[] = [0, 1, 1, 0].map((load) => ({ load, seconds, counts: true }))

for (const client of ['auto', 'artillery'] as const) {
  describe(`loads that take turns, with the client ${client}`, () => {
    const folder = temporaryFolder()
    const serve = serving()
    let generator: LoadGenerator | undefined
    afterEach(async () => generator?.kill())

    /** A server for each load, which notes when it was asked and had answered. */
    async function startApps(answerMs: number[]) {
      const isBusy = new Set<number>()
      return Promise.all(
        answerMs.map(async (ms, i) => {
          const seen = {
            connections: 0,
            asked: [] as string[],
            times: [] as [fromMs: number, toMs: number][],
            besides: 0
          }
          let underWay = 0
          const { server, target } = await serve((request, response) => {
            const fromMs = clockMs()
            underWay++
            isBusy.add(i)
            if (isBusy.size > 1) seen.besides++
            seen.asked.push(String(request.url))
            setTimeout(() => response.end('hello'), ms)
            response.once('close', () => {
              if (--underWay === 0) isBusy.delete(i)
              seen.times.push([fromMs, clockMs()])
            })
          })
          server.on('connection', () => seen.connections++)
          return { target, seen }
        })
      )
    }

    async function makeRound(
      flow: object[],
      { answerMs = [10, 10], slices = [...warmUps, ...counted], mostSeconds = 20 } = {}
    ) {
      const apps = await startApps(answerMs)
      const config = {
        target: 'http://127.0.0.1:1',
        phases: [{ duration: '100ms', arrivalCount: users }],
        plugins: { speedup: {} }
      }
      const scriptFile = folder.write('job.json', JSON.stringify({ config, scenarios: [{ flow }] }))
      generator = new LoadGenerator()
      const generations = apps.map(({ target }) => {
        const generation = aGeneration(folder, target, { scriptFile })
        const order: RunOrder = { ...generation.order, client }
        return { ...generation, order }
      })
      const steps: string[] = []
      const round = await generator.prepareRound(
        generations,
        new AbortController().signal
      )({ slices, mostSeconds, heard: ({ step, load }) => void steps.push(`${step} ${load}`) })
      if (round === null) return expect.fail('This Artillery makes one load at a time.')
      const samples = generations.map(({ order }) =>
        readFileSync(order.samplesFile, 'utf8')
          .trimEnd()
          .split('\n')
          .slice(1)
          .map((line) => {
            const [startMs, latencyMs, outcome] = line.split(',')
            return { fromMs: order.originMs + Number(startMs), latencyMs: Number(latencyMs), outcome }
          })
      )
      return { ...round, apps, steps, samples }
    }

    it('are made one at a time, each by users of its own who keep their connections', async () => {
      const { outcomes, slices, apps, steps, samples } = await makeRound([{ get: { url: '/' } }])
      expect(slices.map(({ load, counts }) => [load, counts])).to.eql(
        [...warmUps, ...counted].map(({ load, counts }) => [load, counts])
      )
      const [a, b] = [0, 1].map((load) => ['opens', 'counts', 'counted', 'rests'].map((step) => `${step} ${load}`))
      expect(steps).to.eql(['opens 0', 'rests 0', 'opens 1', 'rests 1', ...a, ...b, ...b, ...a])
      for (const [i, { seen }] of apps.entries()) {
        expect([seen.connections, seen.besides]).to.eql([users, 0])
        expect(outcomes[i]).to.deep.include({ users, errors: {} })
        expect(samples[i]).to.have.lengthOf(seen.asked.length)
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
    })

    it('count from when all users are back at work, and go on until what counts is answered', async () => {
      const latencyMs = 250
      const { slices, samples } = await makeRound([{ get: { url: '/' } }], { answerMs: [latencyMs, 10] })
      for (const { openMs, fromMs, toMs, restMs } of slices.filter(({ load, counts }) => load === 0 && counts)) {
        expect(fromMs - openMs).to.be.at.least(latencyMs - 5)
        const began = samples[0].filter((sample) => sample.fromMs >= fromMs && sample.fromMs <= toMs)
        const lastMs = Math.max(...began.map((sample) => sample.fromMs + sample.latencyMs))
        expect(restMs).to.be.at.least(lastMs - 1)
        // Others begin meanwhile, so that these meet an app with as much to do.
        expect(samples[0].some((sample) => sample.fromMs > toMs && sample.fromMs < restMs)).to.equal(true)
      }
    })

    it('have pauses stand still while they rest', async () => {
      const thinkMs = 1000
      const { slices, samples } = await makeRound([{ get: { url: '/' } }, { think: `${thinkMs}ms` }])
      for (const [i, own] of samples.entries()) {
        const openMs = slices
          .filter(({ load }) => load === i)
          .reduce((sum, slice) => sum + slice.restMs - slice.openMs, 0)
        // Timers may be a millisecond early.
        expect(own.length / users, `in ${openMs} ms`).to.be.within(1, 1 + openMs / (thinkMs - 2))
      }
    })

    it('wait no longer than they may for what hangs', async () => {
      const slices = [
        { load: 0, seconds: 0.2, counts: false },
        { load: 1, seconds: 0.2, counts: false },
        { load: 0, seconds: 0.2, counts: true }
      ]
      const { outcomes, slices: seen } = await makeRound([{ get: { url: '/' } }], {
        answerMs: [3000, 10],
        slices,
        mostSeconds: 0.5
      })
      expect(outcomes.map(({ users: came }) => came)).to.eql([users, users])
      expect(seen[0].restMs - seen[0].openMs).to.be.below(3000)
    })
  })
}
