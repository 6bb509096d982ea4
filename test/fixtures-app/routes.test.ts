import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { after, before, describe, it } from 'mocha'
import { sieves } from '../../fixtures-app/sieves/index.js'
import { endAllServers, startServer } from './server-process.ts'

const smallPrimes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
const someSieve = 'trial-division, eratosthenes, odd-only, bit-packed or segmented'

describe('routes of the fixtures app', () => {
  let url = ''

  before(async () => {
    ({ url } = await startServer())
  })

  after(endAllServers)

  const getJson = async (path: string) => {
    const response = await fetch(url + path)
    expect(response.headers.get('content-type')).to.match(/^application\/json/)
    const body = (await response.json()) as any
    return { status: response.status, body }
  }

  const answers: [string, unknown][] = [
    ['/?max=30', { max: 30, sieve: 'eratosthenes', count: 10, largest: 29, primes: smallPrimes }],
    ['/?max=1', { max: 1, sieve: 'eratosthenes', count: 0, largest: null, primes: [] }],
    ['/?list=false', { max: 100_000, sieve: 'eratosthenes', count: 9_592, largest: 99_991 }],
    ['/?max=1000000&list=false&sieve=segmented', million('segmented')],
    ['/?max=1000000&list=false&sieve=trial-division', million('trial-division')],
    ['/api/fib/0', { n: 0, result: 0 }],
    ['/api/fib/20', { n: 20, result: 6_765 }],
    ['/api/heavy-computation?n=5', { n: 5, result: 1 + Math.SQRT2 + Math.sqrt(3) + 2 }],
    ['/api/blocking', { blockedMs: 10 }],
    ['/api/blocking?ms=0', { blockedMs: 0 }],
    ['/io', { waitedMs: 20 }],
    ['/io?ms=0', { waitedMs: 0 }]
  ]
  for (const [path, body] of answers) {
    it(`answers GET ${path}`, async () => {
      expect(await getJson(path)).to.eql({ status: 200, body })
    })
  }

  for (const sieve of Object.keys(sieves)) {
    it(`lists the primes by sieve=${sieve}`, async () => {
      const { body } = await getJson(`/?max=30&sieve=${sieve}&list=true`)
      expect(body).to.eql({ max: 30, sieve, count: 10, largest: 29, primes: smallPrimes })
    })
  }

  it('answers GET /api/slow with the whole sum', async () => {
    let result = 0
    for (let i = 7 ** 7; i >= 0; i--) result += Math.atan(i) * Math.tan(i)
    expect(await getJson('/api/slow')).to.eql({ status: 200, body: { result } })
  })

  it('takes 5,000,000 square roots unless told otherwise', async () => {
    const { body } = await getJson('/api/heavy-computation')
    expect(body.n).to.equal(5_000_000)
    expect(body.result).to.be.closeTo((2 / 3) * 5e6 ** 1.5, 5e3)
  })

  it('answers GET /read-content with the text of the file', async () => {
    const response = await fetch(`${url}/read-content`)
    const content = new URL('../../fixtures-app/content.txt', import.meta.url)
    expect(response.headers.get('content-type')).to.equal('text/plain; charset=utf-8')
    expect(await response.text()).to.equal(await readFile(content, 'utf8'))
  })

  it('answers GET /hello, without headers that cost CPU', async () => {
    const response = await fetch(`${url}/hello`)
    expect(await response.text()).to.equal('hello')
    expect([...response.headers.keys()]).to.not.include.members(['etag'])
    expect([...response.headers.keys()]).to.not.include.members(['x-powered-by'])
  })

  const wrongMax = 'max must be a whole number from 0 to 10000000, not'
  const long = '9'.repeat(5_000)
  const refusals: [string, string][] = [
    ['/?max=abc', `${wrongMax} "abc".`],
    ['/?max=', `${wrongMax} "".`],
    ['/?max=-1', `${wrongMax} "-1".`],
    ['/?max=1.5', `${wrongMax} "1.5".`],
    ['/?max=1e6', `${wrongMax} "1e6".`],
    ['/?max=10000001', `${wrongMax} "10000001".`],
    [`/?max=${long}`, `${wrongMax} "${'9'.repeat(40)}…".`],
    ['/?max=1&max=2', 'max must be given once, not 2 times.'],
    [
      '/?max=1000001&sieve=trial-division',
      'max with sieve=trial-division must be a whole number from 0 to 1000000, not "1000001".'
    ],
    ['/?sieve=atkin', `sieve must be ${someSieve}, not "atkin".`],
    ['/?sieve=constructor', `sieve must be ${someSieve}, not "constructor".`],
    ['/?sieve=segmented&sieve=odd-only', 'sieve must be given once, not 2 times.'],
    ['/?list=yes', 'list must be true or false, not "yes".'],
    ['/api/fib/46', 'n must be a whole number from 0 to 45, not "46".'],
    ['/api/fib/-1', 'n must be a whole number from 0 to 45, not "-1".'],
    ['/api/fib/ten', 'n must be a whole number from 0 to 45, not "ten".'],
    ['/api/fib/%zz', "Failed to decode param '%zz'"],
    [
      '/api/heavy-computation?n=100000001',
      'n must be a whole number from 0 to 100000000, not "100000001".'
    ],
    ['/api/blocking?ms=10001', 'ms must be a whole number from 0 to 10000, not "10001".'],
    ['/io?ms=10001', 'ms must be a whole number from 0 to 10000, not "10001".']
  ]
  for (const [path, error] of refusals) {
    it(`refuses ${path.slice(0, 40)} and says why`, async () => {
      expect(await getJson(path)).to.eql({ status: 400, body: { error } })
    })
  }

  it('answers an unknown path with 404 and the paths that there are', async () => {
    const { status, body } = await getJson('/primes?max=10')
    expect(status).to.equal(404)
    expect(body.error).to.match(/^There is no GET \/primes; by GET there are \/, \/api\/slow, /)
  })
})

function million(sieve: string) {
  return { max: 1_000_000, sieve, count: 78_498, largest: 999_983 }
}
