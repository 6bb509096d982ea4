import { expect } from 'chai'
import { describe, it } from 'mocha'
import { optionShapes } from '../../plugin/settings/option-shapes.ts'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { aSource, refusal } from '../support/settings.ts'

const check = (options: unknown) => optionShapes(options, 'options')

describe('options given in code', () => {
  const names = 'app, variants, baseline, rounds, confidence, thresholds, pidHeader, report, onInconclusive, mix, sameAnswers, compareWith, load, generator, client, scope, suppressOutput'
  const appNames = 'script, args, env, nodeArgs, cwd, ready, readyTimeout, stopTimeout'
  const aMap = 'It must be a map of keys to values.'
  const rounds = 'It must be a whole number from 3 to 30, or a map such as { min: 3, max: 10 }.'
  const circular: Record<string, unknown> = {}
  circular.self = circular

  const refused: [string, unknown, string][] = [
    ['a misspelt option', { round: 5 }, `options.round is no option (did you mean rounds?). Options: ${names}.`],
    ['a misspelt option that is undefined', { round: undefined }, `options.round is no option (did you mean rounds?). Options: ${names}.`],
    ['an option like no other', { colour: 'red' }, `options.colour is no option. Options: ${names}.`],
    ['a misspelt option of the app', { app: { scrpt: 'app.js' } }, `options.app.scrpt is no option (did you mean script?). Options of options.app: ${appNames}.`],
    ['the name of a method as an option', { toString: 1 }, `options.toString is no option. Options: ${names}.`],
    ['a text', 'scenarios/io.yml', `options is "scenarios/io.yml". ${aMap}`],
    ['null', null, `options is null. ${aMap}`],
    ['a list', [{ rounds: 5 }], `options is [{"rounds":5}]. ${aMap}`],
    ['a number', 5, `options is 5. ${aMap}`],
    ['a function', () => ({ rounds: 5 }), `options is [Function (anonymous)]. ${aMap}`],
    ['the signal in their place', new AbortController().signal, 'options is [AbortSignal]. It must be a plain object.'],
    ['what nobody awaited', Promise.resolve({}), 'options is [Promise]. It must be a plain object.'],
    ['thresholds as a Map', { thresholds: new Map([['p95', 1.3]]) }, 'options.thresholds is [Map]. It must be a plain object.'],
    ['null for an option', { rounds: null }, `options.rounds is null. ${rounds}`],
    ['no number', { rounds: NaN }, 'options.rounds is NaN. It must be a whole number from 3 to 30.'],
    ['a big integer', { rounds: 5n }, `options.rounds is 5n. ${rounds}`],
    ['an infinite threshold', { thresholds: { p95: Infinity } }, 'options.thresholds.p95 is Infinity. It must be a number above 0.'],
    ['an infinite value in an environment', { app: { env: { LIMIT: Infinity } } }, 'options.app.env.LIMIT is Infinity. It must be a text, a number, true or false.'],
    ['what turns in a circle', { baseline: circular }, 'options.baseline is [Object]. It must be a text that is not empty.'],
    ['a URL as the app', { app: new URL('file:///app.js') }, 'options.app is URL {}. It must be the file that starts your app, or a map such as { script: ../server.js, ready: /health }.'],
    ['undefined in a list', { app: { args: ['--port', undefined] } }, 'options.app.args[1] is missing. It must be a text, a number, true or false.'],
    // eslint-disable-next-line no-sparse-arrays
    ['a hole in a list', { app: { nodeArgs: [, '--inspect'] } }, 'options.app.nodeArgs[0] is missing. It must be a text that is not empty.']
  ]
  for (const [what, options, message] of refused) {
    it(`refuse ${what}`, () => {
      expect(refusal(() => check(options))).to.eql({ code: 'INVALID_SETTINGS', message })
    })
  }

  it('are not given where they are undefined, however deep', () => {
    const app = { script: '../fixtures-app/server.js', args: undefined, env: { DEBUG: undefined } }
    const variants = { single: { mode: undefined }, cluster: { workers: undefined, thresholds: { p95: undefined } }, none: undefined }
    const options = { app, variants, rounds: { min: undefined }, confidence: undefined, mix: undefined }
    expect(() => check(options)).not.to.throw()
    // As JSON they go to the `artillery run` that compares.
    expect(readSettings(aSource(JSON.parse(JSON.stringify(options))))).to.eql(readSettings(aSource({ variants: { single: {}, cluster: {} } })))
  })

  it('may be an object without a prototype, and none at all', () => {
    expect(() => check(Object.assign(Object.create(null), { rounds: 5 }))).not.to.throw()
    expect(() => check({})).not.to.throw()
  })
})
