import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { nextOf } from '../../plugin/load-thread/loop-users.ts'
import { temporaryFolder } from '../support/folder.ts'
import { serving } from '../support/serving.ts'
import { aGeneration, makeAlone, rowsOf } from '../load/making-loads.ts'
import type { LoadOutcome } from '../../plugin/messages/load.ts'

const loadSeconds = 4 // so that all have come long before its end, also on a busy machine
const lateMs = 5500 // later than the time is up
const usualMs = 100 // so that those are seen to go on who are answered sooner
const quickMs: Record<string, number> = { '/looped': 20, '/parallel': 20 }
const pauseMs = 100 // of who would otherwise keep a core busy, or refuse thousands of requests a second
/**
 * Who goes on after the time is up, goes on for hours. On a busy machine, the last ones begin later than their owner
 * thinks.
 */
const slackMs = 5000
const ask = (url: string) => ({ get: { url } })
const endless = (url: string) => ({ loop: [ask(url)], count: 1e6 })
const remember = { function: 'remember' }

/** As many users come as the weights are in all, and Artillery gives each the next scenario in turn. */
const scenarios = (beside: string): { weight?: number; flow: object[]; [hook: string]: unknown }[] => [
  {
    weight: 3,
    beforeScenario: 'begin',
    afterScenario: 'end',
    flow: [remember, ask('/kept/{{ seen }}/{{ $loopCount }}'), { think: '100ms' }]
  },
  { flow: [endless('/endless'), { think: 60 }] },
  { flow: [ask('/pausing'), { think: 60 }] },
  { flow: [ask('/late')] },
  // On its one connection to the app, it would wait for the answer that is late.
  { flow: [{ parallel: [ask('/late-beside'), endless(`${beside}/endless-beside`)] }] },
  ...[remember, { get: { url: '/never', ifTrue: '1 > 2' } }].map((step) => ({
    flow: [step, remember],
    afterScenario: 'endIdle'
  })),
  { flow: [{ loop: [ask('/looped')], count: 1 }] },
  { flow: [{ parallel: [ask('/parallel')] }] },
  { weight: 3, flow: [ask('/before'), ask('/lost'), ask('/never')] },
  { weight: 0, flow: [ask('/never')] }
]
const users = scenarios('').reduce((sum, { weight = 1 }) => sum + weight, 0)

const hooks = `const { appendFileSync } = require('node:fs')
const note = (word) => ({ vars }, events, done) => { appendFileSync(process.env.NOTES, word + ' ' + (vars.seen ?? 'new') + '\\n'); done() }
exports.begin = note('begin')
exports.end = note('end')
exports.endIdle = note('idle')
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
    const serve = serving(after)
    const seen: { url: string; cookie: string; socket: Socket; atMs: number }[] = []
    let outcome: LoadOutcome
    let rows: { startMs: number; endMs: number; status: string }[] // ms from the end of the load's time

    before(async () => {
      const app = await serve((request, response) => {
        const { url = '', socket, headers } = request
        seen.push({ url, cookie: String(headers.cookie), socket, atMs: performance.now() })
        if (url === '/lost') return socket.destroy()
        response.setHeader('set-cookie', 'known=yes; Path=/')
        return setTimeout(() => response.end('hello'), url.startsWith('/late') ? lateMs : (quickMs[url] ?? usualMs))
      })
      const beside = await serve((_request, response) => setTimeout(() => response.end('hello'), usualMs))
      folder.write('hooks.js', hooks)
      process.env.NOTES = folder.write('notes', '')
      const config = {
        target: app.target.url,
        phases: [{ duration: '300ms', arrivalCount: users }],
        processor: './hooks.js',
        plugins: { speedup: {} }
      }
      const script = { config, scenarios: scenarios(beside.target.url) }
      const generation = aGeneration(folder, app.target, { script })
      const order = { ...generation.order, strays: [beside.target], client, loadSeconds }
      const flags = ['--require', fileURLToPath(new URL('fixtures/picking-in-turn.cjs', import.meta.url))]
      process.execArgv.push(...flags)
      outcome = await makeAlone({ ...generation, order }).finally(() => process.execArgv.splice(-flags.length))
      const overMs = outcome.beganMs - order.originMs + 1000 * loadSeconds
      rows = rowsOf(order.samplesFile).map(({ startMs, latencyMs, outcome }) => ({
        startMs: startMs - overMs,
        endMs: startMs - overMs + latencyMs,
        status: outcome
      }))
    })

    const askedFor = (path: string) => seen.filter(({ url }) => url.split('/')[1] === path)
    /** @returns of each user, how often the variable was set */
    const noted = (word: string) =>
      readFileSync(folder.path('notes'), 'utf8')
        .trimEnd()
        .split('\n')
        .filter((line) => line.startsWith(word))
        .map((line) => line.split(' ')[1])

    it('are as many as the weights say', () => {
      expect(outcome.users).to.equal(users)
      expect(askedFor('never')).to.eql([])
      for (const path of ['pausing', 'late', 'late-beside']) expect(askedFor(path), path).to.have.length(1)
    })

    it('keep connection, cookies and variables, count what they do, and are met once by the hooks of the scenario', () => {
      const asked = askedFor('kept')
      expect(new Set(asked.map(({ socket }) => socket))).to.have.length(3)
      expect(asked.filter(({ cookie }) => cookie === 'known=yes')).to.have.length(asked.length - 3)
      expect(asked.filter(({ url }) => url === '/kept/1/0')).to.have.length(3)
      for (const { url } of asked) {
        const [, , times, loopCount] = url.split('/').map(Number)
        expect(times, url).to.equal(loopCount + 1)
      }
      expect(noted('begin')).to.eql(['new', 'new', 'new'])
      expect(noted('end')).to.have.length(3)
      expect(Math.max(...noted('end').map(Number))).to.be.above(1)
    })

    it('begin no request later, whatever their flow would still do, and end a pause', () => {
      expect(askedFor('endless').length).to.be.above(1)
      expect(Math.max(...rows.map(({ startMs }) => startMs))).to.be.below(slackMs)
      expect(outcome.endedMs - outcome.beganMs).to.be.within(500 * loadSeconds, 30_000)
    })

    it('finish what they have begun, also beside something else that they may not begin', () => {
      const late = rows.filter(({ startMs, endMs }) => endMs - startMs > 0.9 * lateMs)
      expect(late).to.have.length.of.at.least(2)
      expect(new Set(late.map(({ status }) => status))).to.have.all.keys('200')
      expect(Math.max(...late.map(({ endMs }) => endMs))).to.be.above(0)
      expect(outcome.shortestSessionMs, 'longer than one pass of who fails').to.be.above(2 * pauseMs)
    })

    it('pause where their flow makes no request, and only there', () => {
      const passes = noted('idle').map(Number)
      expect(passes).to.have.length(2)
      // The end comes late on a busy machine.
      const most = 2 * (2 + (outcome.endedMs - outcome.beganMs) / pauseMs)
      for (const times of passes) expect(times).to.be.within(2, most)
      for (const path of ['looped', 'parallel']) {
        const times = askedFor(path).map(({ atMs }) => atMs)
        expect(Math.min(...times.slice(1).map((ms, i) => ms - times[i])), path).to.be.below(pauseMs)
      }
    })

    it('begin anew after a failure, but not at once', () => {
      const { length: lost } = askedFor('lost')
      expect(lost).to.be.within(3 + 1, (3 * 1000 * loadSeconds) / pauseMs)
      expect(outcome.errors).to.eql({ ECONNRESET: lost })
      expect(new Set(rows.map(({ status }) => status))).to.have.all.keys('200', 'ECONNRESET')
    })
  })
}

for (const client of ['auto', 'artillery'] as const) {
  describe(`users of a mix, with the client ${client}`, () => {
    const folder = temporaryFolder()
    const serve = serving(after)
    const asked: { path: string; user: string; socket: Socket }[] = []
    const lines = (file: string) => readFileSync(folder.path(file), 'utf8').trimEnd().split('\n')

    before(async () => {
      const app = await serve((request, response) => {
        const [, path, user] = String(request.url).split('/')
        asked.push({ path, user, socket: request.socket })
        setTimeout(() => response.end('hello'), path === 'heavy' ? usualMs : 20)
      })
      process.env.NOTES = folder.write('notes', '')
      folder.write(
        'hooks.js',
        `const { appendFileSync } = require('node:fs')
const note = (word) => (context, events, done) => {
  appendFileSync(process.env.NOTES, [word, context.scenario.name, context.vars.$uuid].join(' ') + '\\n')
  done()
}
module.exports = { begin: note('begin'), end: note('end') }`
      )
      const config = {
        target: app.target.url,
        phases: [{ duration: '300ms', arrivalCount: 4 }],
        processor: './hooks.js',
        plugins: { speedup: {} }
      }
      const scenario = (name: string, weight: number) => ({
        name,
        weight,
        beforeScenario: 'begin',
        afterScenario: 'end',
        flow: [ask(`/${name}/{{ $uuid }}`)]
      })
      const script = { config, scenarios: [scenario('light', 4), scenario('heavy', 1), scenario('never', 0)] }
      const generation = aGeneration(folder, app.target, { script })
      const order = { ...generation.order, client, loadSeconds: 2, isMix: true }
      await makeAlone({ ...generation, order })
    })

    it('get the scenario of each pass by its weight, in the same order in each load, however long one takes', () => {
      expect(asked).to.have.length.of.at.least(50)
      // Each came in its turn, or beside some of the other users.
      for (let i = 1; i <= asked.length; i++) {
        const heavy = asked.slice(0, i).filter(({ path }) => path === 'heavy').length
        expect(heavy, `of the first ${i}`).to.be.within(i / 5 - 2, i / 5 + 2)
      }
      expect(asked.filter(({ path }) => path === 'never')).to.eql([])
    })

    it('keep their connection, and are met by the hooks of each scenario once, with its name', () => {
      for (const own of Map.groupBy(asked, ({ user }) => user).values()) {
        expect(new Set(own.map(({ socket }) => socket))).to.have.length(1)
        expect(new Set(own.map(({ path }) => path))).to.have.all.keys('light', 'heavy')
      }
      const notes = lines('notes')
      expect(new Set(notes)).to.have.length(notes.length)
      expect(notes.filter((line) => line.startsWith('begin light'))).to.have.length(4)
      expect(notes.filter((line) => line.startsWith('begin heavy'))).to.have.length(4)
      expect(notes.filter((line) => line.startsWith('end'))).to.have.length(8)
    })
  })
}

describe('users of a mix who ask once', () => {
  const folder = temporaryFolder()
  const serve = serving(after)

  it('are met by the hooks of their scenario, as those who go on', async () => {
    const { target } = await serve((_request, response) => setTimeout(() => response.end('hello'), usualMs))
    folder.write('hooks.js', hooks)
    process.env.NOTES = folder.write('notes', '')
    const phases = [
      { duration: '300ms', arrivalCount: 1 },
      { name: 'once', duration: '300ms', arrivalCount: 2 }
    ]
    const config = { target: target.url, phases, processor: './hooks.js', plugins: { speedup: {} } }
    const flow = [ask('/'), remember]
    const script = { config, scenarios: [{ beforeScenario: 'begin', afterScenario: 'end', flow }] }
    const generation = aGeneration(folder, target, { script })
    const order = { ...generation.order, isMix: true, askOncePhase: 'once', loadSeconds: 2 }
    await makeAlone({ ...generation, order })
    const notes = readFileSync(folder.path('notes'), 'utf8').trimEnd().split('\n')
    const [goesOn, ...others] = notes
      .filter((note) => note.startsWith('end'))
      .sort()
      .reverse()
    expect(notes.filter((note) => note.startsWith('begin'))).to.eql(Array(3).fill('begin new'))
    expect(others).to.eql(['end 1', 'end 1'])
    expect(Number(goesOn.split(' ')[1])).to.be.above(1)
  })
})
