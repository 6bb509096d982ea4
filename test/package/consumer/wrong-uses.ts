// What the declarations must refuse. Each comment is an error itself where its line is none: with `any` everywhere.
import { Plugin } from 'artillery-plugin-speedup'
import { assertFaster, assertSpeedup, assertSpread } from 'artillery-plugin-speedup/assert'
import speedup from 'artillery-plugin-speedup/chai'
import { compare, readComparison } from 'artillery-plugin-speedup/compare'
import { workerPid } from 'artillery-plugin-speedup/header'
import { compareBeforeAll } from 'artillery-plugin-speedup/mocha'
import { expect, use } from 'chai'
// @ts-expect-error
import { nothing } from 'artillery-plugin-speedup/assert'
// @ts-expect-error
import 'artillery-plugin-speedup/dist/index.js'

const comparison = readComparison('reports/2026-11-20T12-00-00-primes')

// A metric that there is not.
// @ts-expect-error
assertFaster(comparison, { at: 'p42' })
// @ts-expect-error
assertSpeedup(comparison, 'throughputs', { atLeast: 1.3 })
// @ts-expect-error
expect(comparison).to.be.faster({ at: 'p42' })
// @ts-expect-error
expect(comparison).to.have.speedup('fairness')

// A typo in options.
// @ts-expect-error
void compare('primes.yml', { round: 3 })
// @ts-expect-error
void compare('primes.yml', { thresholds: { p59: 1.3 } })
// @ts-expect-error
compareBeforeAll('primes.yml', { variants: { clustered: { mode: 'clustr' } } })
// @ts-expect-error
compareBeforeAll('primes.yml', { app: { scrpt: 'server.js' } })
// @ts-expect-error
assertFaster(comparison, { at: 'p95', than: 1.3 })
// @ts-expect-error
expect(comparison).to.be.faster({ by: '1.3' })

// @ts-expect-error
workerPid({ name: 'x-served-by' })
// @ts-expect-error
workerPid({ header: 7 })

// A missing argument.
// @ts-expect-error
workerPid()()
// @ts-expect-error
void compare()
// @ts-expect-error
compareBeforeAll()
// @ts-expect-error
readComparison()
// @ts-expect-error
assertSpeedup(comparison, 'p95')
// @ts-expect-error
assertSpread(comparison)
// @ts-expect-error
expect(comparison).to.have.speedup()
// @ts-expect-error
expect(comparison).to.spreadOver()

// What is no comparison, and what a comparison has not.
// @ts-expect-error
assertFaster({ speedup: 2 })
// @ts-expect-error
assertFaster(compare('primes.yml'))
// @ts-expect-error
comparison.candidate(1)
// @ts-expect-error
comparison.candidate().speedup
// @ts-expect-error
comparison.scenarios[0].verdict === 'passed'
// @ts-expect-error
new Plugin(1, 2, 3).anything
// @ts-expect-error
use(speedup())

nothing
