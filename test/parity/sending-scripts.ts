import { fileURLToPath } from 'node:url'
import { asking, plugged, to } from './run-script.ts'

const methods = ['get', 'post', 'put', 'patch', 'delete', 'options', 'head']
const file = fileURLToPath(new URL('./known-delay-app.js', import.meta.url))
const who = { user: '{{ name }}', pass: 's:cret ä' }

/** What is sent. */
export const sendingScripts = [
  asking(
    'URLs: relative, absolute, with a query, with templates, with letters beyond ASCII',
    [
      to('/echo'),
      to('{{ target }}/echo?absolute'),
      to('/echo?a=1&b=two%20words#fragment'),
      to('/echo/{{ missing }}/{{ name }}'),
      to('/echo/ä/日本 and?q=ü&r={{ thing.colour }}'),
      to('/'),
      to('/status/404')
    ],
    { beforeScenario: 'setName' },
    { anonymous: true }
  ),
  asking(
    'methods, with and without a body, and auth',
    [
      ...methods.map((method) => ({ [method]: { url: `/echo/${method}` } })),
      ...['post', 'put', 'patch', 'delete', 'options'].map((method) => ({
        [method]: { url: `/echo/${method}`, body: 'a body' }
      })),
      ...['post', 'delete'].map((method) => ({ [method]: { url: `/echo/${method}`, json: { a: 1 } } })),
      { post: { url: '/echo/empty', body: '' } },
      to('/basic'),
      to('/basic', { auth: who }),
      to('/redirect/302/relative?to=/basic', { auth: who })
    ],
    { beforeScenario: 'setName' }
  ),
  asking(
    'headers: default user agent, templates, names that differ in case, several values',
    [
      to('/echo'),
      to('/echo', {
        headers: {
          'X-Name': '{{ name }}',
          'x-name': 'second',
          'User-Agent': 'Mine/1.0',
          'X-Number': 7,
          'X-Empty': '',
          'x-true': true
        }
      }),
      to('/echo', {
        headers: { 'x-none': '{{ missing }}', 'x-part': 'a {{ missing }}', 'x-list': ['1', '2'], 'x-latin': 'café' }
      }),
      to('/echo', {
        headers: { Host: 'other.example', Accept: '*/*', 'Accept-Encoding': 'identity', Connection: 'keep-alive' }
      }),
      to('/echo', { headers: { Cookie: 'by=hand' } }),
      to('/echo', { headers: { connection: 'close' } }),
      { post: { url: '/echo', headers: { 'content-type': 'text/csv' }, body: 'a;b' } },
      {
        post: {
          url: '/echo',
          headers: { 'Content-Type': 'application/vnd.api+json', 'content-length': '7' },
          json: { a: 1 }
        }
      }
    ],
    { beforeScenario: 'setName' }
  ),
  asking(
    'config.http.defaults',
    [
      to('/echo', { headers: { 'x-both': 'own' } }),
      to('/login'),
      to('/private'),
      to('/echo', { cookie: { extra: '{{ name }}' } }),
      to('/redirect/302/relative/cookie?to=/private'),
      to('/json', { capture: { json: '$.nothing', as: 'nothing' } }),
      { function: 'noteVariables' }
    ],
    { beforeScenario: 'setName' },
    plugged
  ),
  asking(
    'qs, json, body and form with templates',
    [
      to('/echo', { qs: { a: 1, 'b c': 'd&e', who: '{{ name }}', list: ['x', 'y'] } }),
      to('/echo?lost=1', { qs: { b: '2 3' } }),
      to('/echo?x=%20y', { qs: { ü: 'ä' } }),
      {
        post: {
          url: '/echo',
          json: { name: '{{ name }}', count: '{{ count }}', both: '{{ name }} {{ count }}', 'key {{ name }}': 'ä日' }
        }
      },
      {
        post: {
          url: '/echo',
          json: { list: ['{{ list }}', 1, null, true], thing: { deep: '{{ thing }}', colour: '{{ thing.colour }}' } }
        }
      },
      { put: { url: '/echo', json: ['{{ name }}', 2] } },
      { post: { url: '/echo', json: {}, body: 'not sent' } },
      { post: { url: '/echo', json: '{{ thing }}' } },
      { post: { url: '/echo', json: 'a text' } },
      { post: { url: '/echo', body: '<a>{{ name }} ä {{ count }}</a>' } },
      { post: { url: '/echo', form: { a: '{{ name }}', 'b c': 'd & e', n: '{{ count }}', ü: 'ä' } } },
      {
        post: {
          url: '/echo',
          form: { a: 1 },
          headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
        }
      },
      { post: { url: '/echo', body: 'x'.repeat(100_000) } },
      to('/echo?number={{ $randomNumber(1,9) }}'),
      { post: { url: '/echo', body: 'string={{ $randomString(8) }}' } }
    ],
    { beforeScenario: 'setName' },
    { masks: [/(?<=(number|string)=)\w+/g] }
  ),
  asking(
    'file uploads',
    [{ post: { url: '/echo', formData: { name: 'Ada', file: { fromFile: file } } } }, to('/echo')],
    {},
    { because: 'it uploads a form (formData)', masks: [/-{20,}\w+/g] }
  )
]
