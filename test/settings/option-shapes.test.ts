import { modeNames } from '../../plugin/concepts/modes.ts'
import { expect } from 'chai'
import { optionShapes } from '../../plugin/settings/option-shapes.ts'
import { itRefuses, read } from './cases.ts'

describe('options given in code', () => {
  const names = Object.keys(optionShapes.options).join(', ')
  const aMap = 'It must be a map of keys to values.'
  const rounds = 'It must be a whole number from 3 to 30, or a map such as { min: 3, max: 10 }.'
  const circular: Record<string, unknown> = {}
  circular.self = circular

  itRefuses((options) => optionShapes(options, 'options'), 'options', [
    [{ round: undefined }, `.round is an unknown option (did you mean rounds?). Options: ${names}.`],
    [{ colour: 'red' }, `.colour is an unknown option. Options: ${names}.`],
    [{ toString: 1 }, `.toString is an unknown option. Options: ${names}.`],
    ['scenarios/io.yml', ` is "scenarios/io.yml". ${aMap}`],
    [null, ` is null. ${aMap}`],
    [[{ rounds: 5 }], ` is [{"rounds":5}]. ${aMap}`],
    [() => ({ rounds: 5 }), ` is [Function (anonymous)]. ${aMap}`],
    [new AbortController().signal, ' is [AbortSignal]. It must be a plain object.'],
    [Promise.resolve({}), ' is [Promise]. It must be a plain object.'],
    [{ thresholds: new Map([['p95', 1.3]]) }, '.thresholds is [Map]. It must be a plain object.'],
    [{ rounds: null }, `.rounds is null. ${rounds}`],
    [{ rounds: NaN }, '.rounds is NaN. It must be a whole number from 3 to 30.'],
    [{ rounds: 5n }, `.rounds is 5n. ${rounds}`],
    [
      { app: { env: { LIMIT: Infinity } } },
      '.app.env.LIMIT is Infinity. It must be a string, a number, true or false.'
    ],
    [{ baseline: circular }, '.baseline is [Object]. It must be a string that is not empty.'],
    [
      { app: new URL('file:///app.js') },
      '.app is URL {}. It must be the file that starts your app, or a map such as { script: ../server.js, ready: /health }.'
    ],
    [
      { app: { args: ['--port', undefined] } },
      '.app.args[1] is missing. It must be a string, a number, true or false.'
    ],
    // eslint-disable-next-line no-sparse-arrays
    [{ app: { nodeArgs: [, '--inspect'] } }, '.app.nodeArgs[0] is missing. It must be a string that is not empty.']
  ])

  it('are not given where they are undefined, however deep', () => {
    const app = { script: '../fixtures-app/server.js', args: undefined, env: { DEBUG: undefined } }
    const variants = {
      single: { mode: undefined },
      cluster: { workers: undefined, thresholds: { p95: undefined } },
      none: undefined
    }
    const options = { app, variants, rounds: { min: undefined }, confidence: undefined, mix: undefined }
    expect(() => optionShapes(options, 'options')).not.to.throw()
    // As JSON they go to the `artillery run` that compares.
    expect(read(JSON.parse(JSON.stringify(options)))).to.eql(read({ variants: { single: {}, cluster: {} } }))
  })

  it('may be an object without a prototype', () =>
    optionShapes(Object.assign(Object.create(null), { rounds: 5 }), 'options'))
})

describe('what an option may be', () => {
  const clustered = 'variants.clustered'
  const refused: [allowed: string, cases: Record<string, unknown[]>][] = [
    ['a string that is not empty', { compareWith: [''], report: [''], app: [' '] }],
    [
      'a map of keys to values',
      {
        thresholds: [1.3],
        variants: [['single', 'cluster']],
        'variants.single': [null],
        'app.env': ['A=1'],
        generator: ['run']
      }
    ],
    ['true or false', { mix: ['yes'], compareAnswers: ['false', 0] }],
    ['a number above 0', { 'thresholds.p95': ['1.3', 0] }],
    ['a number from 0 to 1', { 'limits.fairness': [90] }],
    ['a percentage from 0% to 100%, such as 1%', { 'limits.errorRate': ['1', -0.1, '101%'] }],
    [
      'a time above 0, at most 600 seconds, with its unit, such as 10s, 200ms or 5m',
      { 'app.readyTimeout': ['5000s', -1, '11m', '0s', '30 seconds', '-1s', '1e1s', true] }
    ],
    ['a time above 0, with its unit, such as 10s, 200ms or 5m', { time: ['soon', -5, '5 weeks', '0s', null] }],
    [
      'a time above 0, at most 3600 seconds, with its unit, such as 10s, 200ms or 5m',
      { duration: [-8, '8 seconds', '0s', 'soon', '3601s', null] }
    ],
    [
      'a time from 0, at most 600 seconds, with its unit, such as 10s, 200ms or 5m',
      { warmUp: ['2 secs', '11m', -1, '601s', null] }
    ],
    [
      'a time above 0 with its unit, such as 200ms or 0.2s',
      { 'limits.p95': ['200', '200 milliseconds', '0ms', '-1s', '', true, [], {}, -5] }
    ],
    ['a rate such as 300/s', { 'limits.throughput': ['300', '0/s', -1] }],
    ['a whole number from 1 to 1000', { users: [0, -5, 1.5, 1001, '20', null] }],
    ['a whole number from 3 to 30', { rounds: [2], 'rounds.max': [4.5] }],
    ['a whole number from 3 to 30, or a map such as { min: 3, max: 10 }', { rounds: ['ten'] }],
    ['a whole number from 1 to 256', { [`${clustered}.workers[1]`]: [1.5] }],
    [
      'a whole number from 1 to 256, auto, sweep, or a list of several numbers',
      { [`${clustered}.workers`]: [0, 1.5, 257, '2', 'max'] }
    ],
    [
      'a list of at least two different numbers, such as [1, 2, 4]; for one, write the number alone',
      { [`${clustered}.workers`]: [[2], [1, 2, 1]] }
    ],
    ['a list', { 'app.args': ['--fast'] }],
    ['a string, a number, true or false', { 'app.args[1]': [{}], [`${clustered}.env.PATH`]: [{}] }],
    [
      'a list of at least two different values, such as [5, 10, 20]; for one, write the value alone',
      { [`${clustered}.env.PATH`]: [['/bin']] }
    ],
    [
      'a command line, or a list of the program and its arguments, such as [node, server.js]',
      { [`${clustered}.command`]: ['', []] }
    ],
    [
      'a PM2 ecosystem file, or a map such as { file: ../ecosystem.config.cjs, app: api }',
      { [`${clustered}.ecosystem`]: [['a.cjs']] }
    ],
    ['the name of an HTTP header', { 'app.pidHeader': ['x:pid'] }],
    ['a path that begins with /, such as /health', { 'app.ready': ['health'] }],
    ['one of 0.9, 0.95, 0.99', { confidence: [0.8] }],
    ['one of auto, artillery', { 'generator.client': ['lean', null] }],
    ['one of auto, artillery (did you mean artillery?)', { 'generator.client': ['artilery'] }],
    ['one of fail, pass (did you mean pass?)', { onInconclusive: ['Pass'] }],
    [
      'one of run, run-fargate, run-lambda, run-aci (did you mean run-lambda?)',
      { 'generator.command': ['run:lambda'] }
    ],
    [`one of ${modeNames.join(', ')} (did you mean cluster?)`, { [`${clustered}.mode`]: ['clusterd'] }]
  ]
  const optionsWith = (path: string, value: unknown) =>
    path.split('.').reduceRight((inner, part) => {
      const [key, index] = part.split(/[[\]]/)
      return { [key]: index === undefined ? inner : [...Array(Number(index)).fill(1), inner] }
    }, value)
  for (const [path, values, allowed] of refused.flatMap(([allowed, cases]) =>
    Object.entries(cases).map((entry) => [...entry, allowed] as const)
  )) {
    const cases = values.map((value): [unknown, string] => [value, `${JSON.stringify(value)}. It must be ${allowed}.`])
    itRefuses((given) => read(optionsWith(path, given)), `plugins.speedup.${path} is `, cases)
  }

  itRefuses(read, 'plugins.speedup.', [
    [{ duration: 8 }, 'duration is 8, without a unit. Write 8s.'],
    [{ limits: { throughput: 300 } }, 'limits.throughput is 300, without a unit. Write 300/s.'],
    [{ limits: { errorRate: 0.01 } }, 'limits.errorRate is 0.01, without a unit. Write a percentage, such as 1%.'],
    [{ limits: { p95: 200 } }, 'limits.p95 is 200, without a unit. Write 200ms or 0.2s.']
  ])
})
