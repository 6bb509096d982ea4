import { expect } from 'chai'
import { parseComparison, parseListed } from '../../plugin/record/parse-comparison.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult, aWarning } from '../support/results.ts'
import { refusal } from '../support/settings.ts'

const file = 'reports/x/comparison.json'
const read = (content: unknown) => parseComparison(JSON.stringify(content), file)

const usual = () => aComparison([aScenarioResult([aCandidate()], { warnings: [aWarning()] })])

/** @returns what is said of it between the file's name and the advice */
const flawOf = (content: unknown) => {
  const { code, message } = refusal(() => read(content))
  expect(code).to.equal('NOT_A_RECORD')
  return /^reports\/x\/comparison\.json is JSON, but not a comparison that this version of artillery-plugin-speedup can read: (.*); use another file, or measure again\.$/.exec(
    message
  )?.[1]
}

/** @returns all properties that it has, at any depth */
function placesIn(value: any, path: string = ''): { holder: any; key: string; path: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    return [...(isList ? [] : [{ holder: value, key, path: place }]), ...placesIn(inner, place)]
  })
}

describe('a comparison.json that is read', () => {
  it('is given back as it is, and may have more than is known', () => {
    expect(read(usual())).to.eql(usual())
    expect(read({ ...usual(), later: 1 })).to.eql({ ...usual(), later: 1 })
  })

  // That the schema demands all of them, test/comparison-schema.test.ts shows.
  it('is refused without any of its fields, or with one of another type, however deep, by its name', () => {
    const comparison = JSON.parse(JSON.stringify(usual()))
    const places = placesIn(comparison)
    expect(places).to.have.length.above(140)
    for (const { holder, key, path } of places) {
      const value = holder[key]
      holder[key] = typeof value === 'boolean' ? 'true' : true
      expect(flawOf(comparison)).to.equal(`${path} is ${JSON.stringify(holder[key])}`)
      delete holder[key]
      expect(flawOf(comparison)).to.equal(`${path} is missing`)
      holder[key] = value
    }
  })

  const withP95 = (estimate: object) =>
    aComparison([aScenarioResult([aCandidateWith([{ metric: 'p95', ...estimate }])])])
  const wrong: [string, unknown, string][] = [
    ['a speedup of 0', withP95({ speedup: 0 }), 'scenarios[0].candidates[0].estimates[1].speedup is 0'],
    [
      'a number that JSON does not know',
      withP95({ speedup: NaN }),
      'scenarios[0].candidates[0].estimates[1].speedup is null'
    ],
    ['half an interval', withP95({ interval: [1] }), 'scenarios[0].candidates[0].estimates[1].interval is [1]'],
    ['a time that is none', aComparison([], { startedAt: 'yesterday' }), 'startedAt is "yesterday"'],
    ['nothing', null, 'its content is null'],
    ['a number', 7, 'its content is 7'],
    ['a list', [], 'its content is []'],
    [
      'a long text in the place of a list',
      { ...usual(), scenarios: 'x'.repeat(99) },
      `scenarios is "${'x'.repeat(58)}…`
    ]
  ]
  for (const [what, content, flaw] of wrong) it(`is refused with ${what}`, () => expect(flawOf(content)).to.equal(flaw))

  it('is refused when it is of a later version, or cut off', () => {
    const messageOf = (text: string) => refusal(() => parseComparison(text, file)).message
    expect(messageOf('{ "schemaVersion": 2 }')).to.equal(
      `${file} has schemaVersion 2, but this version of artillery-plugin-speedup reads 1 only; update it: npm install --save-dev artillery-plugin-speedup@latest.`
    )
    for (const length of [0, 1, 700])
      expect(messageOf(JSON.stringify(usual()).slice(0, length)), `${length} characters`).to.equal(
        `${file} is not complete JSON: it was half written or edited; copy it again, or measure again.`
      )
  })

  it('is checked for a list only as far as it is shown there', () => {
    const comparison = usual()
    const [{ candidates, variants }] = comparison.scenarios
    variants[0].utilization = 7
    expect(flawOf(comparison)).to.equal('scenarios[0].variants[0].utilization is 7')
    expect(parseListed(JSON.stringify(comparison), file)).to.eql(comparison)
    candidates[0].estimates[0].speedup = 0
    expect(() => parseListed(JSON.stringify(comparison), file)).to.throw(
      'scenarios[0].candidates[0].estimates[0].speedup is 0'
    )
  })
})
