import { asking, to, uncounted } from './run-script.ts'

const redirect = (status: number, kind: string) => `/redirect/${status}/${kind}?to=/echo`
const redirects = [301, 302, 303, 307, 308]
const encodings = ['gzip', 'br', 'deflate', 'identity']

/** What is made of answers. */
export const answerScripts = [
  asking(
    'capture by JSON path, regexp, header and selector, used in what follows',
    [
      to('/json?q=1', {
        capture: [
          { json: '$.items[0].id', as: 'id' },
          { json: '$.items[0].tags', as: 'tags' },
          { header: 'x-worker-pid', as: 'pid' }
        ]
      }),
      to('/json?q=1', { capture: { json: '$.path', as: 'path', strict: false } }),
      to('/page', {
        capture: [
          { regexp: 'token=([a-z0-9]+)', group: 1, as: 'token' },
          { selector: 'a.next', attr: 'href', as: 'next' }
        ]
      }),
      to('{{ next }}&id={{ id }}', { headers: { 'x-token': '{{ token }}' } }),
      to('/encoded/gzip', { capture: { regexp: 'Nothing compresses', as: 'unpacked' } }),
      to('/chunked', { capture: { regexp: 'one, two', as: 'chunks' } }),
      to('/json', { capture: { json: '$.nothing', as: 'gone', strict: false } }),
      to('/json', {
        match: [
          { json: '$.items[0].id', value: 8, strict: false },
          { json: '$.items[0].id', value: 7 }
        ]
      }),
      to('/echo', { capture: { json: '$.a', as: 'none', strict: false } }),
      { function: 'noteVariables' }
    ],
    {},
    uncounted
  ),
  asking(
    "cookies of the script's and of the app's",
    [
      to('/private', { cookie: { first: '1' } }),
      to('/private'),
      to('/login/{{ name }}'),
      to('/private'),
      to('/private', { cookie: { mine: '{{ count }}' } }),
      to('/private', { headers: { cookie: 'by=hand' } }),
      { post: { url: '/private', json: { a: 1 } } },
      to('/logout'),
      to('/private'),
      to('/echo/deeper')
    ],
    { beforeScenario: 'setName' },
    uncounted
  ),
  asking(
    'redirects that are followed, with cookies on the way',
    [
      to('/redirect/302/relative/cookie?to=/private', { headers: { 'x-kept': '1', cookie: 'by=hand' } }),
      to('/private'),
      to('/redirect/302/relative/cookie?to=/private'),
      ...redirects.flatMap((status) => ['relative', 'absolute'].map((kind) => to(redirect(status, kind)))),
      to('/redirect/302/relative?to=/redirect/301/absolute?to=/echo'),
      to(redirect(300, 'relative')),
      to(redirect(304, 'relative')),
      { head: { url: redirect(302, 'relative') } },
      { head: { url: redirect(303, 'relative') } },
      to('/echo')
    ],
    { afterResponse: 'noteResponse' }
  ),
  asking('redirects of requests with a body', [
    ...redirects.map((status) => ({ post: { url: redirect(status, 'relative'), json: { a: 1 } } })),
    ...redirects.map((status) => ({
      put: { url: redirect(status, 'absolute'), body: 'a body', headers: { 'x-kept': '1' } }
    })),
    { post: { url: redirect(302, 'relative'), form: { a: 1 } } },
    { delete: { url: redirect(307, 'relative') } }
  ]),
  asking(
    'redirects that are not followed',
    [
      ...redirects.map((status) => to(redirect(status, 'relative'), { followRedirect: false })),
      to('/redirect/302/relative/cookie', { followRedirect: false, capture: { header: 'location', as: 'place' } }),
      to('{{ place }}'),
      { post: { url: redirect(303, 'absolute'), followRedirect: false, json: { a: 1 } } },
      to('/status/304', { followRedirect: false })
    ],
    { afterResponse: 'noteResponse' }
  ),
  asking(
    'bodies that hooks read: compressed, chunked, none at all',
    [
      ...encodings.flatMap((encoding) =>
        [{}, { gzip: false }, { gzip: true }].map((more) => to(`/encoded/${encoding}`, more))
      ),
      ...[200, 201, 204, 400, 404, 500, 503].map((status) => to(`/status/${status}`)),
      to('/chunked'),
      { head: { url: '/encoded/gzip' } },
      to('/echo')
    ],
    { afterResponse: 'noteResponse' },
    uncounted
  ),
  asking(
    'bodies that nobody reads',
    [
      ...encodings.map((encoding) => to(`/encoded/${encoding}`)),
      to('/chunked'),
      { head: { url: '/encoded/gzip' } },
      to('/echo')
    ],
    {},
    uncounted
  ),
  asking('sizes that are counted as downloaded', [
    to('/encoded/gzip', { gzip: false }),
    to('/encoded/identity'),
    to('/chunked'),
    to(redirect(302, 'relative')),
    ...[200, 204, 404, 500].map((status) => to(`/status/${status}`)),
    { head: { url: '/echo' } }
  ])
]
