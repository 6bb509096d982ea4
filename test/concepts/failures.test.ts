import { cureOf, whereFailed } from '../../plugin/concepts/failures.ts'
import type { RequestFigures } from '../../plugin/concepts/requests.ts'
import { itFinds } from '../support/cases.ts'

const state = /^single did not fail, so state in one process .* is the likely cause: /

const at = (...failures: number[]) =>
  whereFailed([{ flow: failures.map((count, i) => ({ name: `GET /${i}`, failures: count }) as RequestFigures) }])

describe('what failures tell of their cause', () =>
  itFinds({
    'is state in one process where a single one did not fail: sessions, tokens, ids that others made': [
      ...['400', '401', '403', '404', '409', '500', 'Failed capture or match', 'expected hasProperty of GET /a'].map(
        (kind): [unknown, unknown] => [cureOf({ [kind]: 9, ECONNRESET: 1 }, ['single']), state]
      ),
      [cureOf({ 404: 9 }), null]
    ],
    'is a rate limiter, whoever failed': [[cureOf({ 429: 9 }, ['single']), /^A rate limiter answers 429: /]],
    'is a login that does not hold, where nobody is let in': [
      [cureOf({ 401: 9 }), /^Users are not let in: .* `cookie: \{\}`\.$/]
    ],
    'is a worker that is not ready, or has too much to do': [[cureOf({ 503: 9 }), /app\.ready to a path/]],
    'is an answer that is not the right one': [
      [cureOf({ 'Failed capture or match': 3 }), /^The answer came, but was not the right one: /]
    ],
    'is what keeps a response from beginning, or from its end': [
      [cureOf({ ETIMEDOUT: 9 }), /config\.http\.timeout \(10 s by default\): raise it/],
      [cureOf({ EMFILE: 9 }), /ulimit -n/],
      [cureOf({ EADDRNOTAVAIL: 9 }), /no port left/],
      [cureOf({ CUT_OFF: 9 }), /^CUT_OFF is a response that ended before it was whole: /]
    ],
    'names the request that has them, where one of several does': [
      [at(0, 12), ', all at GET /1'],
      [at(95, 5), ', nearly all at GET /0'],
      [at(80, 20), ''],
      [at(0, 0), ''],
      [whereFailed([{}]), '']
    ],
    'is unknown where there are several kinds, or what broke the connection': [
      [cureOf({ 404: 5, ECONNRESET: 5 }, ['single']), null],
      [cureOf({ ECONNRESET: 9 }, ['single']), null]
    ]
  }))
