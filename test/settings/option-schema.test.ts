import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { SpeedupError } from '../../plugin/concepts/errors.ts'
import { optionSchema } from '../../tools/option-schema.ts'
import { optionShapes } from '../../plugin/settings/option-shapes.ts'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { aSource } from '../support/settings.ts'

/** of keys, and of indices of lists */
type Path = (string | number)[]

const schema: any = optionSchema()
const validate = new Ajv2020({ strict: true }).addSchema(schema).compile({ $ref: `${schema.$id}#/$defs/options` })

/**
 * Of every kind, at and beside every bound, and what is right for some option. No text of a time that is too long,
 * which the schema lets pass.
 */
const values = [
  null,
  true,
  false,
  [],
  [[]],
  ['a', 1, false],
  ['a', null],
  ['a', {}],
  [' '],
  ['a', 'a'],
  [1],
  [1, 2],
  '22',
  ['22', '24'],
  [2, 1, 2],
  [1, 256, 257],
  'shared-port',
  [0.5, 1],
  [0, 1],
  [100, 100.1],
  {},
  { a: 1, b: 'x' },
  { a: null },
  { a: {} },
  { a: { mode: 'cluster' } },
  { script: 'app.js' },
  { min: 3 },
  { min: 3, max: 2 },
  { p95: null },
  { file: 'a.cjs' },
  { file: 'a.cjs', app: '' },
  { command: 'run', args: [1] },
  { command: 'cluster' },
  -1,
  -0.5,
  0,
  0.001,
  0.5,
  0.9,
  0.95,
  0.99,
  0.9501,
  1,
  1.001,
  1.5,
  2,
  2.999,
  3,
  3.5,
  10,
  30,
  30.001,
  31,
  99.9,
  100,
  100.1,
  255.5,
  256,
  257,
  599.9,
  600,
  600.1,
  601,
  1e300,
  '',
  ' ',
  '\u00a0\ufeff\n',
  ' a',
  'a\n',
  '5',
  'auto',
  'Auto',
  'sweep',
  'single',
  'cluster',
  'reusePort',
  'run',
  'runs',
  'run-aci',
  'capacity',
  '300/s',
  '0/s',
  '300',
  '50 users',
  '0 users',
  '1%',
  '100%',
  '101%',
  'worker',
  'all',
  'round-robin',
  'none',
  'fail',
  'last-byte',
  'pass',
  'artillery',
  'app.js',
  '/',
  '/health',
  ' /health',
  'health',
  'x-pid',
  'x:pid',
  'x pid',
  'x-pid\n',
  'x\u00fc',
  '10s',
  '5kB',
  '200ms',
  '0.5 m',
  '0.1h',
  '0s',
  '00.0ms',
  '-1s',
  '1e1s',
  '10',
  's',
  '1 s ',
  '200 milliseconds'
]
const strangeKeys = ['unknown', 'App', '', ' ', 'constructor', 'toString', '__proto__', 'hasOwnProperty']

/** @returns this part of the schema and all parts below */
function partsOf(part: any, path: Path = []): { path: Path; part: any }[] {
  const {
    $ref,
    anyOf = [],
    if: kind,
    then,
    else: otherwise,
    properties = {},
    additionalProperties = false,
    items = false,
    ...own
  } = part
  const { minItems = 1 } = own
  const referred = $ref === undefined ? [] : [schema.$defs[$ref.split('/').pop()]]
  const inner = [...referred, ...anyOf, ...(kind ? [then, otherwise] : [])].flatMap((one) =>
    partsOf(one, path).slice(1)
  )
  const named = Object.entries(properties).flatMap(([key, one]) => partsOf(one, [...path, key]))
  const others = [
    ...(additionalProperties ? [['clustered', additionalProperties]] : []),
    ...(items ? [[minItems - 1, items]] : [])
  ]
  return [{ path, part: own }, ...inner, ...named, ...others.flatMap(([key, one]) => partsOf(one, [...path, key]))]
}
const parts = partsOf(schema.$defs.options)

/** What comes first in a list of several, by its key. */
const first: Record<string, unknown> = {
  node: '20',
  memory: '7Mi',
  scheduling: 'none',
  args: [],
  nodeArgs: [],
  env: {},
  ssh: 'load1'
}

/** @returns options that hold it there, and nothing else but the items of a list that come before it */
const nested = (path: Path, value: unknown): any =>
  path.reduceRight(
    (inner: unknown, key, i) =>
      typeof key === 'number' ? [...Array(key).fill(first[path[i - 1]] ?? 7), inner] : { [key]: inner },
    value
  )

/** @returns both, where they differ the second */
function merge(a: any, b: any): any {
  if (![a, b].every((value) => typeof value === 'object' && value !== null && !Array.isArray(value))) return b
  const merged = Object.entries(b).map(([key, value]) => [key, Object.hasOwn(a, key) ? merge(a[key], value) : value])
  return { ...a, ...Object.fromEntries(merged) }
}

/** @returns whether they are accepted, alike by the shapes and by the schema */
function accepted(options: unknown): boolean {
  const isRight = validate(options)
  let refused: unknown = null
  try {
    optionShapes(options, 'options')
  } catch (error) {
    refused = error
  }
  if (isRight ? refused !== null : !(refused instanceof SpeedupError))
    expect.fail(`${JSON.stringify(options)}: ${refused}; by the schema ${JSON.stringify(validate.errors)}`)
  return isRight
}

describe('the schema of the options', () => {
  // Neither the schema nor a shape looks at two options together.
  it('says of every option what the shapes say of it, whatever is given', () => {
    for (const { path } of parts) {
      const found = values.map((value) => accepted(nested(path, value)))
      expect(found, path.join('.')).to.include(true).and.to.include(false)
    }
  })

  it('knows no other key than the shapes, at any level', () => {
    const maps = parts.filter(({ path }) => accepted(nested(path, {})))
    expect(maps).to.have.length.above(8)
    for (const { path } of maps) {
      for (const key of strangeKeys) for (const value of [1, 'a', {}, null]) accepted(nested([...path, key], value))
    }
    expect(accepted({ unknown: 1 })).to.equal(false)
    expect(accepted({ variants: { unknown: {} } })).to.equal(true)
  })

  it('describes every option in a sentence', () => {
    const options = parts.filter(({ path }) => typeof path.at(-1) === 'string' && path.at(-1) !== 'clustered')
    expect(options).to.have.length.above(40)
    for (const { path, part } of options) expect(part.description, path.join('.')).to.match(/^\S.{8,250}\.$/)
  })

  it('gives the defaults that the settings have: to write one changes nothing', () => {
    const variants = { single: { mode: 'single' }, clustered: { mode: 'cluster' } }
    const asItIs = { app: { script: '../fixtures-app/server.js' }, variants }
    const usual = readSettings(aSource())
    const level = { capacity: { p95: '200ms' } }
    const searchOf = (options: object) => {
      const {
        script: {
          config: { phases: _, ...config },
          ...script
        },
        ...source
      } = aSource(options)
      return readSettings({ ...source, script: { ...script, config } })
    }
    const defaults = parts.filter(({ part }) => Object.hasOwn(part, 'default'))
    expect(defaults).to.have.length.above(12)
    for (const { path, part } of defaults) {
      // A search has no phases, and one limit at least.
      if (path[0] === 'capacity') expect(searchOf(merge(level, nested(path, part.default)))).to.eql(searchOf(level))
      else
        expect(
          readSettings(aSource(merge(path.length === 1 ? {} : asItIs, nested(path, part.default)))),
          path.join('.')
        ).to.eql(usual)
      if (typeof part.default !== 'object') expect(part.description).to.include(`Default: ${part.default}`)
    }
  })

  it('gives defaults and examples that may be written', () => {
    const offered = parts.flatMap(({ path, part: { examples = [], default: usual } }) =>
      [...examples, ...(usual === undefined ? [] : [usual])].map((value) => ({ path, value }))
    )
    expect(offered).to.have.length.above(30)
    for (const { path, value } of offered) expect(accepted(nested(path, value)), path.join('.')).to.equal(true)
  })
})
