import { once } from 'node:events'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { readArguments } from '../../fixtures-app/command-line.js'
import { eventually } from '../support/eventually.ts'
import { endAllServers, runNode, serverFile, startServer } from './server-process.ts'

describe('fixtures app with --threads', () => {
  const urls: string[] = []
  before(async () => {
    const forms = [[], ['--threads', '1'], ['--threads=2']]
    urls.push(...(await Promise.all(forms.map((args) => startServer([serverFile, ...args])))).map(({ url }) => url))
  })
  after(endAllServers)

  it('answers as it does without', async () => {
    const paths = [
      '/?max=30',
      '/?max=1',
      '/?max=200000',
      '/?max=100000&list=false&sieve=trial-division',
      '/?max=-1',
      '/api/slow',
      '/api/fib/25',
      '/api/fib/46',
      '/api/heavy-computation?n=1000',
      '/api/blocking?ms=1',
      '/api/blocking?ms=x',
      '/read-content',
      '/hello',
      '/io?ms=1',
      '/unknown'
    ]
    const [here, , twoThreads] = urls
    for (const path of paths) expect(await answerOf(twoThreads + path), path).to.eql(await answerOf(here + path))
  })

  it('keeps its event loop free for others, and does as much at once as there are threads', async () => {
    const [here, oneThread, twoThreads] = urls
    const [other, blocking] = [
      ['/api/blocking?ms=500', '/hello'],
      ['/api/blocking?ms=500', '/api/blocking?ms=1']
    ]
    expect(await inOrderOfAnswer(here, other)).to.eql(other)
    expect(await inOrderOfAnswer(oneThread, blocking)).to.eql(blocking)
    // Half a second, for which a busy machine may leave the other without a core.
    await eventually(async () => expect(await inOrderOfAnswer(oneThread, other)).to.eql(other.toReversed()))
    await eventually(async () => expect(await inOrderOfAnswer(twoThreads, blocking)).to.eql(blocking.toReversed()))
  })

  it('finishes what its threads are doing, and what waits for them, after SIGTERM, and ends with 0', async () => {
    const { url, child, ended } = await startServer([serverFile, '--threads', '1'])
    const answers = [fetch(`${url}/api/blocking?ms=400`), fetch(`${url}/api/fib/20`)]
    // Answered only once both before it have been read.
    await (await fetch(`${url}/hello`)).text()
    child.kill('SIGTERM')
    expect(await Promise.all(answers.map(async (answer) => (await answer).json()))).to.eql([
      { blockedMs: 400 },
      { n: 20, result: 6_765 }
    ])
    expect(await ended).to.include({ code: 0, signal: null, stderr: '' })
  })

  it('says what is wrong with its arguments and ends with 1', async () => {
    const must = '--threads must be a whole number from 1 to 64, not'
    const refusals: [args: string, message: string][] = [
      ['--threads', `${must} "".`],
      ['--threads=', `${must} "".`],
      ['--threads 0', `${must} "0".`],
      ['--threads 65', `${must} "65".`],
      ['--threads 2 --threads 3', '--threads must be given once, not 2 times.'],
      ...['--treads', '-t', '2'].map((option): [string, string] => [
        `${option} 2`,
        `there is no ${option}; the only options are --threads n and --abrupt.`
      ]),
      ['--abrupt=yes', '--abrupt takes no value, but was given "yes".'],
      ['--abrupt yes', 'there is no yes; the only options are --threads n and --abrupt.']
    ]
    for (const [args, message] of refusals) expect(() => readArguments(args.split(' ')), args).to.throw(message)
    const stderr = `fixtures-app: ${must} "0".\n`
    const { ended } = runNode([serverFile, '--threads', '0'], { PORT: '0' })
    expect(await ended).to.include({ code: 1, stdout: '', stderr })
  })
})

/** @returns all but the date */
async function answerOf(url: string): Promise<object> {
  const response = await fetch(url)
  const headers = [...response.headers].filter(([name]) => name !== 'date')
  return { status: response.status, headers, body: await response.text() }
}

/** @param paths each asked for on a connection of its own, once the one before is on its way */
async function inOrderOfAnswer(url: string, paths: string[]): Promise<string[]> {
  const answered: string[] = []
  const asking: Promise<unknown>[] = []
  for (const path of paths) {
    const request = get(url + path, { agent: false })
    asking.push(
      once(request, 'response')
        .then(([response]) => text(response))
        .then(() => answered.push(path))
    )
    await once(request, 'finish')
  }
  await Promise.all(asking)
  return answered
}
