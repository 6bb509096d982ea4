import { misbehaviours } from './misbehaviours.ts'
import type { ParityScript } from './run-script.ts'

/**
 * What ends in no outcome that can be compared with Artillery's own client: its user hangs for ever (upgrade,
 * redirect-to-nowhere), its load thread dies of an uncaught error (bad-gzip), or a request both fails and succeeds
 * (more-than-told).
 *
 * Nor what undici takes otherwise: it ends a connection on which somebody says `100 Continue` unasked (continue), and has one
 * name for all lengths that contradict one another (length-and-chunked).
 */
const notTakenAlike = ['continue', 'length-and-chunked']
const notCompared = ['upgrade', 'redirect-to-nowhere', 'bad-gzip', 'more-than-told', ...notTakenAlike]

const kinds = Object.keys(misbehaviours)

/** A user meets one misbehaviour of the app, and goes on if nothing failed. */
const each = (name: string, urls: string[], { hooks = {}, request = {}, config = {}, ...rest }: Partial<ParityScript> & { hooks?: Record<string, string>, request?: Record<string, unknown> } = {}): ParityScript => ({
  name,
  users: urls.length,
  files: { 'kinds.csv': urls.map((url) => `${url}\n`).join('') },
  config: { http: { timeout: 1 }, payload: { path: 'kinds.csv', fields: ['kind'], order: 'sequence' }, ...config },
  scenario: { ...hooks, flow: [{ get: { url: '{{ kind }}', ...request } }, { get: { url: '/echo?and={{ kind }}' } }, { function: 'noteVariables' }] },
  ...rest
})

const bad = (without: string[]) => kinds.filter((kind) => !without.includes(kind)).map((kind) => `/bad/${kind}`)
const noted = { onError: 'noteError', afterResponse: 'noteResponse' }
const nowhere = ['http://127.0.0.1:1/', 'https://127.0.0.1:1/', 'nowhere', 'http://', 'http://[', 'ftp://127.0.0.1/', 'http://127.0.0.1:99999/', '/bad url/ä?q=ü x']
/** Each of these takes its seconds. */
const silence = ['silent', 'stalled-body']

/** What goes wrong. */
export const badScripts: ParityScript[] = [
  each('what breaks the rules, and URLs that lead nowhere, with nobody reading', [...bad(notCompared), ...nowhere], { losesBytes: true, hooks: { onError: 'noteError' } }),
  each('what breaks the rules, with hooks that read', bad([...notCompared, ...silence]), { losesBytes: true, hooks: noted }),
  each('what breaks the rules, without decompression or following', bad(['upgrade', 'more-than-told', ...notTakenAlike, ...silence]), { hooks: noted, request: { gzip: false, followRedirect: false } }),
  each('requests that are refused before they are sent', ['body', 'two-bodies', 'null', 'line', '日', 'none'], {
    scenario: {
      onError: 'noteError',
      flow: [
        { get: { url: '/echo', beforeRequest: 'spoilRequest' } },
        { get: { url: '/echo', headers: { 'x-kind': '{{ kind }}' } } }
      ]
    }
  }),
  each('an error within a loop and within parallel', ['/bad/no-answer-reset', 'http://127.0.0.1:1/'], {
    scenario: { onError: 'noteError', flow: [{ loop: [{ parallel: [{ get: { url: '/echo' } }, { get: { url: '{{ kind }}' } }] }], count: 2 }, { get: { url: '/echo?never' } }] }
  })
]
