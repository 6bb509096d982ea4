import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { parseComparison, schemaVersion } from '../../plugin/record/parse-comparison.ts'
import { aCandidateWith, aComparison, aScenarioResult, aWarning } from '../support/results.ts'
import { aCrossover, aLaw, aSweep, aSweepPoint } from '../support/scaling.ts'
import { anEarlierResult, refusal } from '../support/settings.ts'

const file = 'reports/x/comparison.json'
const beginning = `${file} is JSON, but no comparison made by this version of artillery-plugin-speedup: `
const { file: earlierFile, finishedAt, commit, plugin, cpu, cores } = anEarlierResult()
const compareWith = { file: earlierFile, finishedAt, commit, plugin, cpu, cores }
const bound = { atMost: 1.7, cores: 2, generator: 0.2, others: 0.1, loop: null }
const selfCheck = { verdict: 'pass' as const, biased: [], leastMargin: { p50: 1.1, p95: 1.2, p99: 1.3, throughput: 1.1 } }

/** One that has everything a comparison can have. */
const full = () => {
  const outliers = [{ round: 3, ratio: 8, pulledTo: 2 }]
  const candidates = [aCandidateWith([{ metric: 'p50', outliers, earlier: { speedup: 2, interval: [1.8, 2.2] }, required: 1.3 }], { bound, selfCheck })]
  const answers = [{ variant: 'clustered', requests: 1, different: ['GET /'], unsteady: [] }]
  const variants = [{ name: 'single', mode: 'single' as const, workers: 1, scheduling: 'none' as const, detail: '--threads 2' }]
  const sweeps = [aSweep({ law: aLaw(2, { peak: { workers: 1.5, interval: [1.2, 1.9] } }), points: [aSweepPoint(1)] })]
  const scenario = aScenarioResult(candidates, { client: { name: 'artillery', because: 'it uploads files (formData)' }, answers, sweeps, level: { of: 'primes', factor: 0.5 }, warnings: [aWarning()] })
  const usual = aComparison([scenario], { crossovers: [aCrossover()], error: { code: 'APP_DIED', message: 'It died.' } })
  return { ...usual, settings: { ...usual.settings, variants, compareWith } }
}
/** What the first versions did not tell. */
const isLater = (path: string) => /^(settings|scenarios\[0\])\.client$|\.(responseTime|demand|bound\.loop)$/.test(path)

const flawOf = (content: unknown) => {
  const { code, message } = refusal(() => parseComparison(JSON.stringify(content), file))
  expect(code).to.equal('NOT_A_RECORD')
  expect(message.startsWith(beginning), message).to.equal(true)
  return message.slice(beginning.length).replace('; give another one, or measure again.', '')
}

/** @returns all that it has, at any depth */
function placesIn(value: any, path: string = ''): { holder: any, key: string, path: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    return [...(isList ? [] : [{ holder: value, key, path: place }]), ...placesIn(inner, place)]
  })
}

describe('a comparison.json that is read', () => {
  it('is given back as it is, and may have more than is known', () => {
    expect(parseComparison(JSON.stringify(full()), file)).to.eql(full())
    expect(parseComparison(JSON.stringify({ ...full(), later: 1 }), file)).to.include({ later: 1 })
  })

  it('is of the version that the schema speaks of', () => {
    const schema = JSON.parse(readFileSync(new URL('../../plugin/comparison.schema.json', import.meta.url), 'utf8'))
    expect(schema.properties.schemaVersion.const).to.equal(schemaVersion)
  })

  it('is refused without any of its fields, or with one of another type, however deep, by its name', () => {
    const comparison = full()
    const places = placesIn(comparison)
    expect(places).to.have.length.above(150)
    for (const { holder, key, path } of places) {
      const value = holder[key]
      holder[key] = typeof value === 'boolean' ? 'true' : true
      expect(flawOf(comparison)).to.equal(`${path} is ${JSON.stringify(holder[key])}`)
      delete holder[key]
      if (!isLater(path)) expect(flawOf(comparison)).to.equal(`${path} is missing`)
      holder[key] = value
    }
  })

  it('does not know what the first versions did not tell', () => {
    const earlier = full()
    const later = placesIn(earlier).filter(({ path }) => isLater(path))
    for (const { holder, key } of later) delete holder[key]
    const found = placesIn(parseComparison(JSON.stringify(earlier), file)).filter(({ path }) => isLater(path))
    const paths = found.map(({ path }) => path).sort()
    expect(paths).to.eql(later.map(({ path }) => path).sort())
    expect(paths).to.include.members(['settings.client', 'scenarios[0].client', 'scenarios[0].candidates[0].bound.loop'])
    expect(paths.filter((path) => /responseTime|demand/.test(path))).to.have.length.above(1)
    for (const { holder, key } of found) expect(holder[key]).to.equal(null)
  })

  const withP95 = (estimate: object) => aComparison([aScenarioResult([aCandidateWith([{ metric: 'p95', ...estimate }])])])
  const wrong: [string, unknown, string][] = [
    ['a speedup of 0', withP95({ speedup: 0 }), 'scenarios[0].candidates[0].estimates[1].speedup is 0'],
    ['a number that JSON does not know', withP95({ speedup: NaN }), 'scenarios[0].candidates[0].estimates[1].speedup is null'],
    ['half an interval', withP95({ interval: [1] }), 'scenarios[0].candidates[0].estimates[1].interval is [1]'],
    ['a time that is none', aComparison([], { startedAt: 'yesterday' }), 'startedAt is "yesterday"'],
    ['a long text in the place of a list', { ...full(), scenarios: 'x'.repeat(99) }, `scenarios is "${'x'.repeat(58)}…`]
  ]
  for (const [what, content, flaw] of wrong) {
    it(`is refused with ${what}`, () => expect(flawOf(content)).to.equal(flaw))
  }
})
