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
const pauseMs = 100 // of who would otherwise keep a core busy, or refuse thousands of requests a second
/**
 * Who goes on after the time is up, goes on for hours. On a busy machine, the last ones begin later than their owner
 * thinks.
 */
const slackMs = 5000
const endless = (url: string) => ({ loop: [{ get: { url } }], count: 1e6 })

const hooks = `const { appendFileSync } = require('node:fs')
const note = (word) => ({ vars }, events, done) => { appendFileSync(process.env.NOTES, word + ' ' + (vars.seen ?? 'new') + '\\n'); done() }
exports.begin = note('before')
exports.end = note('after')
exports.remember = (context, events, done) => { context.vars.seen = (context.vars.seen ?? 0) + 1; done() }`

it('A mix gives each scenario its share, as evenly as can be, the same each time', () => {
  const scenarios = [
    { name: 'a', spec: { weight: 0 }, credit: 0 },
    { name: 'b', spec: { weight: 3 }, credit: 0 },
    { name: 'c', spec: { weight: 1 }, credit: 0 }
  ]
  expect(Array.from({ length: 8 }, () => nextOf(scenarios).name).join('')).to.equal('bbcbbbcb')
})

for (const client of ['auto', 'artillery'] as const) {
  describe(`users who go on until the time is up, with the client ${client}`, () => {
    const folder = temporaryFolder()
    const serve = serving()
    let generator: LoadGenerator | undefined
    afterEach(async () => generator?.kill())

    /**
     * Each user of the first three, or of one for each of several scenarios, makes a load on an app that answers after
     * so many ms.
     */
    async function load(
      scenarios: object[],
      { answerMs = (_url: string) => 10, http = {} }: { answerMs?: (url: string) => number; http?: object } = {}
    ) {
      let connections = 0
      const cookies: string[] = []
      const askedAtMs: Record<string, number[]> = {}
      const { server, target, asked } = await serve((request, response) => {
        const url = String(request.url)
        cookies.push(String(request.headers.cookie))
        ;(askedAtMs[url] ??= []).push(performance.now())
        if (url === '/lost') return request.socket.destroy()
        response.setHeader('set-cookie', 'known=yes; Path=/')
        return setTimeout(() => response.end('hello'), answerMs(url))
      })
      server.on('connection', () => connections++)
      folder.write('hooks.js', hooks)
      process.env.NOTES = folder.write('notes', '')
      const arrivalCount = Math.max(users, scenarios.length)
      const config = {
        target: target.url,
        phases: [{ duration: '300ms', arrivalCount }],
        processor: './hooks.js',
        http,
        plugins: { speedup: {} }
      }
      const scriptFile = folder.write('job.json', JSON.stringify({ config, scenarios }))
      const generation = aGeneration(folder, target, { scriptFile })
      const order = { ...generation.order, client, loadSeconds, isMix: scenarios.length > 1 }
      generator = new LoadGenerator()
      const outcome = await generator.prepare({ ...generation, order }, new AbortController().signal)()
      if (outcome === null) return expect.fail('It was cut short.')
      const rows = readFileSync(order.samplesFile, 'utf8')
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(','))
      const overMs = outcome.beganMs - order.originMs + 1000 * loadSeconds
      return {
        outcome,
        asked,
        cookies,
        connections,
        leastPauseMs: (url: string) => Math.min(...askedAtMs[url].slice(1).map((ms, i) => ms - askedAtMs[url][i])),
        notes: readFileSync(folder.path('notes'), 'utf8').trimEnd().split('\n'),
        outcomes: [...new Set(rows.map(([, , status]) => status))],
        lastStartMs: Math.max(...rows.map(([startMs]) => Number(startMs))) - overMs,
        lastEndMs: Math.max(...rows.map(([startMs, latencyMs]) => Number(startMs) + Number(latencyMs))) - overMs
      }
    }

    it('keep connection, cookies and variables, count what they do, and are met once by the hooks of the scenario', async () => {
      const flow = [{ function: 'remember' }, { get: { url: '/{{ seen }}/{{ $loopCount }}' } }, { think: '30ms' }]
      const { outcome, asked, cookies, notes, connections, outcomes, lastStartMs } = await load([
        { flow, beforeScenario: 'begin', afterScenario: 'end' }
      ])
      expect(outcome).to.deep.include({ users, errors: {} })
      expect([connections, outcomes]).to.eql([users, ['200']])
      expect(cookies.filter((cookie) => cookie === 'known=yes')).to.have.length(asked.length - users)
      const times = asked.filter((url) => url === '/1/0').length
      expect(times).to.equal(users)
      for (const url of asked)
        expect(url)
          .to.match(/^\/\d+\/\d+$/)
          .and.satisfy(() => Number(url.split('/')[1]) === Number(url.split('/')[2]) + 1)
      expect(notes.filter((line) => line === 'before new')).to.have.length(users)
      const rounds = notes.filter((line) => line.startsWith('after')).map((line) => Number(line.split(' ')[1]))
      expect(rounds).to.have.length(users)
      expect(Math.max(...rounds)).to.be.above(1)
      expect(lastStartMs).to.be.below(slackMs)
    })

    it('begin no request later, whatever their flow would still do, and end a pause', async () => {
      const scenarios = [
        { flow: [endless('/'), { think: 60 }] },
        { flow: [{ get: { url: '/pausing' } }, { think: 60 }] }
      ]
      const { asked, outcome, outcomes, lastStartMs } = await load(scenarios)
      expect([outcome.users, outcomes]).to.eql([users, ['200']])
      expect(asked.filter((url) => url === '/').length).to.be.above(users)
      expect(lastStartMs).to.be.below(slackMs)
      expect(asked.filter((url) => url === '/pausing')).to.have.length(1)
      expect(outcome.endedMs - outcome.beganMs).to.be.within(500 * loadSeconds, 30_000)
    })

    // With a connection for each user alone, the others would wait for the first.
    it('finish what they have begun, also beside something else that they may not begin', async () => {
      const answerMs = (url: string) => (url.startsWith('/late') ? 2500 : 10)
      const scenarios = [
        { flow: [{ get: { url: '/late' } }] },
        { flow: [{ parallel: [{ get: { url: '/late-beside' } }, endless('/')] }] }
      ]
      const { asked, outcome, outcomes, lastStartMs, lastEndMs } = await load(scenarios, {
        answerMs,
        http: { pool: 20 }
      })
      expect(asked.filter((url) => url.startsWith('/late')))
        .to.have.length(users)
        .and.include.members(['/late', '/late-beside'])
      expect([outcomes, outcome.errors]).to.eql([['200'], {}])
      expect(lastStartMs).to.be.below(slackMs)
      expect(lastEndMs).to.be.above(0)
    })

    it('pause where their flow makes no request, and only there', async () => {
      const none = [{ function: 'remember' }, { get: { url: '/never', ifTrue: '1 > 2' } }]
      const some = [{ loop: [{ get: { url: '/looped' } }], count: 1 }, { parallel: [{ get: { url: '/parallel' } }] }]
      const idle = none.map((step) => ({ flow: [step, { function: 'remember' }], afterScenario: 'end' }))
      const {
        asked,
        notes,
        leastPauseMs,
        outcome: { beganMs, endedMs }
      } = await load([...idle, ...some.map((step) => ({ flow: [step] }))])
      expect([...new Set(asked)].sort()).to.eql(['/looped', '/parallel'])
      const passes = notes.map((line) => Number(line.split(' ')[1]))
      expect(passes).to.have.length(idle.length)
      // The end comes late on a busy machine.
      for (const times of passes) expect(times).to.be.within(2, 2 * (2 + (endedMs - beganMs) / pauseMs))
      for (const url of ['/looped', '/parallel']) expect(leastPauseMs(url)).to.be.below(pauseMs)
    })

    it('take the scenarios of a mix by their weights', async () => {
      const asking = (url: string) => [{ get: { url } }, { think: 60 }]
      const { asked } = await load([
        { flow: asking('/never'), weight: 0 },
        { flow: asking('/often'), weight: 2 },
        { flow: asking('/seldom') }
      ])
      expect(asked.sort()).to.eql(['/often', '/often', '/seldom'])
    })

    it('begin anew after a failure, but not at once', async () => {
      const { outcome, asked, outcomes } = await load([
        { flow: [{ get: { url: '/' } }, { get: { url: '/lost' } }, { get: { url: '/never' } }] }
      ])
      expect(asked).to.not.include('/never')
      const lost = asked.filter((url) => url === '/lost').length
      expect(lost).to.be.within(users + 1, (users * 1000 * loadSeconds) / pauseMs)
      expect(outcome).to.deep.include({ users, errors: { ECONNRESET: lost } })
      expect(outcomes).to.have.members(['200', 'ECONNRESET'])
      // Longer than one pass of it.
      expect(outcome.shortestSessionMs).to.be.above(2 * pauseMs)
    })
  })
}
