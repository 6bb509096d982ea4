import { to } from './steps.ts'
import type { ParityScript } from './run-script.ts'

/** In which order, by whom and over which connections. */
export const flowScripts: ParityScript[] = [
  {
    name: 'ifTrue, probability, loops by count, over a list and while true, think, parallel',
    scenario: {
      beforeScenario: 'setName',
      flow: [
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
      ]
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
    name: 'users with rows of a CSV file, whose hooks, captures and matches fail',
    users: 6,
    files: { 'rows.csv': 'asking,answering,path,value,age\nrefuseRequest,none,$.path,/json,1\nnone,refuseResponse,$.path,/json,2\nnone,none,$.nothing,/json,3\nnone,none,$.empty,/json,4\nnone,none,$.path,/other,5\nnone,none,$.path,/json,6\n' },
    config: { payload: { path: 'rows.csv', fields: ['asking', 'answering', 'path', 'value', 'age'], order: 'sequence', skipHeader: true }, variables: { place: ['here'] } },
    scenario: {
      onError: 'noteError',
      flow: [
        to('/echo?age={{ age }}&place={{ place }}', { beforeRequest: '{{ asking }}', afterResponse: '{{ answering }}' }),
        to('/json', { capture: { json: '{{ path }}', as: 'taken' } }),
        to('/json', { match: { json: '$.path', value: '{{ value }}' } }),
        { post: { url: '/echo', json: { age: '{{ age }}' } } },
        { function: 'noteVariables' }
      ]
    }
  },
  {
    name: 'connections that the app closes, and a user who waits longer than http.timeout',
    config: { http: { timeout: 1 } },
    scenario: { onError: 'noteError', flow: [{ loop: [to('/close')], count: 4 }, to('/echo'), to('/close'), to('/echo'), to('/slow/50'), to('/slow/3000'), to('/echo?never')] }
  },
  {
    name: 'six users who share a pool of two connections',
    users: 6,
    config: { http: { pool: 2 } },
    scenario: { flow: [{ loop: [to('/slow/100')], count: 3 }] }
  },
  {
    name: 'HTTPS whose certificate nobody looks at',
    app: { tls: true },
    config: { tls: { rejectUnauthorized: false } },
    scenario: { flow: [to('/echo'), to('/login'), to('/redirect/302/absolute?to=/private'), { post: { url: '/json', json: { a: 1 } } }] }
  },
  { name: 'HTTPS whose certificate is not trusted', app: { tls: true }, scenario: { onError: 'noteError', flow: [to('/echo'), to('/echo?never')] } },
  { name: 'IPv6', app: { host: '::1' }, scenario: { flow: [to('/echo'), to('/login'), to('/redirect/302/absolute?to=/private')] } },
  {
    name: 'the plugins expect and metrics-by-endpoint',
    losesBytes: true,
    config: { plugins: { expect: {}, 'metrics-by-endpoint': { useOnlyRequestNames: true } } },
    scenario: {
      flow: [
        to('/json?a=1', { expect: [{ statusCode: 200 }, { contentType: 'json' }, { hasProperty: 'items' }] }),
        to('/encoded/gzip', { expect: { equals: ['a', 'a'] } }),
        to('/status/500'),
        to('/echo', { name: 'named', expect: { statusCode: 404 } }),
        to('/echo?never')
      ]
    }
  }
]
