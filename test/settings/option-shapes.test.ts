import { expect } from 'chai'
import { describe, it } from 'mocha'
import { optionShapes } from '../../plugin/settings/option-shapes.ts'
import { itRefuses, read } from './cases.ts'

describe('options given in code', () => {
  const names = 'app, variants, baseline, rounds, confidence, thresholds, pidHeader, report, onInconclusive, mix, sameAnswers, ' +
    'compareWith, load, generator, client, scope, suppressOutput'
  const appNames = 'script, args, env, nodeArgs, cwd, ready, readyTimeout, stopTimeout'
  const aMap = 'It must be a map of keys to values.'
  const rounds = 'It must be a whole number from 3 to 30, or a map such as { min: 3, max: 10 }.'
  const circular: Record<string, unknown> = {}
  circular.self = circular

  itRefuses((options) => optionShapes(options, 'options'), 'options', [
    [{ round: 5 }, `.round is no option (did you mean rounds?). Options: ${names}.`],
    [{ round: undefined }, `.round is no option (did you mean rounds?). Options: ${names}.`],
    [{ colour: 'red' }, `.colour is no option. Options: ${names}.`],
    [{ app: { scrpt: 'app.js' } }, `.app.scrpt is no option (did you mean script?). Options of options.app: ${appNames}.`],
    [{ toString: 1 }, `.toString is no option. Options: ${names}.`],
    ['scenarios/io.yml', ` is "scenarios/io.yml". ${aMap}`],
    [null, ` is null. ${aMap}`],
    [[{ rounds: 5 }], ` is [{"rounds":5}]. ${aMap}`],
    [5, ` is 5. ${aMap}`],
    [() => ({ rounds: 5 }), ` is [Function (anonymous)]. ${aMap}`],
    [new AbortController().signal, ' is [AbortSignal]. It must be a plain object.'],
    [Promise.resolve({}), ' is [Promise]. It must be a plain object.'],
    [{ thresholds: new Map([['p95', 1.3]]) }, '.thresholds is [Map]. It must be a plain object.'],
    [{ rounds: null }, `.rounds is null. ${rounds}`],
    [{ rounds: NaN }, '.rounds is NaN. It must be a whole number from 3 to 30.'],
    [{ rounds: 5n }, `.rounds is 5n. ${rounds}`],
    [{ thresholds: { p95: Infinity } }, '.thresholds.p95 is Infinity. It must be a number above 0.'],
    [{ app: { env: { LIMIT: Infinity } } }, '.app.env.LIMIT is Infinity. It must be a text, a number, true or false.'],
    [{ baseline: circular }, '.baseline is [Object]. It must be a text that is not empty.'],
    [{ app: new URL('file:///app.js') },
      '.app is URL {}. It must be the file that starts your app, or a map such as { script: ../server.js, ready: /health }.'],
    [{ app: { args: ['--port', undefined] } }, '.app.args[1] is missing. It must be a text, a number, true or false.'],
    // eslint-disable-next-line no-sparse-arrays
    [{ app: { nodeArgs: [, '--inspect'] } }, '.app.nodeArgs[0] is missing. It must be a text that is not empty.']
  ])

  it('are not given where they are undefined, however deep', () => {
    const app = { script: '../fixtures-app/server.js', args: undefined, env: { DEBUG: undefined } }
    const variants = { single: { mode: undefined }, cluster: { workers: undefined, thresholds: { p95: undefined } }, none: undefined }
    const options = { app, variants, rounds: { min: undefined }, confidence: undefined, mix: undefined }
    expect(() => optionShapes(options, 'options')).not.to.throw()
    // As JSON they go to the `artillery run` that compares.
    expect(read(JSON.parse(JSON.stringify(options)))).to.eql(read({ variants: { single: {}, cluster: {} } }))
  })

  it('may be an object without a prototype, and none at all', () => {
    expect(() => optionShapes(Object.assign(Object.create(null), { rounds: 5 }), 'options')).not.to.throw()
    expect(() => optionShapes({}, 'options')).not.to.throw()
  })
})
