// `npm run claims -- --check`: the ways to run an app of docs/variants.md that need other runtimes, as they stand
// there. Their slow answers are ours.
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { afterEach, beforeEach, describe, it } from 'mocha'
import { parse } from 'yaml'
import { isListening } from '../../plugin/app/port.ts'
import { expectNobody, starting } from '../../test/app/starting.ts'
import { startArtillery } from '../../test/support/artillery.ts'
import { freePort, repository } from '../../test/support/project.ts'
import { blocksOf } from '../../test/support/readme.ts'
import { livingProcesses, waitUntilGone } from '../../test/support/strays.ts'

const page = ['docs/variants.md']
const slowly = (code: string) =>
  code.replace("'hello'", "await new Promise((resolve) => setTimeout(resolve, 50, 'hello'))")
const js = (name: string) => [name, slowly(String(blocksOf('js', page).find((code) => code.startsWith(`// ${name}`))))]
const json = (name: string) => [name, String(blocksOf(`json ${name}`, page)[0])]
const node =
  "import { createServer } from 'node:http'\ncreateServer((request, response) => void setTimeout(() => response.end('hello'), 50)).listen(process.env.PORT, '127.0.0.1')"
const files: Record<string, string> = Object.fromEntries([
  js('server.bun.js'),
  js('server.deno.js'),
  json('watt.json'),
  json('watt.app.json'),
  ['server.js', node],
  ['package.json', '{ "type": "module" }']
])
const variants = Object.assign({}, ...blocksOf('yaml', page).map((text) => parse(text).speedup?.variants))

describe('the ways to run an app of docs/variants.md', function () {
  this.timeout(120_000)
  const { start, port, url } = starting()
  let folder: string
  beforeEach(() => {
    // Below the runtimes, as in a project that has installed them.
    folder = mkdtempSync(join(repository, 'docs/claims/check-'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** @returns who answered */
  async function ask(agent: Agent | false = false): Promise<string> {
    const request = get(url(), { agent })
    const [response] = await once(request, 'response')
    await once(response.resume(), 'end')
    return String(response.headers['x-worker-pid'])
  }

  for (const name of ['watt', 'bun', 'deno']) {
    const { command, workers, env } = variants[name]
    const startIt = () => start({ name, mode: 'command', command, workers, env }, { cwd: folder })

    it(`${name}: is ready when it says so, and names each of its workers`, async () => {
      const running = await startIt()
      const seen = new Set<string>()
      // By a hash of the connection's port.
      for (let i = 0; i < 100 && seen.size < workers; i++) seen.add(await ask())
      expect([...seen].filter((worker) => /^\d+(-\w+)?$/.test(worker))).to.have.length(workers)
      expect(await running.stop(), 'had to be killed').to.equal(false)
      expectNobody(running)
    })

    it(`${name}: loses no request that it has begun when it is stopped`, async () => {
      const running = await startIt()
      const agent = new Agent({ keepAlive: true })
      await Promise.all(Array.from({ length: 20 }, () => ask(agent)))
      const asked = Array.from({ length: 20 }, () =>
        ask(agent).then(
          () => true,
          () => false
        )
      )
      await delay(20)
      await running.stop()
      expect((await Promise.all(asked)).filter((isAnswered) => !isAnswered)).to.eql([])
      expect(await isListening({ hostname: '127.0.0.1', port: port() })).to.equal(false)
    })

    it(`${name}: does not outlive Artillery when that is killed`, async () => {
      const target = `http://127.0.0.1:${await freePort()}`
      const speedup = {
        app: { cwd: '.' },
        users: 2,
        warmUp: '0s',
        variants: { [name]: { command, workers, env }, again: { command } }
      }
      const script = join(folder, 'load.json')
      writeFileSync(
        script,
        JSON.stringify({
          config: { target, plugins: { speedup } },
          scenarios: [{ name: 'hello', flow: [{ get: { url: '/' } }] }]
        })
      )
      const artillery = startArtillery(script, { cwd: folder })
      const place = { hostname: '127.0.0.1', port: Number(new URL(target).port) }
      while (!(await isListening(place))) await delay(50)
      expect(livingProcesses(artillery.mark).length).to.be.above(1)
      artillery.child.kill('SIGKILL')
      await artillery.ended
      await waitUntilGone(artillery.mark)
      // A process that is a zombie already may have a thread that still leaves.
      while (await isListening(place)) await delay(50)
    })
  }
})
