import { to } from './steps.js'
/** @import { ParityScript } from './run-script.js' */

/** @type {ParityScript[]} */
export const flowScripts = [
  {
    name: 'ifTrue and probability',
    scenario: {
      beforeScenario: 'setName',
      flow: [to('/echo?named', { ifTrue: 'isNamed' }), to('/echo?three', { ifTrue: 'count == 3' }), to('/echo?four', { ifTrue: 'count == 4' }), to('/echo?broken', { ifTrue: 'count ==' }), to('/echo?always', { probability: '101' }), to('/echo?never', { probability: 0 })]
    }
  },
  {
    name: 'hooks of the scenario and of steps, with callbacks and promises',
    scenario: {
      beforeRequest: 'noteRequest',
      afterResponse: 'noteResponse',
      onError: 'noteError',
      beforeScenario: ['setName', 'noteVariablesLater'],
      afterScenario: ['noteVariables', 'noteVariablesLater'],
      flow: [
        to('/before?a', { beforeRequest: 'changeRequest', afterResponse: ['noteResponseLater', 'noteResponse'] }),
        { post: { url: '/before', json: { a: 1 }, beforeRequest: ['changeRequest', 'noteRequest'], afterResponse: 'noteResponseLater' } },
        { post: { url: '/echo', beforeRequest: 'setBody' } },
        to('/echo', { beforeRequest: 'there is none', afterResponse: 'nor this' }),
        { function: 'nowhere' },
        { log: 'LOG {{ name }} {{ changed }}' },
        to('/login', { beforeRequest: '{{ hook }}' })
      ]
    }
  },
  {
    name: 'hooks that fail',
    users: 3,
    files: { 'hooks.csv': 'refuseRequest,none\nnone,refuseResponse\nnone,none\n' },
    config: { payload: { path: 'hooks.csv', fields: ['asking', 'answering'], order: 'sequence' } },
    scenario: { onError: 'noteError', flow: [to('/echo', { beforeRequest: '{{ asking }}', afterResponse: '{{ answering }}' }), to('/echo?then')] }
  },
  {
    name: 'loops: a count, over a list, while true; think; parallel',
    scenario: {
      beforeScenario: 'setName',
      flow: [
        { loop: [to('/echo/{{ $loopCount }}'), { think: '10ms' }], count: 3 },
        { loop: [to('/echo/{{ $loopElement }}')], over: 'list' },
        { loop: [{ loop: [to('/echo/{{ turns }}')], count: 2 }], whileTrue: 'untilThree' },
        { parallel: [to('/slow/30'), to('/echo?a'), to('/json', { capture: { json: '$.items[0].id', as: 'id' } })] },
        { function: 'noteVariables' }
      ]
    }
  },
  { name: 'auth', scenario: { beforeScenario: 'setName', flow: [to('/basic'), to('/basic', { auth: { user: '{{ name }}', pass: 's:cret ä' } }), to('/redirect/302/relative?to=/basic', { auth: { user: 'a', pass: 'b' } })] } },
  { name: 'a user who waits longer than http.timeout', config: { http: { timeout: 1 } }, scenario: { onError: 'noteError', flow: [to('/slow/50'), to('/slow/3000'), to('/echo?never')] } },
  {
    name: 'six users who share a pool of two connections',
    users: 6,
    config: { http: { pool: 2 } },
    scenario: { flow: [{ loop: [to('/slow/300')], count: 3 }] }
  },
  { name: 'connections that the app closes', scenario: { flow: [{ loop: [to('/close')], count: 4 }, to('/echo'), to('/close'), to('/echo')] } },
  { name: 'HTTPS whose certificate nobody looks at', app: { tls: true }, config: { tls: { rejectUnauthorized: false } }, scenario: { flow: [to('/echo'), to('/login'), to('/redirect/302/absolute?to=/private'), { post: { url: '/json', json: { a: 1 } } }] } },
  { name: 'HTTPS whose certificate is not trusted', app: { tls: true }, scenario: { onError: 'noteError', flow: [to('/echo'), to('/echo?never')] } },
  { name: 'IPv6', app: { host: '::1' }, scenario: { flow: [to('/echo'), to('/login'), to('/redirect/302/absolute?to=/private')] } },
  {
    name: 'the plugins expect and metrics-by-endpoint, and extended metrics',
    config: { http: { extendedMetrics: true }, plugins: { expect: { reportFailuresAsErrors: true }, 'metrics-by-endpoint': { useOnlyRequestNames: false } } },
    scenario: {
      flow: [
        to('/json?a=1', { expect: [{ statusCode: 200 }, { contentType: 'json' }, { hasProperty: 'items' }] }),
        to('/echo', { name: 'named', expect: { statusCode: 404 } }),
        to('/encoded/gzip', { expect: { equals: ['a', 'a'] } }),
        to('/status/500')
      ]
    }
  },
  {
    name: 'users with rows of a CSV file',
    users: 3,
    files: { 'people.csv': 'name,age\nAda,36\nGrace,85\nKatherine,101\n' },
    config: { payload: { path: 'people.csv', fields: ['name', 'age'], order: 'sequence', skipHeader: true }, variables: { place: ['here'] } },
    scenario: { flow: [to('/echo/{{ name }}?age={{ age }}&place={{ place }}'), { post: { url: '/echo', json: { age: '{{ age }}' } } }, { function: 'noteVariables' }] }
  },
  {
    name: 'file uploads',
    because: 'formData',
    masks: [/-{20,}\w+/g],
    files: { 'note.txt': 'a file' },
    scenario: { flow: [{ post: { url: '/echo', formData: { name: 'Ada', file: { fromFile: './note.txt' } } } }, to('/echo')] }
  }
]
