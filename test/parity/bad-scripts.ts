import { misbehaviours } from './misbehaviours.ts'
import { to } from './steps.ts'
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

const config = { http: { timeout: 1 } }

/** A user meets one misbehaviour of the app, and goes on if nothing failed. */
const each = (name: string, rows: string[], hooks: Record<string, string>, request: Record<string, unknown> = {}): ParityScript => ({
  name,
  rows,
  config,
  scenario: { ...hooks, flow: [to('{{ kind }}', request), to('/echo?and={{ kind }}'), { function: 'noteVariables' }] }
})

const bad = (without: string[]) => kinds.filter((kind) => !without.includes(kind)).map((kind) => `/bad/${kind}`)
const noted = { onError: 'noteError', afterResponse: 'noteResponse' }
const nowhere = ['http://127.0.0.1:1/', 'https://127.0.0.1:1/', 'nowhere', 'http://', 'http://[', 'ftp://127.0.0.1/', 'http://127.0.0.1:99999/', '/bad url/ä?q=ü x']
/** Each of these takes its seconds. */
const silence = ['silent', 'stalled-body']

/** What goes wrong. */
export const badScripts: ParityScript[] = [
  {
    ...each('what breaks the rules, and URLs that lead nowhere, with nobody reading', [...bad(notCompared), ...nowhere], { onError: 'noteError' }),
    losesBytes: true
  },
  { ...each('what breaks the rules, with hooks that read', bad([...notCompared, ...silence]), noted), losesBytes: true },
  each('what breaks the rules, without decompression or following', bad(['upgrade', 'more-than-told', ...notTakenAlike, ...silence]), noted, {
    gzip: false,
    followRedirect: false
  }),
  {
    name: 'requests that are refused before they are sent',
    rows: ['body', 'two-bodies', 'null', 'line', '日', 'none'],
    config,
    scenario: {
      onError: 'noteError',
      flow: [{ get: { url: '/echo', beforeRequest: 'spoilRequest' } }, { get: { url: '/echo', headers: { 'x-kind': '{{ kind }}' } } }]
    }
  },
  {
    name: 'an error within a loop and within parallel',
    rows: ['/bad/no-answer-reset', 'http://127.0.0.1:1/'],
    config,
    scenario: {
      onError: 'noteError',
      flow: [{ loop: [{ parallel: [to('/echo'), to('{{ kind }}')] }], count: 2 }, to('/echo?never')]
    }
  }
]
