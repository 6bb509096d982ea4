import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { afterEach, describe, it } from 'mocha'
import { nextOf } from '../../plugin/generator/loop-users.ts'
import { LoadGenerator } from '../../plugin/generator/load-generator.ts'
import { temporaryFolder } from '../support/folder.ts'
import { serving } from '../support/serving.ts'
import { aGeneration } from './making-loads.ts'

const users = 3
const loadSeconds = 1.5
/** What two processes, each with its own look at the clock, may differ by; and how late a timer may be on a busy machine. */
const slackMs = 150

const hooks = `const { appendFileSync } = require('node:fs')
const note = (word) => ({ vars }, events, done) => { appendFileSync(process.env.NOTES, word + ' ' + (vars.seen ?? 'new') + '\\n'); done() }
exports.begin = note('before')
exports.end = note('after')
exports.remember = (context, events, done) => { context.vars.seen = (context.vars.seen ?? 0) + 1; done() }`

it('A mix gives each scenario its share, as evenly as can be, the same each time', () => {
  const scenarios = [{ name: 'a', spec: { weight: 0 }, credit: 0 }, { name: 'b', spec: { weight: 3 }, credit: 0 }, { name: 'c', spec: { weight: 1 }, credit: 0 }]
  expect(Array.from({ length: 8 }, () => nextOf(scenarios).name).join('')).to.equal('bbcbbbcb')
})

for (const client of ['auto', 'artillery'] as const) {
  describe(`users who go on until the time is up, with the client ${client}`, function () {
    this.timeout(60_000)
    const folder = temporaryFolder()
    const serve = serving()
    let generator: LoadGenerator | undefined
    afterEach(async () => generator?.kill())

    async function load(flow: object[], more: object = {}, { answerMs = (_url: string) => 10, http = {}, others = [] }: { answerMs?: (url: string) => number, http?: object, others?: object[] } = {}) {
      let connections = 0
      const cookies: string[] = []
      const { server, target, asked } = await serve((request, response) => {
        const url = String(request.url)
        cookies.push(String(request.headers.cookie))
        if (url === '/lost') return request.socket.destroy()
        response.setHeader('set-cookie', 'known=yes; Path=/')
        return setTimeout(() => response.end('hello'), answerMs(url))
      })
      server.on('connection', () => connections++)
      folder.write('hooks.js', hooks)
      process.env.NOTES = folder.write('notes', '')
      const config = { target: target.url, phases: [{ duration: '300ms', arrivalCount: users }], processor: './hooks.js', http, plugins: { speedup: {} } }
      const scriptFile = folder.write('job.json', JSON.stringify({ config, scenarios: [{ flow, ...more }, ...others] }))
      const generation = aGeneration(folder, target, { scriptFile })
      const order = { ...generation.order, client, loadSeconds, isMix: others.length > 0 }
      await generator?.kill()
      generator = new LoadGenerator()
      const outcome = await generator.prepare({ ...generation, order }, new AbortController().signal)()
      if (outcome === null) return expect.fail('It was cut short.')
      const rows = readFileSync(order.samplesFile, 'utf8').trimEnd().split('\n').slice(1).map((line) => line.split(','))
      const overMs = outcome.beganMs - order.originMs + 1000 * loadSeconds
      return {
        outcome, asked, cookies, connections,
        notes: readFileSync(folder.path('notes'), 'utf8').trimEnd().split('\n'),
        outcomes: [...new Set(rows.map(([, , status]) => status))],
        requests: rows.length,
        lastStartMs: Math.max(...rows.map(([startMs]) => Number(startMs))) - overMs,
        lastEndMs: Math.max(...rows.map(([startMs, latencyMs]) => Number(startMs) + Number(latencyMs))) - overMs
      }
    }

    it('keep connection, cookies and variables, count what they do, and are met once by the hooks of the scenario', async () => {
      const flow = [{ function: 'remember' }, { get: { url: '/{{ seen }}/{{ $loopCount }}' } }, { think: '30ms' }]
      const { outcome, asked, cookies, notes, connections, outcomes, lastStartMs } = await load(flow, { beforeScenario: 'begin', afterScenario: 'end' })
      expect(outcome).to.deep.include({ users, errors: {} })
      expect([connections, outcomes]).to.eql([users, ['200']])
      expect(cookies.filter((cookie) => cookie === 'known=yes')).to.have.length(asked.length - users)
      const times = asked.filter((url) => url === '/1/0').length
      expect(times).to.equal(users)
      for (const url of asked) expect(url).to.match(/^\/\d+\/\d+$/).and.satisfy(() => Number(url.split('/')[1]) === Number(url.split('/')[2]) + 1)
      expect(notes.filter((line) => line === 'before new')).to.have.length(users)
      const rounds = notes.filter((line) => line.startsWith('after')).map((line) => Number(line.split(' ')[1]))
      expect(rounds).to.have.length(users)
      for (const round of rounds) expect(round).to.be.above(3)
      expect(lastStartMs).to.be.below(slackMs)
    })

    it('begin no request later, whatever their flow would still do, and end a pause', async () => {
      const { outcome, lastStartMs, outcomes, requests } = await load([{ loop: [{ get: { url: '/' } }], count: 1e6 }, { think: 60 }])
      expect([outcome.users, outcomes]).to.eql([users, ['200']])
      expect(requests).to.be.above(3 * users)
      expect(lastStartMs).to.be.below(slackMs)
      const paused = await load([{ get: { url: '/' } }, { think: 60 }])
      expect(paused.requests).to.equal(users)
      expect(paused.outcome.endedMs - paused.outcome.beganMs).to.be.within(1000 * loadSeconds - slackMs, 10_000)
    })

    // With a connection for each user alone, the others would wait for the first.
    it('finish what they have begun, also beside something else that they may not begin', async () => {
      const late = (url: string) => (url === '/late' ? 2500 : 10)
      for (const flow of [[{ get: { url: '/late' } }], [{ parallel: [{ get: { url: '/late' } }, { loop: [{ get: { url: '/' } }], count: 1e6 }] }]]) {
        const { asked, outcomes, lastStartMs, lastEndMs } = await load(flow, {}, { answerMs: late, http: { pool: 20 } })
        expect(asked.filter((url) => url === '/late')).to.have.length(users)
        expect(outcomes).to.eql(['200'])
        expect(lastStartMs).to.be.below(slackMs)
        expect(lastEndMs).to.be.above(500)
      }
    })

    it('pause where their flow makes no request, and only there', async () => {
      for (const step of [{ function: 'remember' }, { get: { url: '/', ifTrue: '1 > 2' } }]) {
        const { asked, notes } = await load([step, { function: 'remember' }], { afterScenario: 'end' })
        expect(asked).to.eql([])
        expect(Math.max(...notes.map((line) => Number(line.split(' ')[1])))).to.be.within(4, 2 * (1 + (1000 * loadSeconds) / 100))
      }
      for (const flow of [[{ loop: [{ get: { url: '/' } }], count: 1 }], [{ parallel: [{ get: { url: '/' } }] }]]) {
        expect((await load(flow)).requests).to.be.above((2 * users * 1000 * loadSeconds) / 100)
      }
    })

    it('take the scenarios of a mix by their weights', async () => {
      const asking = (url: string) => [{ get: { url } }, { think: 60 }]
      const { asked } = await load(asking('/never'), { weight: 0 }, { others: [{ flow: asking('/often'), weight: 2 }, { flow: asking('/seldom') }] })
      expect(asked.sort()).to.eql(['/often', '/often', '/seldom'])
    })

    it('begin anew after a failure, but not at once', async () => {
      const { outcome, asked, outcomes } = await load([{ get: { url: '/' } }, { get: { url: '/lost' } }, { get: { url: '/never' } }])
      expect(asked).to.not.include('/never')
      const lost = asked.filter((url) => url === '/lost').length
      expect(lost).to.be.within(2 * users, (users * 1000 * loadSeconds) / 100)
      expect(outcome).to.deep.include({ users, errors: { ECONNRESET: lost } })
      expect(outcomes).to.have.members(['200', 'ECONNRESET'])
      expect(outcome.shortestSessionMs).to.be.above(500)
    })
  })
}
