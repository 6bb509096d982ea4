import { once } from 'node:events'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { after, before, describe, it } from 'mocha'
import { endAllServers, runNode, serverFile, startServer } from './server-process.ts'

describe('fixtures app with --threads', function () {
  this.timeout(20_000)

  const urls = { here: '', oneThread: '', twoThreads: '' }

  before(async () => {
    const forms = [[], ['--threads', '1'], ['--threads=2']].map(async (args) => (await startServer([serverFile, ...args])).url)
    const [here, oneThread, twoThreads] = await Promise.all(forms)
    Object.assign(urls, { here, oneThread, twoThreads })
  })

  after(endAllServers)

  const paths = [
    '/?max=30', '/?max=1', '/?max=200000', '/?max=100000&list=false&sieve=trial-division', '/?max=-1',
    '/api/slow', '/api/fib/25', '/api/fib/46', '/api/heavy-computation?n=1000', '/api/blocking?ms=1', '/api/blocking?ms=x',
    '/read-content', '/hello', '/io?ms=1', '/unknown'
  ]
  for (const path of paths) {
    it(`answers GET ${path} as it does without`, async () => {
      const expected = await answerOf(urls.here + path)
      expect(await answerOf(urls.twoThreads + path)).to.eql(expected)
    })
  }

  it('keeps its event loop free for others', async () => {
    expect(await inOrderOfAnswer(urls.here, ['/api/blocking?ms=500', '/hello'])).to.eql(['/api/blocking?ms=500', '/hello'])
    expect(await inOrderOfAnswer(urls.oneThread, ['/api/blocking?ms=500', '/hello'])).to.eql(['/hello', '/api/blocking?ms=500'])
  })

  it('does as much at once as there are threads', async () => {
    const paths = ['/api/blocking?ms=500', '/api/blocking?ms=1']
    expect(await inOrderOfAnswer(urls.oneThread, paths)).to.eql(paths)
    expect(await inOrderOfAnswer(urls.twoThreads, paths)).to.eql([...paths].reverse())
  })

  it('finishes what its threads are doing, and what waits for them, after SIGTERM, and ends with 0', async () => {
    const { url, child, ended } = await startServer([serverFile, '--threads', '1'])
    const answers = [fetch(`${url}/api/blocking?ms=400`), fetch(`${url}/api/fib/20`)]
    // Answered only once both before it have been read.
    await (await fetch(`${url}/hello`)).text()
    child.kill('SIGTERM')
    const bodies = answers.map(async (answer) => (await answer).json())
    expect(await Promise.all(bodies)).to.eql([{ blockedMs: 400 }, { n: 20, result: 6_765 }])
    expect(await ended).to.include({ code: 0, signal: null, stderr: '' })
  })

  const must = '--threads must be a whole number from 1 to 64, not'
  const refusals: [string[], string][] = [
    [['--threads'], `${must} "".`],
    [['--threads='], `${must} "".`],
    [['--threads', '0'], `${must} "0".`],
    [['--threads', '-1'], `${must} "-1".`],
    [['--threads', '65'], `${must} "65".`],
    [['--threads', 'max'], `${must} "max".`],
    [['--threads', '2', '--threads', '3'], '--threads must be given once, not 2 times.'],
    [['--treads', '2'], 'there is no --treads; the only option is --threads n.'],
    [['-t', '2'], 'there is no -t; the only option is --threads n.'],
    [['2'], 'there is no 2; the only option is --threads n.']
  ]
  for (const [args, message] of refusals) {
    it(`says what is wrong with ${args.join(' ')} and ends with 1`, async () => {
      const { ended } = runNode([serverFile, ...args], { PORT: '0' })
      expect(await ended).to.include({ code: 1, stdout: '', stderr: `fixtures-app: ${message}\n` })
    })
  }
})

/** @returns all but the date */
async function answerOf(url: string): Promise<object> {
  const response = await fetch(url)
  const headers = [...response.headers].filter(([name]) => name !== 'date')
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()).toString('hex') }
}

/** @param paths each asked for on a connection of its own, once the one before is on its way */
async function inOrderOfAnswer(url: string, paths: string[]): Promise<string[]> {
  const answered: string[] = []
  const asking: Promise<void>[] = []
  for (const path of paths) {
    const request = get(url + path, { agent: false })
    asking.push(once(request, 'response').then(async ([response]) => {
      await text(response)
      answered.push(path)
    }))
    await once(request, 'finish')
  }
  await Promise.all(asking)
  return answered
}
