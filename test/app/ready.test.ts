import { expect } from 'chai'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/folder.ts'
import { starting } from './starting.ts'
import type { Variant } from '../../plugin/concepts/settings.ts'

/**
 * The second worker needs longer than the first. `late` is what it does to get ready, and `ready` what it does then.
 */
const app = ({ answer, lateMs, then = '' }: { answer: string; lateMs: number; then?: string }) => `
  const cluster = require('node:cluster')
  const isLate = cluster.isWorker ? cluster.worker.id > 1 || process.env.NODE_APP_INSTANCE === '1' : false
  let isReady = false
  setTimeout(() => { isReady = true; ${then} }, isLate ? ${lateMs} : 0)
  require('node:http').createServer((request, response) => {
    response.shouldKeepAlive = false
    ${answer}
    response.end(String(process.pid))
  }).listen(process.env.PORT, '127.0.0.1')`

const probe = 'response.statusCode = isReady ? 200 : 503'
const nameless = `
  const { writeHead } = response
  response.writeHead = (...all) => {
    response.removeHeader('x-worker-pid')
    return writeHead.apply(response, all)
  }
  ${probe}`

describe('an app that listens before it is ready', () => {
  const folder = temporaryFolder()
  const { start, refusal, url } = starting()
  const cluster: Partial<Variant> = { name: 'clustered', mode: 'cluster', workers: 2 }

  /** @returns what is answered on as many connections, by status */
  async function statuses(): Promise<number[]> {
    const answers = await Promise.all(Array.from({ length: 8 }, () => fetch(url())))
    return [...new Set(answers.map(({ status }) => status))]
  }

  it('is waited for until each of its workers has answered the path that tells', async () => {
    await start(cluster, { script: folder.write('late.cjs', app({ answer: probe, lateMs: 1500 })), ready: '/health' })
    expect(await statuses()).to.eql([200])
  })

  for (const [title, answer, from, advice] of [
    ['is not told to be ready by one worker, and which answer the others gave is said', probe, '1', '. It must answer'],
    ['is said to answer so from some of them where it takes the header away that names them', nameless, 'some', '']
  ]) {
    it(title, async () => {
      const script = folder.write('never.cjs', app({ answer, lateMs: 600_000 }))
      // Both have begun by then, but for a machine that is late.
      let seconds = 1
      await eventually(async () => {
        seconds *= 2
        const { code, message } = await refusal(cluster, { script, ready: '/health', readyTimeoutSeconds: seconds })
        expect(code).to.equal('APP_NOT_READY')
        expect(message).to.include(
          ` listens, but GET /health answered 503 from ${from} of 2 workers within ${seconds} s (plugins.speedup.app.readyTimeout)${advice}`
        )
      }, 4)
    })
  }

  it('is waited for in all workers although none can be told from the other', async () => {
    await start(cluster, {
      script: folder.write('late-nameless.cjs', app({ answer: nameless, lateMs: 1500 })),
      ready: '/'
    })
    expect(await statuses()).to.eql([200])
  })

  it('is waited for until each of its workers has told PM2 so, where the ecosystem file says wait_ready', async () => {
    await start(waiting('told', 1500))
    expect(await statuses()).to.eql([200])
  })

  it('is said not to have told PM2 that it is ready', async () => {
    let seconds = 1
    await eventually(async () => {
      seconds *= 2
      const { code, message } = await refusal(waiting('silent', 600_000), { readyTimeoutSeconds: seconds })
      expect(code).to.equal('APP_NOT_READY')
      expect(message).to.include(
        ` listens, but not each of its 2 workers told PM2 within ${seconds} s (plugins.speedup.app.readyTimeout) that it is ready, as wait_ready wants: with process.send('ready').`
      )
    }, 4)
  })

  /** PM2 itself waits for less than it takes to start. */
  function waiting(name: string, lateMs: number): Partial<Variant> {
    const script = folder.write(`${name}.cjs`, app({ answer: probe, lateMs, then: "process.send('ready')" }))
    const declared = { name: 'web', script, instances: 2, exec_mode: 'cluster', wait_ready: true, listen_timeout: 100 }
    const file = folder.write(`${name}.config.json`, JSON.stringify({ apps: [declared] }))
    return { name: 'managed', mode: 'pm2', workers: null, ecosystem: { file, app: 'web' } }
  }
})
