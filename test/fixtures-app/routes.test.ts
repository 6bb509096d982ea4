import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { sieves } from '../../fixtures-app/sieves/index.js'
import { endAllServers, startServer } from './server-process.ts'

const primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]

describe('routes of the fixtures app', () => {
  let url = ''
  before(async () => void ({ url } = await startServer()))
  after(endAllServers)
  const getJson = async (path: string) => {
    const response = await fetch(url + path)
    expect(response.headers.get('content-type')).to.match(/^application\/json/)
    return { status: response.status, body: (await response.json()) as any }
  }

  const answers: [path: string, body: unknown][] = [
    ...Object.keys(sieves).map((sieve): [string, unknown] => [
      `/?max=30&sieve=${sieve}&list=true`,
      { max: 30, sieve, count: 10, largest: 29, primes }
    ]),
    ['/?max=30', { max: 30, sieve: 'eratosthenes', count: 10, largest: 29, primes }],
    ['/?max=1', { max: 1, sieve: 'eratosthenes', count: 0, largest: null, primes: [] }],
    ['/?list=false', { max: 100_000, sieve: 'eratosthenes', count: 9_592, largest: 99_991 }],
    [
      '/?max=1000000&list=false&sieve=segmented',
      { max: 1_000_000, sieve: 'segmented', count: 78_498, largest: 999_983 }
    ],
    ['/api/fib/0', { n: 0, result: 0 }],
    ['/api/fib/20', { n: 20, result: 6_765 }],
    ['/api/heavy-computation?n=5', { n: 5, result: 1 + Math.SQRT2 + Math.sqrt(3) + 2 }],
    ['/api/blocking', { blockedMs: 10 }],
    ['/io', { waitedMs: 20 }],
    ['/io?ms=0', { waitedMs: 0 }]
  ]
  it('answer what they compute, or how long they waited', async () => {
    for (const [path, body] of answers) expect(await getJson(path), path).to.eql({ status: 200, body })
  })

  it('do as much as the tutorials do, unless told otherwise', async () => {
    let result = 0
    for (let i = 7 ** 7; i >= 0; i--) result += Math.atan(i) * Math.tan(i)
    expect(await getJson('/api/slow')).to.eql({ status: 200, body: { result } })
    const { body } = await getJson('/api/heavy-computation')
    expect(body.n).to.equal(5_000_000)
    expect(body.result).to.be.closeTo((2 / 3) * 5e6 ** 1.5, 5e3)
  })

  it('answer with the text of a file, or hello, without headers that cost CPU', async () => {
    const content = await fetch(`${url}/read-content`)
    expect(content.headers.get('content-type')).to.equal('text/plain; charset=utf-8')
    expect(await content.text()).to.equal(
      await readFile(new URL('../../fixtures-app/content.txt', import.meta.url), 'utf8')
    )
    const hello = await fetch(`${url}/hello`)
    expect(await hello.text()).to.equal('hello')
    for (const name of ['etag', 'x-powered-by']) expect(hello.headers.has(name), name).to.equal(false)
  })

  const wholeNumber = (name: string, most: number, value: string) =>
    `${name} must be a whole number from 0 to ${most}, not "${value}".`
  const noSieve = (name: string) =>
    `sieve must be trial-division, eratosthenes, odd-only, bit-packed or segmented, not "${name}".`
  const refusals: [path: string, error: string][] = [
    ...['abc', '', '-1', '1.5', '1e6', '10000001'].map((max): [string, string] => [
      `/?max=${max}`,
      wholeNumber('max', 10_000_000, max)
    ]),
    [`/?max=${'9'.repeat(5_000)}`, wholeNumber('max', 10_000_000, `${'9'.repeat(40)}…`)],
    ['/?max=1&max=2', 'max must be given once, not 2 times.'],
    ['/?max=1000001&sieve=trial-division', wholeNumber('max with sieve=trial-division', 1_000_000, '1000001')],
    ['/?sieve=atkin', noSieve('atkin')],
    ['/?sieve=constructor', noSieve('constructor')],
    ['/?sieve=segmented&sieve=odd-only', 'sieve must be given once, not 2 times.'],
    ['/?list=yes', 'list must be true or false, not "yes".'],
    ...['46', '-1', 'ten'].map((n): [string, string] => [`/api/fib/${n}`, wholeNumber('n', 45, n)]),
    ['/api/fib/%zz', "Failed to decode param '%zz'"],
    ['/api/heavy-computation?n=100000001', wholeNumber('n', 100_000_000, '100000001')],
    ['/api/blocking?ms=10001', wholeNumber('ms', 10_000, '10001')],
    ['/io?ms=10001', wholeNumber('ms', 10_000, '10001')]
  ]
  it('refuse what they can’t do, and say why', async () => {
    for (const [path, error] of refusals) expect(await getJson(path), path).to.eql({ status: 400, body: { error } })
    const { status, body } = await getJson('/primes?max=10')
    expect(status).to.equal(404)
    expect(body.error).to.match(/^There is no GET \/primes; by GET there are \/, \/api\/slow, /)
  })
})
