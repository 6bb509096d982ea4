import { expect } from 'chai'
import { greatestMax, primeCountBound } from '../../fixtures-app/sieves/bounds.js'
import { sieves, type Sieve } from '../../fixtures-app/sieves/index.js'

const { 'trial-division': _slow, ...fastSieves } = sieves as Record<string, Sieve>

/** Bytes are compared, as deep equality of long lists takes seconds. */
function expectAgreement(compared: Record<string, Sieve>, maxes: number[]) {
  const all = sieves.eratosthenes(Math.max(...maxes))
  for (const max of maxes) {
    const expected = Buffer.from(all.filter((prime) => prime <= max).buffer)
    for (const [name, sieve] of Object.entries(compared)) {
      const { buffer, byteOffset, byteLength } = sieve(max)
      expect(Buffer.from(buffer, byteOffset, byteLength).equals(expected), `${name} up to ${max}`).to.equal(true)
    }
  }
}

const around = (numbers: number[]) => numbers.flatMap((n) => [n - 2, n - 1, n, n + 1, n + 2])

describe('sieves', () => {
  for (const [name, sieve] of Object.entries(sieves)) {
    it(`${name} finds as many primes as are known`, () => {
      const counts = {
        1: 0,
        10: 4,
        100: 25,
        1_000: 168,
        10_000: 1_229,
        100_000: 9_592,
        1e6: 78_498,
        ...(name in fastSieves && { 1e7: 664_579 }),
        ...(name === 'segmented' && { 1e8: 5_761_455 })
      }
      for (const [max, count] of Object.entries(counts))
        expect(sieve(Number(max)).length, `up to ${max}`).to.equal(count)
      expect(sieve(1e6).at(-1)).to.equal(999_983)
    })

    it(`${name} answers a list of its own in each call, and names what it takes when max is no whole number in its bounds`, () => {
      expect(sieve(30).fill(0)).to.be.instanceOf(Uint32Array)
      expect([...sieve(30)]).to.eql([2, 3, 5, 7, 11, 13, 17, 19, 23, 29])
      for (const max of [-1, 1.5, NaN, Infinity, greatestMax + 1, '10', undefined] as number[]) {
        expect(() => sieve(max), String(max)).to.throw(
          RangeError,
          `max must be a whole number from 0 to 1000000000, not ${String(max)}.`
        )
      }
    })
  }

  it('agree at every max from 0 to 2,000, around the squares of primes, and around the borders of segments and of words', () => {
    expectAgreement(
      sieves,
      Array.from({ length: 2_001 }, (_, max) => max)
    )
    expectAgreement(fastSieves, around([...sieves.eratosthenes(180), 251, 997, 1_009].map((p) => p * p)))
    expectAgreement(fastSieves, around([1, 2, 3, 7, 16].map((k) => k * 2 * 30_030)))
    expectAgreement(fastSieves, around([1_000, 1_563, 15_625].map((k) => k * 64)))
  })
})

describe('primeCountBound', () => {
  it('is never below the count, and at most 1 % above it from 10^6 on', () => {
    let [tooLow, tooHigh] = [0, 0]
    sieves.segmented(1e7).forEach((prime, i) => {
      const bound = primeCountBound(prime)
      if (bound < i + 1) tooLow++
      if (prime > 1e6 && bound > (i + 1) * 1.01) tooHigh++
    })
    expect({ tooLow, tooHigh }).to.eql({ tooLow: 0, tooHigh: 0 })
  })
})
