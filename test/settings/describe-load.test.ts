import { expect } from 'chai'
import { namedRequest, withoutValues, type DescribedStep } from '../../plugin/concepts/load-description.ts'
import { pausesInMs } from '../../plugin/settings/phases.ts'
import { describeLoad } from '../../plugin/settings/describe-load.ts'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { itFinds } from '../support/cases.ts'
import { aSource } from '../support/settings.ts'

const inFile = { fileName: 'primes', isMix: false }
const describeFlow = (...flow: unknown[]) => describeLoad({}, [{ name: 'primes', flow }], inFile).flows[0].steps
const nothing = { query: [], headers: [], cookies: [], body: [] }
const get = (detail: string, names = {}) => ({ step: 'GET', detail, names: { ...nothing, ...names }, steps: [] })
/** A line for each step, those in it below. */
const linesOf = (steps: DescribedStep[]): string[] =>
  steps.flatMap(({ step, detail, steps: inner }) => [
    detail === null ? step : `${step} ${detail}`,
    ...linesOf(inner).map((line) => `  ${line}`)
  ])
describe('what is kept of a load', () => {
  itFinds({
    'has methods, paths, loops, pauses, functions and what only an engine knows, in their order': [
      [
        linesOf(
          describeFlow(
            { get: { url: '/primes' } },
            { get: '/short' },
            { think: 2 },
            { think: '500ms' },
            { think: 0.3 },
            { think: '1.5' },
            { think: '1-5' },
            { function: 'login' },
            { log: 'at {{ token }}' },
            { loop: [{ get: { url: '/a' } }, { loop: [{ think: 1 }], over: 'items' }], count: 60 },
            { loop: [], whileTrue: 'isOpen' },
            { loop: [], over: [1, 2] },
            { loop: [] },
            { parallel: [{ get: { url: '/b' } }] },
            { emit: { channel: 'x' } },
            'no step'
          )
        ),
        [
          'GET /primes',
          'GET /short',
          'think 2 s',
          'think 500ms',
          'think 0.3 ms',
          'think 1.5 ms',
          'think 1-5',
          'function login',
          'log',
          'loop 60 times',
          '  GET /a',
          '  loop over items',
          '    think 1 s',
          'loop while isOpen',
          'loop over 2 values',
          'loop without end',
          'parallel',
          '  GET /b',
          'emit'
        ]
      ]
    ],
    'has the steps of lists in lists, as Artillery takes them': [
      [
        linesOf(describeFlow([{ get: { url: '/a' } }, [{ loop: [[{ get: '/u/{{ id }}' }]], count: 2 }]])),
        ['GET /a', 'loop 2 times', '  GET /u/{{ id }}']
      ]
    ],
    'has queries with their values, but for what may be a secret by its name or its form': [
      [
        describeFlow(
          { get: { url: '/primes?max=50000&list=all&flag&at=2026-11-24T10:00' } },
          { get: { url: '/?key=abc&access_token=abc&password=abc&AWSAccessKeyId=AKIAIOSFODNN7EXAMPLE' } },
          { get: { url: `/?a=0123456789abcdef&b=${'x'.repeat(61)}&0123456789abcdef&c={{ token }}&c={{ x }}b` } },
          { get: { url: '/', qs: { page: 2, q: 'a&b#c', api_key: 'abc', more: { a: 1 } } } }
        ).map(({ names }) => names?.query),
        [
          ['max=50000', 'list=all', 'flag', 'at=2026-11-24T10:00'],
          ['key=…', 'access_token=…', 'password=…', 'AWSAccessKeyId=…'],
          ['a=…', 'b=…', '…', 'c={{ token }}', 'c={{ x }}b'],
          ['page=2', 'q=a…b…c', 'api_key=…', 'more=…']
        ]
      ]
    ],
    'has names of what else a request sends, and templates, which are names': [
      [
        describeFlow(
          {
            post: {
              url: '/u/{{ id }}?a=1&b={{ token }}',
              qs: { page: 2 },
              headers: { 'x-key': 'k' },
              cookie: { sid: 's' },
              json: { pin: 1 },
              auth: { user: 'u', pass: 'p' }
            }
          },
          { put: { url: '/', body: '{{ payload }}' } },
          { patch: { url: '/', json: [1] } },
          { put: { url: '/', body: 'text' } }
        ),
        [
          {
            step: 'POST',
            detail: '/u/{{ id }}',
            names: {
              query: ['a=1', 'b={{ token }}', 'page=2'],
              headers: ['x-key', 'authorization'],
              cookies: ['sid'],
              body: ['pin']
            },
            steps: []
          },
          { step: 'PUT', detail: '/', names: { ...nothing, body: ['{{ payload }}'] }, steps: [] },
          { step: 'PATCH', detail: '/', names: { ...nothing, body: ['(a list)'] }, steps: [] },
          { step: 'PUT', detail: '/', names: { ...nothing, body: ['(a text)'] }, steps: [] }
        ]
      ]
    ],
    'has phases in numbers, names of variables, of payload fields and of the headers of every request': [
      [
        describeLoad(
          {
            config: {
              phases: [{ name: 'peak', duration: '2m', arrivalRate: 5, rampTo: 50, maxVusers: 9 }, { pause: 5 }],
              variables: { token: ['t'] },
              payload: [{ path: 'users.csv', fields: ['user', 'password'] }],
              http: { defaults: { headers: { authorization: 'a' } } }
            }
          },
          [],
          inFile
        ),
        {
          flows: [],
          headers: ['authorization'],
          variables: ['token', 'user', 'password'],
          phases: [
            {
              name: 'peak',
              seconds: 120,
              isPause: false,
              arrivalCount: null,
              arrivalRate: 5,
              rampTo: 50,
              maxVusers: 9
            },
            {
              name: null,
              seconds: 5,
              isPause: true,
              arrivalCount: null,
              arrivalRate: null,
              rampTo: null,
              maxVusers: null
            }
          ]
        }
      ]
    ],
    'has the users who repeat each flow, and for how long': [
      [
        describeLoad(
          { config: { plugins: { speedup: { users: 20, duration: '1m' } } } },
          [{ name: 'a' }, { name: 'b', speedup: { users: 5 } }],
          inFile
        ).flows.map(({ users, seconds }) => [users, seconds]),
        [
          [20, 60],
          [5, 60]
        ]
      ]
    ],
    'has the scenarios that are compared, and in a mix their weights': [
      [flowsOf({}, { scenarioName: 'b' }), [['b', null]]],
      [
        flowsOf({}),
        [
          ['a', null],
          ['b', null]
        ]
      ],
      [
        flowsOf({ mix: true }),
        [
          ['a', 3],
          ['b', 1]
        ]
      ],
      [flowsOf({ mix: true }, { scenarioName: 'a' }), [['a', null]]]
    ],
    'names a request by the step that made it, so that what users send stays out': [
      [
        [
          'GET /u/ada/cart?token=s3cret',
          'GET /plain?s3cret',
          'GET /u/me',
          'POST /u/ada/cart',
          'GET /b;session=s3cret'
        ].map((request) =>
          namedRequest(request, {
            flows: [
              {
                scenario: 'a',
                weight: null,
                users: null,
                seconds: null,
                steps: ['http://x/u/{{ name }}/cart', '/u/{{ name }}', '/u/me'].map((detail) => get(detail))
              }
            ]
          })
        ),
        ['GET http://x/u/{{ name }}/cart?token=…', 'GET /plain?…', 'GET /u/me', 'POST /u/ada/cart', 'GET /b;session=…']
      ]
    ]
  })

  it('has no value of anything that is sent, however it is written', () => {
    const s3cret = 's3cret-1234-5678-abcd'
    const load = describeLoad(
      {
        config: {
          target: `http://ada:${s3cret}@host`,
          variables: { pin: s3cret, list: [s3cret] },
          payload: { path: 'p.csv', fields: ['user'], data: [[s3cret]] },
          defaults: { headers: { a: s3cret }, cookie: { b: s3cret } },
          http: { defaults: { headers: { c: s3cret } } },
          phases: [{ duration: 1, arrivalCount: 1, note: s3cret }]
        }
      },
      [
        {
          name: 'x',
          beforeRequest: s3cret,
          flow: [
            ...[
              `/x?a=${s3cret}`,
              `/x?${s3cret}`,
              `/x#${s3cret}`,
              `http://ada:${s3cret}@host/x`,
              `http://${s3cret}@host/`,
              `http://ada:a/${s3cret}@host/`,
              `http://ada:a?${s3cret}@host/`,
              `//ada:${s3cret}@host`,
              `/x;id=${s3cret}`,
              `http://ada:${s3cret}`,
              `/x?a={{ b }}&c=${s3cret}&{{ d }}`,
              `/{{ $f("${s3cret}") }}`,
              `/{{ "${s3cret}" }}`,
              `/x?a[b]=${s3cret}?${s3cret}`
            ].map((url) => ({ get: { url } })),
            {
              post: {
                url: '/',
                json: { a: { b: s3cret } },
                form: { c: s3cret },
                formData: { d: s3cret },
                body: s3cret,
                headers: { e: s3cret },
                cookie: { f: s3cret },
                qs: { g: s3cret },
                auth: { user: s3cret, pass: s3cret },
                ifTrue: s3cret,
                capture: [{ json: s3cret }]
              }
            },
            { put: { url: '/', json: [s3cret], body: `{{ x }} ${s3cret}` } },
            { log: s3cret },
            { think: `about ${s3cret}` },
            { loop: [], over: [s3cret] },
            { loop: [], count: `a ${s3cret}` },
            { emit: { data: s3cret } }
          ]
        }
      ],
      inFile
    )
    expect(JSON.stringify(load))
      .to.include('"query":["a={{ b }}","c=…","{{ d }}"]')
      .and.not.match(/s3cret|1234/)
    expect(withoutValues(`/search?q=${s3cret}&q=2&{{ more }}&${s3cret}`)).to.equal('/search?q=…&{{ more }}&…')
  })
})

function flowsOf(options: object, source: object = {}) {
  const scenarios = [
    { name: 'a', weight: 3, flow: [{ get: { url: '/' } }] },
    { name: 'b', flow: [{ get: { url: '/' } }] }
  ]
  return readSettings(aSource(options, { script: { scenarios }, ...source })).load.flows.map(({ scenario, weight }) => [
    scenario,
    weight
  ])
}

describe('the pauses of a flow that are in milliseconds to Artillery', () => {
  it('are fractions without a unit, in numbers or texts, at any depth', () => {
    const flow = [
      { think: 0.3 },
      { think: 2 },
      { think: '0.3s' },
      { think: '{{ pause }}' },
      null,
      [{ think: '1.5' }],
      { loop: [{ get: { url: '/', think: 0.4 } }, { parallel: [{ think: 0.05 }] }], count: 2 }
    ]
    expect(pausesInMs(flow)).to.eql(['0.3', '1.5', '0.05'])
    expect(pausesInMs(undefined)).to.eql([])
  })
})
