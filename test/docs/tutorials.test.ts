import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { tutorials, type Claim } from '../../docs/tutorials/claims/index.ts'
import { readOrder } from '../../docs/tutorials/read-order.ts'
import { renderTutorials } from '../../docs/tutorials/render.ts'
import { itFinds } from '../support/cases.ts'
import { htmlOf, tableIn, textOf } from '../support/markdown.ts'
import { aCandidate, aComparison, aScenarioResult, aWarning } from '../support/results.ts'
import { settingsOf } from '../support/scenario-files.ts'
import type { ScenarioResult } from '../../plugin/concepts/comparison.ts'

const docs = new URL('../../docs/', import.meta.url)
const keptOf = (name: string) => new URL(`tutorials/${name}/comparison.json`, docs)

describe('docs/tutorials.md', () => {
  it('is exactly what is made of the comparisons that are kept, one for each tutorial', () => {
    for (const { name } of tutorials) expect(existsSync(keptOf(name)), `npm run tutorials -- --only ${name}`).to.equal(true)
    const tried = tutorials.map((tutorial) => ({ tutorial, comparison: JSON.parse(readFileSync(keptOf(tutorial.name), 'utf8')) }))
    expect(readFileSync(new URL('tutorials.md', docs), 'utf8')).to.equal(renderTutorials(tried))
  })

  it('does not tell of anything outside this project', () => {
    for (const { name } of tutorials) {
      const { file, settings } = JSON.parse(readFileSync(keptOf(name), 'utf8'))
      expect([file, settings.app]).to.eql([`scenarios/tutorials/${name}.yml`, 'fixtures-app/server.js'])
    }
  })

  const claim: Claim = { scenario: 'primes', factor: null, candidate: 'clustered', metric: 'p95', baseline: 1256.4, claimed: 719.5 }
  const rendered = (claims: Claim[], ...scenarios: ScenarioResult[]) =>
    renderTutorials([{ tutorial: { name: 'primes', title: 'Primes', source: '', setUp: '', cores: null, changes: [], claims }, comparison: aComparison(scenarios) }])
  const pm2 = aCandidate({ name: 'pm2', diagnosis: { code: 'idle', message: 'It has time to spare.' } })
  const level = (factor: number) => aScenarioResult([aCandidate(), pm2], { scenario: `primes at ${factor}x load`, level: { of: 'primes', factor } })
  const claims = [{ ...claim, factor: 0.5 }, { ...claim, factor: 1, candidate: 'pm2' }, { ...claim, scenario: 'fib/30' }]
  const several = rendered(claims, level(0.5), level(1), aScenarioResult([aCandidate()], { scenario: 'fib/30' }))
  const warned = rendered([claim], aScenarioResult([aCandidate()], { warnings: [aWarning({ severity: 'problem', message: 'It ran_here_.' })] }))

  itFinds({
    'names scenario, load and candidate where claims differ in them': [
      [tableIn(several.split('\n## ')[1]).map(([first]) => first),
        ['', 'primes: p95 of clustered at 0.5x load, ms', 'primes: p95 of pm2 at 1x load, ms', 'fib/30: p95 of clustered, ms']],
      [textOf(htmlOf(several)), /primes at 1x load, pm2: It has time to spare\./]
    ],
    'repeats the warnings of the tool': [[textOf(htmlOf(warned)), /problem: It ran_here_\./]]
  })
})

describe('the scenario file of each tutorial', () => {
  for (const { name, claims } of tutorials) {
    it(`has what is claimed: ${name}.yml`, () => {
      const { scenarios, variants, baseline } = settingsOf(`scenarios/tutorials/${name}.yml`)
      const candidates = variants.map((variant) => variant.name).filter((variant) => variant !== baseline)
      const compared = scenarios.flatMap(({ name: scenario, level }) =>
        candidates.map((candidate) => ({ scenario: level?.of ?? scenario, factor: level?.factor ?? null, candidate })))
      expect(compared).to.include.deep.members(claims.map(({ scenario, factor, candidate }) => ({ scenario, factor, candidate })))
    })
  }
})

describe('npm run tutorials', () => {
  const namesOf = (...args: string[]) => readOrder(args, tutorials).chosen.map(({ name }) => name)
  itFinds({
    'measures all, or those that are named, or none': [
      [namesOf(), tutorials.map(({ name }) => name)], [namesOf('--only', 'primes', '--only=slow'), ['slow', 'primes']], [namesOf('--render'), []]
    ],
    'writes to docs, or to the folder that is named': [
      [readOrder([], tutorials).output, /\/docs$/], [readOrder(['--output', '/tmp/tried'], tutorials).output, '/tmp/tried']
    ]
  })

  it('refuses what it does not know', () => {
    expect(() => namesOf('--only', 'prime')).to.throw('--only prime: there is no such tutorial. There are slow, heavy-computation, fibonacci, read-content and primes.')
    expect(() => namesOf('--onyl', 'primes')).to.throw('--onyl')
  })
})
