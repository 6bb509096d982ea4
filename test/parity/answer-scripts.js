import { to } from './steps.js'
/** @import { ParityScript } from './run-script.js' */

const redirect = (/** @type {number} */ status, /** @type {string} */ kind) => `/redirect/${status}/${kind}?to=/echo`
const redirects = [301, 302, 303, 307, 308]

/** @type {ParityScript[]} */
export const answerScripts = [
  {
    name: 'capture by JSON path, regexp, header and selector, used in what follows',
    scenario: {
      flow: [
        to('/json?q=1', { capture: [{ json: '$.items[0].id', as: 'id' }, { json: '$.items[0].tags', as: 'tags' }, { header: 'x-worker-pid', as: 'pid' }, { json: '$.path', as: 'path', strict: false }] }),
        to('/page', { capture: [{ regexp: 'token=([a-z0-9]+)', group: 1, as: 'token' }, { selector: 'a.next', attr: 'href', as: 'next' }] }),
        to('{{ next }}&id={{ id }}', { headers: { 'x-token': '{{ token }}' } }),
        to('/encoded/gzip', { capture: { regexp: 'Nothing compresses', as: 'unpacked' } }),
        to('/chunked', { capture: { regexp: 'one, two', as: 'chunks' } }),
        { function: 'noteVariables' }
      ]
    }
  },
  {
    name: 'captures and matches that fail, strict and not',
    users: 4,
    files: { 'paths.csv': '$.nothing,true\n$.nothing,false\n$.path,true\n$.empty,true\n' },
    config: { payload: { path: 'paths.csv', fields: ['json', 'strict'], order: 'sequence' } },
    scenario: {
      onError: 'noteError',
      flow: [
        to('/json', { capture: { json: '$.nothing', as: 'gone', strict: false } }),
        to('/json', { match: [{ json: '$.items[0].id', value: 8, strict: false }, { json: '$.items[0].id', value: 7 }] }),
        to('/echo', { capture: { json: '$.a', as: 'none', strict: false } }),
        to('/json', { capture: { json: '{{ json }}', as: 'taken' }, name: 'taking' }),
        to('/json', { match: { json: '$.path', value: '/other' } }),
        to('/echo?never')
      ]
    }
  },
  {
    name: "cookies of the app's and of the script's",
    scenario: {
      beforeScenario: 'setName',
      flow: [
        to('/private'),
        to('/login/{{ name }}'),
        to('/private'),
        to('/private', { cookie: { mine: '{{ count }}' } }),
        to('/private'),
        { post: { url: '/private', json: { a: 1 } } },
        to('/logout'),
        to('/private'),
        to('/echo/deeper')
      ]
    }
  },
  {
    name: "a script's cookie before any of the app's",
    scenario: { flow: [to('/echo', { cookie: { first: '1' } }), to('/echo'), to('/login'), to('/private')] }
  },
  {
    name: 'redirects that are followed, with cookies on the way',
    scenario: {
      afterResponse: 'noteResponse',
      flow: [
        ...redirects.flatMap((status) => ['relative', 'absolute'].map((kind) => to(redirect(status, kind)))),
        to('/redirect/302/relative/cookie?to=/private', { headers: { 'x-kept': '1' } }),
        to('/private'),
        to('/redirect/302/relative?to=/redirect/301/absolute?to=/echo'),
        { head: { url: redirect(302, 'relative') } },
        to('/redirect/300/relative')
      ]
    }
  },
  {
    name: 'redirects of requests with a body',
    scenario: {
      flow: [
        ...redirects.map((status) => ({ post: { url: redirect(status, 'relative'), json: { a: 1 } } })),
        ...redirects.map((status) => ({ put: { url: redirect(status, 'absolute'), body: 'a body', headers: { 'x-kept': '1' } } })),
        { post: { url: redirect(302, 'relative'), form: { a: 1 } } },
        { delete: { url: redirect(307, 'relative') } }
      ]
    }
  },
  {
    name: 'redirects that are not followed',
    scenario: {
      afterResponse: 'noteResponse',
      flow: [...redirects.map((status) => to(redirect(status, 'relative'), { followRedirect: false })), to('/redirect/302/relative/cookie', { followRedirect: false, capture: { header: 'location', as: 'place' } }), to('{{ place }}'), { post: { url: redirect(303, 'absolute'), followRedirect: false, json: { a: 1 } } }]
    }
  },
  {
    name: 'bodies: compressed, chunked, none at all, and gzip: false',
    scenario: {
      afterResponse: 'noteResponse',
      flow: [
        ...['gzip', 'br', 'deflate', 'identity'].flatMap((encoding) => [to(`/encoded/${encoding}`), to(`/encoded/${encoding}`, { gzip: false }), to(`/encoded/${encoding}`, { gzip: true })]),
        { head: { url: '/encoded/gzip' } },
        ...[200, 201, 204, 400, 404, 500, 503].map((status) => to(`/status/${status}`)),
        to('/chunked')
      ]
    }
  },
  {
    name: 'bodies that nobody reads',
    scenario: { flow: [...['gzip', 'br', 'deflate', 'identity'].map((encoding) => to(`/encoded/${encoding}`)), to('/chunked'), to('/encoded/gzip', { gzip: false }), ...[200, 204, 404, 500].map((status) => to(`/status/${status}`)), { head: { url: '/encoded/gzip' } }] }
  }
]
