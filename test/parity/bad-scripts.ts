import { misbehaviours } from './misbehaviours.ts'
import { asking, counted, to, uncounted, type ParityScript } from './run-script.ts'

/**
 * What ends in no outcome that can be compared with Artillery's own client: its user hangs for ever (upgrade,
 * redirect-to-nowhere), its load thread dies of an uncaught error (bad-gzip), or a request both fails and succeeds
 * (more-than-told).
 */
const notCompared = ['upgrade', 'redirect-to-nowhere', 'bad-gzip', 'more-than-told']

/** A user meets one misbehaviour of the app, and goes on if nothing failed. */
const each = (
  name: string,
  rows: string[],
  hooks: Record<string, string>,
  { group = counted, request = {} }: { group?: Partial<ParityScript>; request?: Record<string, unknown> }
) =>
  asking(name, [to('{{ kind }}', request), to('/echo?and={{ kind }}'), { function: 'noteVariables' }], hooks, {
    ...group,
    rows
  })

const bad = (without: string[]) =>
  Object.keys(misbehaviours)
    .filter((kind) => !without.includes(kind))
    .map((kind) => `/bad/${kind}`)
const failing = { onError: 'noteError' }
const noted = { onError: 'noteError', afterResponse: 'noteResponse' }
const unreachable = ['http://127.0.0.1:1/', 'https://127.0.0.1:1/', 'ftp://127.0.0.1/', 'http://127.0.0.1:99999/']
const nowhere = [...unreachable, 'nowhere', 'http://', 'http://[', '/bad url/ä?q=ü x']
/** Each of these takes its seconds. */
const silence = ['silent', 'stalled-body']
const undecodedNotCompared = ['upgrade', 'more-than-told', ...silence]

/** What goes wrong. */
export const badScripts = [
  each(
    'what breaks the rules, and URLs that lead nowhere, with nobody reading',
    [...bad(notCompared), ...nowhere],
    failing,
    { group: uncounted }
  ),
  each('what breaks the rules, with hooks that read', bad([...notCompared, ...silence]), noted, { group: uncounted }),
  each('what breaks the rules, without decompression or following', bad(undecodedNotCompared), noted, {
    request: { gzip: false, followRedirect: false }
  }),
  asking(
    'requests that are refused before they are sent',
    [to('/echo', { beforeRequest: 'spoilRequest' }), to('/echo', { headers: { 'x-kind': '{{ kind }}' } })],
    failing,
    { rows: ['body', 'two-bodies', 'null', 'line', '日', 'none'] }
  ),
  asking(
    'an error within a loop and within parallel',
    [{ loop: [{ parallel: [to('/echo'), to('{{ kind }}')] }], count: 2 }, to('/echo?never')],
    failing,
    { rows: ['/bad/no-answer-reset', 'http://127.0.0.1:1/'] }
  )
]
