import { modeNames } from '../plugin/concepts/modes.ts'
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { runErrors } from '../plugin/concepts/errors.ts'
import { clientNames, commands } from '../plugin/concepts/generators.ts'
import { metrics } from '../plugin/concepts/metrics.ts'
import { diagnosisCodes, exitCodes, verdicts } from '../plugin/concepts/verdicts.ts'
import { severities, warningKinds } from '../plugin/concepts/warnings.ts'
import { choicesIn, propertiesOf, typeOf } from './support/vocabulary.ts'

describe('the words of the schema of comparison.json', () => {
  const textsOf = (type: string, property: string) => choicesIn(typeOf(type, property))

  const schema = JSON.parse(readFileSync(new URL('../plugin/comparison.schema.json', import.meta.url), 'utf8'))
  const { $defs } = schema
  const { code: warningCode, severity } = $defs.Warning.properties

  const warningCodes = (areReasons: boolean) => Object.entries(warningKinds).flatMap(([code, kind]) => ('noVerdict' in kind === areReasons ? [code] : []))

  const lists: [string, string[], (string | number)[]][] = [
    ['Metric', $defs.Metric.enum, metrics],
    ['Verdict', $defs.Verdict.enum, [...verdicts]],
    ['exitCode', schema.properties.exitCode.enum, Object.entries(exitCodes).flatMap(([name, code]) => (name.startsWith('SIG') ? [] : [code]))],
    ['Reason', $defs.Reason.enum, warningCodes(true)],
    ['Severity', severity.enum, [...severities]],
    ['WarningCode', warningCode.anyOf[1].enum, warningCodes(false)],
    ['ErrorCode', $defs.Error.properties.code.enum, [...runErrors]],
    ['Mode', $defs.Variant.properties.mode.enum, modeNames],
    ['scheduling', $defs.Variant.properties.scheduling.enum, textsOf('Variant', 'scheduling')],
    ['command of a Generator', $defs.Settings.properties.generator.enum.filter((one: string | null) => one !== null), Object.keys(commands)],
    ['name of a ClientUse', $defs.ClientUse.properties.name.enum, Object.keys(clientNames)],
    ['code of a Diagnosis', $defs.Diagnosis.properties.code.enum, [...diagnosisCodes]],
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
