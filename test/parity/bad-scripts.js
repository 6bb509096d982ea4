import { misbehaviours } from './misbehaviours.js'
/** @import { ParityScript } from './run-script.js' */

/**
 * What ends in no outcome that can be compared with Artillery's own client: its user hangs for ever (upgrade,
 * redirect-to-nowhere), its load thread dies of an uncaught error (bad-gzip), or a request both fails and succeeds
 * (more-than-told).
 */
const notCompared = ['upgrade', 'redirect-to-nowhere', 'bad-gzip', 'more-than-told']

const kinds = Object.keys(misbehaviours)

/**
 * A user meets one misbehaviour of the app, and goes on if nothing failed.
 *
 * @param {string} name
 * @param {string[]} urls
 * @param {Partial<ParityScript> & { hooks?: Record<string, string>, request?: Record<string, unknown> }} [more]
 * @returns {ParityScript}
 */
const each = (name, urls, { hooks = {}, request = {}, config = {}, ...rest } = {}) => ({
  name,
  users: urls.length,
  files: { 'kinds.csv': urls.map((url) => `${url}\n`).join('') },
  config: { http: { timeout: 1 }, payload: { path: 'kinds.csv', fields: ['kind'], order: 'sequence' }, ...config },
  scenario: { ...hooks, flow: [{ get: { url: '{{ kind }}', ...request } }, { get: { url: '/echo?and={{ kind }}' } }, { function: 'noteVariables' }] },
  ...rest
})

const bad = (/** @type {string[]} */ without) => kinds.filter((kind) => !without.includes(kind)).map((kind) => `/bad/${kind}`)
const noted = { onError: 'noteError', afterResponse: 'noteResponse' }

/** @type {ParityScript[]} */
export const badScripts = [
  each('what breaks the rules, with nobody reading', bad(notCompared), { hooks: { onError: 'noteError' } }),
  each('what breaks the rules, with hooks that read', bad(notCompared), { hooks: noted }),
  each('what breaks the rules, without decompression or following', bad(['upgrade', 'more-than-told', 'silent', 'stalled-body']), { hooks: noted, request: { gzip: false, followRedirect: false } }),
  each('ports, names and URLs that lead nowhere', ['http://127.0.0.1:1/', 'https://127.0.0.1:1/', 'nowhere', 'http://', 'http://[', 'ftp://127.0.0.1/', '/bad url/ä?q=ü x', 'http://127.0.0.1:99999/'], { hooks: noted }),
  each('an error within a loop and within parallel', ['/bad/no-answer-reset', 'http://127.0.0.1:1/'], {
    scenario: { onError: 'noteError', flow: [{ loop: [{ parallel: [{ get: { url: '/echo' } }, { get: { url: '{{ kind }}' } }] }], count: 2 }, { get: { url: '/echo?never' } }] }
  })
]
