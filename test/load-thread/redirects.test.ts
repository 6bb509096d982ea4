import { expect } from 'chai'
import { readTelemetry } from '../../plugin/record/telemetry.ts'
import { aGeneration, makeAlone } from '../load/making-loads.ts'
import { temporaryFolder } from '../support/folder.ts'
import { serving } from '../support/serving.ts'

const leadsTo: Record<string, string> = {
  '/chain': '/hop',
  '/hop': '/end?from=chain',
  '/inbox': '/signin',
  '/save': '/saved',
  '/short': '/long'
}

describe('redirects', () => {
  const folder = temporaryFolder()
  const serve = serving(after)

  for (const client of ['auto', 'artillery'] as const) {
    it(`are noted as soon as they come, followed or not, unless their step expects them, with the client ${client}`, async () => {
      const { target } = await serve(({ url = '' }, response) => {
        const location = leadsTo[url]
        if (location === undefined) response.end('hello')
        else response.writeHead(302, { location }).end('see there')
      })
      const flow = [
        { get: { url: '/chain' } },
        { get: { url: '/inbox', followRedirect: false } },
        { get: { url: '/plain' } },
        { post: { url: '/save', json: {} } },
        { get: { url: '/short', followRedirect: false, expect: [{ statusCode: 302 }] } },
        { think: '500ms' } // they are reported twice a second
      ]
      const config = {
        target: target.url,
        phases: [{ duration: 1, arrivalCount: 1 }],
        plugins: { expect: {}, speedup: {} }
      }
      const generation = aGeneration(folder, target, { script: { config, scenarios: [{ flow }] } })
      const order = { ...generation.order, client }
      await makeAlone({ ...generation, order })
      const reports = readTelemetry(order.telemetryFile).filter(({ source }) => source === 'load-thread')
      expect(reports.flatMap((report) => ('redirects' in report ? (report.redirects ?? []) : [])).slice(-4)).to.eql([
        { to: '/hop', count: 1, followed: 1, gets: 1, requests: [1] },
        { to: '/end', count: 1, followed: 1, gets: 1, requests: [1] },
        { to: '/signin', count: 1, followed: 0, gets: 1, requests: [2] },
        { to: '/saved', count: 1, followed: 1, gets: 0, requests: [4] }
      ])
    })
  }
})
