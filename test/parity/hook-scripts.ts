import { asking, to, uncounted, type ParityScript } from './run-script.ts'

const inAHook = { beforeRequest: 'setOptions', onError: 'noteError' }
const post = { post: { url: '/echo' } }
const chain = '/redirect/302/relative?to=/redirect/302/relative?to=/redirect/301/relative?to=/echo'

/** A hook sets an option of got's. */
const setting = (kind: string, lack: string | null, flow = [post, to('/echo?after')]) =>
  asking(`a hook that sets: ${kind}`, flow, inAHook, {
    rows: [kind],
    masks: [/(?<=form-data-encoder-)\w+/g],
    ...(lack === null ? {} : { lack: `${lack}, in a hook` })
  })

/** A hook reads what got adds to a response. */
const reading = (kind: string, name: string | null) =>
  asking(
    `a hook that reads: ${kind}`,
    [to('/echo'), to(chain)],
    { afterResponse: 'readResponse', onError: 'noteError' },
    { ...uncounted, rows: [kind], ...(name === null ? {} : { lack: `a hook reads ${name}` }) }
  )

/** What Artillery's own tests of its HTTP engine do, and what users' hooks do with got's API. */
export const hookScripts: ParityScript[] = [
  setting('stream', 'its body is not text'),
  setting('form', 'its body is not text'),
  setting('bytes', 'its body is not text'),
  setting('nothing', 'its body is not text'),
  setting('getWithBody', 'it sends a body with GET (allowGetBody)'),
  setting('certificates', 'it sets its own https options'),
  setting('changedHttps', 'it sets its own https options'),
  setting('jar', 'it sets its own cookie jar'),
  setting('chosenRedirects', 'it decides which redirects it follows (followRedirect)', [to(chain), post]),
  setting('oddRedirects', 'its maxRedirects is no number', [to(chain), post]),
  setting('expecting', 'it sets the header expect itself'),
  setting('keepAlive', null),
  setting('buffer', null),
  setting('fewRedirects', null, [to('/redirect/302/relative'), to(chain), to('/echo?never')]),
  setting('noRedirects', null, [to('/echo'), to('/redirect/302/relative'), to('/echo?never')]),
  setting('ignored', null, [to('/status/500'), to('/encoded/identity'), post]),
  asking(
    'maxRedirects in the script',
    [to(chain, { maxRedirects: 3 }), to(chain, { maxRedirects: 2 }), to('/echo?never')],
    { onError: 'noteError' }
  ),
  ...[
    ['req', 'response.req'],
    ['socket', 'response.socket'],
    ['ip', 'response.ip'],
    ['trailers', 'response.trailers'],
    ['listeners', 'response.listenerCount'],
    ['tcp', 'response.timings.phases.tcp'],
    ['connect', 'response.timings.connect'],
    ['keys', 'all of a response']
  ].map(([kind, name]) => reading(kind, name)),
  reading('known', null),
  asking(
    'cookies and URLs that hooks set, in a loop, too, and options that nobody knows',
    [
      { loop: [to('{{ $loopElement }}', { beforeRequest: 'cookieByHook' })], over: ['/private', '/echo'] },
      { get: { url: '/nowhere', qs: { ids: [1, 2, 3], who: '{{ name }}' }, beforeRequest: 'elsewhereByUri' } },
      to('/json', { beforeRequest: 'strangeOptions', afterResponse: 'noteResponse' }),
      { function: 'noteVariables' }
    ],
    { beforeScenario: 'setName', beforeRequest: 'noteRequest' },
    uncounted
  ),
  asking('a function that fails with a code', [to('/echo'), { function: 'failWithCode' }, to('/echo?never')]),
  asking('a function that fails with a message', [to('/echo'), { function: 'failWithMessage' }, to('/echo?never')]),
  asking(
    'functions that listen to traces',
    [{ function: 'listen' }, to('/json', { capture: { json: '$.path', as: 'path' } }), to('/echo')],
    {},
    { ...uncounted, group: 'that are traced', lack: 'it listens to events of trace:http' }
  )
]
