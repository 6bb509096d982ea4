import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readFileSync } from 'node:fs'

describe('the words of the schema of comparison.json', () => {
  const source = readFileSync(new URL('../plugin/vocabulary.js', import.meta.url), 'utf8').replace(/^ \* ?/gm, '')
  const definitions = source.split('@typedef ').slice(1)
  const definitionOf = (/** @type {string} */ name) => definitions.find((text) => withoutTypes(text).trim().split(/\s/)[0] === name) ?? ''

  /** @param {string} text @returns {string} without what stands in braces, however nested */
  function withoutTypes(text) {
    const outer = text.replace(/\{[^{}]*\}/g, '')
    return outer === text ? text : withoutTypes(outer)
  }

  /** @param {string} name @returns {string[]} the texts of a union, those of other unions in it included */
  function unionOf(name) {
    const type = /^\{([^{}]*)\}/.exec(definitionOf(name))?.[1] ?? ''
    return type.split('|').flatMap((part) => (part.includes("'") ? [part.replace(/[\s']/g, '')] : unionOf(part.trim())))
  }

  /** @param {string} type @param {string} property @returns {string[]} the texts of its type */
  function textsOf(type, property) {
    const found = new RegExp(`@property \\{([^{}]*)\\} ${property}\\b`).exec(definitionOf(type))?.[1] ?? ''
    return [...found.matchAll(/'([^']+)'/g)].map(([, text]) => text)
  }

  /** @param {string} name */
  const propertiesOf = (name) => [...withoutTypes(definitionOf(name)).matchAll(/@property\s+(\w+)/g)].map(([, property]) => property)

  const schema = JSON.parse(readFileSync(new URL('../plugin/comparison.schema.json', import.meta.url), 'utf8'))
  const { $defs } = schema
  const { code: warningCode, severity } = $defs.Warning.properties

  /** @type {[string, string[], string[]][]} */
  const lists = [
    ['Metric', $defs.Metric.enum, unionOf('Metric')],
    ['Verdict', $defs.Verdict.enum, unionOf('Verdict')],
    ['Reason', $defs.Reason.enum, unionOf('Reason')],
    ['Severity', severity.enum, unionOf('Severity')],
    ['WarningCode', [...$defs.Reason.enum, ...warningCode.anyOf[1].enum], unionOf('WarningCode')],
    ['ErrorCode', $defs.Error.properties.code.enum, [...unionOf('ErrorCode'), 'INTERRUPTED', 'UNEXPECTED']],
    ['Mode', $defs.Variant.properties.mode.enum, unionOf('Mode')],
    ['scheduling', $defs.Variant.properties.scheduling.enum, textsOf('Variant', 'scheduling')],
    ['command of a Generator', $defs.Settings.properties.generator.enum.filter((/** @type {string | null} */ one) => one !== null), textsOf('Generator', 'command')],
    ['name of a ClientUse', $defs.ClientUse.properties.name.enum, textsOf('ClientUse', 'name')],
    ['code of a Diagnosis', $defs.Diagnosis.properties.code.enum, textsOf('Diagnosis', 'code')],
    ['model of a LoadShape', $defs.LoadShape.properties.model.enum, textsOf('LoadShape', 'model')],
    ['metric of a Limit', $defs.Limit.properties.metric.enum, textsOf('Limit', 'metric')]
  ]
  for (const [name, inSchema, inVocabulary] of lists) {
    it(`are those of the vocabulary for ${name}`, () => {
      expect(inVocabulary).to.have.length.above(1)
      expect(inSchema).to.eql(inVocabulary)
    })
  }

  const objects = ['Environment', 'ScenarioResult', 'CandidateResult', 'Estimate', 'Limit', 'Bound', 'Diagnosis', 'SelfCheck', 'VariantUse', 'MachineUse', 'LoadShape', 'ClientUse', 'AnswerComparison', 'Ranged', 'Sweep', 'SweepPoint', 'ScalingLaw', 'Crossover', 'CrossoverLevel', 'CrossoverCandidate', 'Warning']
  for (const name of objects) {
    it(`are those of the vocabulary for the properties of ${name}`, () => {
      expect(propertiesOf(name)).to.have.length.above(1)
      expect(Object.keys($defs[name].properties)).to.eql(propertiesOf(name))
      expect($defs[name].required).to.eql(propertiesOf(name))
    })
  }

  it('are those of the vocabulary for the comparison itself, and for what it tells of the earlier one', () => {
    expect(Object.keys(schema.properties)).to.eql(propertiesOf('Comparison'))
    expect(Object.keys($defs.EarlierResult.properties)).to.eql(propertiesOf('EarlierResult').filter((name) => name !== 'here' && name !== 'estimates'))
  })
})
