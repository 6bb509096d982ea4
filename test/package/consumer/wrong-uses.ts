// What the declarations must refuse: each line below the dashes. With `any` everywhere, none would be refused.
import { Plugin } from 'artillery-plugin-speedup'
import { assertFaster, assertSpeedup, assertSpread } from 'artillery-plugin-speedup/assert'
import speedup from 'artillery-plugin-speedup/chai'
import { compare, readComparison } from 'artillery-plugin-speedup/compare'
import { type SpeedupMatchers } from 'artillery-plugin-speedup/expect'
import { workerPid } from 'artillery-plugin-speedup/header'
import { compareBeforeAll } from 'artillery-plugin-speedup/mocha'
import { expect, use } from 'chai'

const comparison = readComparison('reports/2026-11-20T12-00-00-primes')

// ------
import { nothing } from 'artillery-plugin-speedup/assert'
import 'artillery-plugin-speedup/dist/index.js'
// A metric that there is not.
assertFaster(comparison, { at: 'p42' })
assertSpeedup(comparison, 'throughputs', { atLeast: 1.3 })
expect(comparison).to.be.faster({ at: 'p42' })
expect(comparison).to.have.speedup('fairness')
// A matcher that there is not, or with other options.
export const wrong = (expected: SpeedupMatchers): unknown => expected.toBeFastr()
export const other = (expected: jest.Matchers<void>): unknown => expected.toLoseAtMost(0)
// A typo in options.
void compare('primes.yml', { round: 3 })
void compare({ app: 'server.js', user: 3, url: '/' })
void compare({ app: 'server.js', users: 3, url: '/' }, {})
void compare('primes.yml', { url: '/' })
void compare('primes.yml', { thresholds: { p59: 1.3 } })
compareBeforeAll('primes.yml', { variants: { clustered: { mode: 'clustr' } } })
compareBeforeAll('primes.yml', { app: { scrpt: 'server.js' } })
assertFaster(comparison, { at: 'p95', than: 1.3 })
expect(comparison).to.be.faster({ by: '1.3' })
workerPid({ name: 'x-served-by' })
workerPid({ header: 7 })
// A missing argument.
workerPid()()
void compare()
compareBeforeAll()
readComparison()
void compare('primes.yml', { onProgress: 'stderr' })
void compare('primes.yml', { onProgress: ({ lines }) => lines })
void compare('primes.yml', {}, AbortSignal.timeout(1))
assertSpread(comparison, { evenly: false })
expect(comparison).to.spreadOver.atLeast()
expect(comparison).to.lose.within(1)
expect(comparison).to.recover.within(1)
void compare('primes.yml', { time: 60 })
void compare('primes.yml', { limits: { throughput: 300 } })
assertSpread(comparison)
expect(comparison).to.have.speedup()
expect(comparison).to.spreadOver()
// What is no comparison, and what a comparison has not.
assertFaster({ speedup: 2 })
assertFaster(compare('primes.yml'))
comparison.candidate(1)
comparison.candidate().speedup()
comparison.candidate().speedup('p42')
comparison.scenarios[0].verdict === 'passed'
new Plugin(1, 2, 3).anything
use(speedup())
