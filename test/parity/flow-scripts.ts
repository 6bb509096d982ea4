import { asking, plugged, to } from './run-script.ts'

/** kind, asking, answering, path, value, age */
const failingUsers = [
  ['', 'refuseRequest', 'none', '$.path', '/json', 1],
  ['', 'none', 'refuseResponse', '$.path', '/json', 2],
  ['', 'none', 'none', '$.nothing', '/json', 3],
  ['', 'none', 'none', '$.empty', '/json', 4],
  ['', 'none', 'none', '$.path', '/other', 5],
  ['', 'none', 'none', '$.path', '/json', 6]
]

/** In which order, by whom and over which connections. */
export const flowScripts = [
  asking(
    'ifTrue, probability, loops by count, over a list and while true, think, parallel',
    [
      to('/echo?named', { ifTrue: 'isNamed' }),
      to('/echo?three', { ifTrue: 'count == 3' }),
      to('/echo?four', { ifTrue: 'count == 4' }),
      to('/echo?broken', { ifTrue: 'count ==' }),
      to('/echo?never', { probability: 0 }),
      { loop: [to('/echo/{{ $loopCount }}'), { think: '10ms' }], count: 3 },
      { loop: [to('/echo/{{ $loopElement }}')], over: 'list' },
      { loop: [{ loop: [to('/echo/{{ turns }}')], count: 2 }], whileTrue: 'untilThree' },
      { parallel: [to('/slow/30'), to('/echo?a'), to('/json', { capture: { json: '$.items[0].id', as: 'id' } })] },
      { function: 'noteVariables' }
    ],
    { beforeScenario: 'setName' }
  ),
  asking(
    'hooks of the scenario and of steps, with callbacks and promises',
    [
      to('/before?a', { beforeRequest: 'changeRequest', afterResponse: ['noteResponseLater', 'noteResponse'] }),
      {
        post: {
          url: '/before',
          json: { a: 1 },
          beforeRequest: ['changeRequest', 'noteRequest'],
          afterResponse: 'noteResponseLater'
        }
      },
      { post: { url: '/echo', beforeRequest: 'setBody' } },
      to('/echo', { beforeRequest: 'there is none', afterResponse: 'nor this' }),
      { function: 'nowhere' },
      { log: 'LOG {{ name }} {{ changed }}' },
      to('/login', { beforeRequest: '{{ hook }}' })
    ],
    {
      beforeRequest: 'noteRequest',
      afterResponse: 'noteResponse',
      onError: 'noteError',
      beforeScenario: ['setName', 'noteVariablesLater'],
      afterScenario: ['noteVariables', 'noteVariablesLater']
    }
  ),
  asking(
    'users with rows of a CSV file, whose hooks, captures and matches fail',
    [
      to('/echo?age={{ age }}&place={{ place }}', { beforeRequest: '{{ asking }}', afterResponse: '{{ answering }}' }),
      to('/json', { capture: { json: '{{ path }}', as: 'taken' } }),
      to('/json', { match: { json: '$.path', value: '{{ value }}' } }),
      { post: { url: '/echo', json: { age: '{{ age }}' } } },
      { function: 'noteVariables' }
    ],
    { onError: 'noteError' },
    { rows: failingUsers.map((row) => row.join()) }
  ),
  asking(
    'connections that the app closes',
    [{ loop: [to('/close')], count: 4 }, to('/echo'), to('/close'), to('/echo'), to('/slow/50'), to('/echo')],
    { onError: 'noteError' }
  ),
  asking(
    'six users who share a pool of two connections',
    [{ loop: [to('/slow/100')], count: 3 }],
    {},
    { group: 'that share a pool', users: 6, config: { http: { pool: 2 } } }
  ),
  asking(
    'HTTPS',
    [to('/echo'), to('/login'), to('/redirect/302/absolute?to=/private'), { post: { url: '/json', json: { a: 1 } } }],
    {},
    plugged
  ),
  asking('HTTPS whose certificate is not trusted', [to('{{ untrusted }}/echo'), to('/echo?never')], {
    onError: 'noteError'
  }),
  asking('IPv6', [to('{{ ipv6 }}/echo'), to('{{ ipv6 }}/login'), to('{{ ipv6 }}/redirect/302/absolute?to=/private')]),
  asking('a function that throws before a request', [to('/echo')], {
    beforeRequest: 'breakDown',
    onError: 'noteError'
  }),
  asking(
    'the plugins expect, metrics-by-endpoint, apdex and fake-data',
    [
      to('/echo?word={{ $loremWord() }}'),
      to('/json?a=1', { expect: [{ statusCode: 200 }, { contentType: 'json' }, { hasProperty: 'items' }] }),
      to('/encoded/gzip', { expect: { equals: ['a', 'a'] } }),
      to('/status/500'),
      to('/echo', { name: 'named', expect: { statusCode: 404 } }),
      to('/echo?never')
    ],
    {},
    { ...plugged, masks: [/(?<=word=)[a-z]+/g] }
  )
]
