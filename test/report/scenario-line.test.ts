import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { lineOfScenario } from '../../plugin/report/ci/github.ts'

/** @returns the line that was found */
const found = (text: string, scenario: string | null = 'primes'): string => text.split('\n')[lineOfScenario(text, scenario) - 1]

describe('the line of a scenario', () => {
  for (const name of ['primes', '"primes"', "'primes'"]) {
    for (const ending of ['', '   ', '   # the first one']) {
      it(`is that of its name: ${name}${ending}`, () => {
        const line = `  - name: ${name}${ending}`
        expect(found(`config:\nscenarios:\n  - name: primes again\n${line}\n    flow: []`)).to.equal(line)
      })
    }
  }

  it('is found with the line endings of Windows, and in JSON, however it is set', () => {
    expect(lineOfScenario('scenarios:\r\n  - name: primes\r\n', 'primes')).to.equal(2)
    const script = { config: { plugins: { speedup: {} } }, scenarios: [{ name: 'hello' }, { name: 'primes', flow: [] }] }
    expect(found(JSON.stringify(script, null, 2))).to.equal('      "name": "primes",')
    expect(found(JSON.stringify(script, null, 1).replaceAll('": ', '":'))).to.equal('   "name":"primes",')
    expect(lineOfScenario(JSON.stringify(script), 'primes')).to.equal(1)
  })

  it('is found in braces', () => {
    expect(found('scenarios:\n  - { name: hello, flow: [] }\n  - { flow: [], name: primes }')).to.equal('  - { flow: [], name: primes }')
    expect(found('scenarios:\n  - {name: primes}')).to.equal('  - {name: primes}')
    expect(found('scenarios:\n  - { flow: [], name: primes, weight: 2 }')).to.equal('  - { flow: [], name: primes, weight: 2 }')
  })

  it('is not that of a phase, of a request or of a comment', () => {
    const text = `
config:
  phases:
    - duration: 1
      name: primes
  # name: primes
scenarios: # - name: primes
  - flow:
      - get: { url: "/", name: primes }
    name: primes # this one`
    expect(found(text)).to.equal('    name: primes # this one')
  })

  it('is not that of a phase of the same name, however deep each stands, and wherever the scenarios are', () => {
    const config = 'config:\n  scenarios: none of ours\n  phases:\n  - name: primes\n    duration: 1\n'
    const scenarios = 'scenarios:\n    - weight: 1\n      name: primes # this one\n'
    for (const text of [config + scenarios, scenarios + config.replace('  - name', '        - name')]) expect(found(text)).to.equal('      name: primes # this one')
  })

  const odd = { [`it's "so"`]: ["'it''s \"so\"'", '"it\'s \\"so\\""'], 'a: b, {c} # d': ['"a: b, {c} # d"'], 'a.*(b': ['a.*(b'], 'שלום': ['שלום', '"שלום"'] }
  for (const [name, spellings] of Object.entries(odd)) {
    it(`is that of an odd name: ${name}`, () => {
      for (const spelling of spellings) expect(found(`scenarios:\n  - name: hello\n  - name: ${spelling}`, name)).to.equal(`  - name: ${spelling}`)
    })
  }

  it('is that of the plugin’s options where the name is not to be found', () => {
    const text = 'config:\n  plugins:\n    # speedup: {}\n    speedup: { app: a.js }\nscenarios:\n  - flow: []'
    for (const scenario of ['primes', null]) expect(found(text, scenario)).to.equal('    speedup: { app: a.js }')
    expect(found('config: { plugins: { speedup: {} } }\n', null)).to.equal('config: { plugins: { speedup: {} } }')
  })

  it('is the first where there is nothing', () => {
    for (const text of ['', 'scenarios:\n  - flow: []', 'config:\n  variables:\n    speedups: 1\n']) expect(lineOfScenario(text, 'primes')).to.equal(1)
  })

  for (const name of ['primes', 'self-check', 'hello']) {
    it(`is found in our own scenarios/${name}.yml`, () => {
      const text = readFileSync(new URL(`../../scenarios/${name}.yml`, import.meta.url), 'utf8')
      expect(found(text, name)).to.equal(`  - name: ${name}`)
      expect(found(text, null)).to.equal('    speedup:')
    })
  }
})
