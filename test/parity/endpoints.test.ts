import { eventually } from '../support/eventually.ts'
import { expect } from 'chai'
import { readSamples, summariseSamples } from '../../plugin/measure/read-samples.ts'
import { toldNames } from '../../plugin/concepts/requests.ts'
import { requestNames } from '../../plugin/settings/read-flow.ts'
import { samplesHeader } from '../../plugin/record/samples.ts'
import { temporaryFolder } from '../support/folder.ts'
import { asking, runScript, to } from './run-script.ts'

const flow = [
  to('/slow/20', { name: 'quick' }),
  { loop: [to('/slow/60', { name: 'listed' }), to('/status/404', { name: 'missing' })], count: 4 },
  to('/slow/150', { name: 'bought' })
]
const script = asking(
  'a shop',
  flow,
  {},
  { users: 12, config: { http: { timeout: 6 }, plugins: { 'metrics-by-endpoint': { useOnlyRequestNames: true } } } }
)
const prefix = 'plugins.metrics-by-endpoint.'

describe('what Artillery’s plugin metrics-by-endpoint tells of each endpoint', () => {
  const folder = temporaryFolder()

  for (const client of ['auto', 'artillery'] as const) {
    it(`is what our table tells of each request, with the client ${client}`, () =>
      // A response of a millisecond waits longer than that where others keep the machine busy.
      eventually(async () => {
        const { metrics, samples } = await runScript(script, client)
        const file = folder.write(`${client}.csv`, samplesHeader + samples.map((row) => `${row.join()}\n`).join(''))
        const names = Object.fromEntries(requestNames(flow).map((name, i) => [i + 1, name]))
        const options = { firstRequestsApart: false, workerPids: [], usageOf: () => null }
        const { flow: found = [] } = summariseSamples(await readSamples(file), options, names)
        expect(found.map(({ name }) => name)).to.eql(toldNames(names))
        for (const { name, requests, failures, latencies, latencyMs } of found) {
          const codes = name === 'missing' ? { 404: 48 } : { 200: name === 'listed' ? 48 : 12 }
          for (const [code, count] of Object.entries(codes))
            expect(metrics.counters[`${prefix}${name}.codes.${code}`], name).to.equal(count)
          const failed = name === 'missing' ? 48 : 0
          expect({ requests, failures, latencies }, name).to.eql({
            requests: metrics.counters[`${prefix}${name}.codes.${Object.keys(codes)[0]}`],
            failures: failed,
            latencies: requests - failed
          })
          if (latencyMs === null) continue
          const theirs = metrics.summaries[`${prefix}response_time.${name}`]
          // Theirs begin when a request was written, and ours before: with the time until it had its connection.
          for (const percentile of ['p50', 'p95'] as const)
            expect(latencyMs[percentile] / theirs[percentile], `${percentile} of ${name}`).to.be.within(0.85, 1.5)
        }
      }))
  }
})
