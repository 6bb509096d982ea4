import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { tutorials } from '../../docs/tutorials/claims/index.ts'
import { readOrder } from '../../docs/tutorials/read-order.ts'
import { renderTutorials } from '../../docs/tutorials/render.ts'
import { settingsOf } from '../support/scenario-files.ts'

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
})

describe('the scenario file of each tutorial', () => {
  for (const { name, claims } of tutorials) {
    it(`has what is claimed: ${name}.yml`, () => {
      const { scenarios, variants, baseline } = settingsOf(`scenarios/tutorials/${name}.yml`)
      const compared = scenarios.flatMap((scenario) => {
        const { of, factor } = scenario.level ?? { of: scenario.name, factor: null }
        return variants.filter((variant) => variant.name !== baseline).map((variant) => ({ scenario: of, factor, candidate: variant.name }))
      })
      expect(compared).to.include.deep.members(claims.map(({ scenario, factor, candidate }) => ({ scenario, factor, candidate })))
    })
  }
})

describe('npm run tutorials', () => {
  const namesOf = (...args: string[]) => readOrder(args, tutorials).chosen.map(({ name }) => name)

  it('measures all, or those that are named, or none', () => {
    expect(namesOf()).to.eql(tutorials.map(({ name }) => name))
    expect(namesOf('--only', 'primes', '--only=slow')).to.eql(['slow', 'primes'])
    expect(namesOf('--render')).to.eql([])
  })

  it('writes to docs, or to the folder that is named', () => {
    expect(readOrder([], tutorials).output).to.match(/\/docs$/)
    expect(readOrder(['--output', '/tmp/tried'], tutorials).output).to.equal('/tmp/tried')
  })

  it('refuses what it does not know', () => {
    expect(() => namesOf('--only', 'prime')).to.throw('--only prime: there is no such tutorial. There are slow, heavy-computation, fibonacci, read-content and primes.')
    expect(() => namesOf('--onyl', 'primes')).to.throw('--onyl')
  })
})
