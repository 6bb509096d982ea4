import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { startMarked } from '../support/artillery.ts'
import { useProject } from '../support/project.ts'
import { blocksOf } from '../support/readme.ts'
import { waitUntilGone } from '../support/strays.ts'

const codeOf = (firstLine: RegExp) => String(blocksOf('js').find((block) => firstLine.test(block)))
const primary = codeOf(/^\/\/ cluster\.mjs: /)
const server = codeOf(/^\/\/ server\.js: /)

describe('the cluster primary that the docs show', () => {
  const project = useProject()
  let started: ReturnType<typeof startMarked> | null = null
  afterEach(async () => {
    if (started === null) return
    started.child.kill('SIGKILL')
    await waitUntilGone(started.mark)
    started = null
  })

  /** @returns PID of the worker that answered */
  async function ask(agent?: Agent): Promise<string> {
    const request = get({ host: '127.0.0.1', port: project.port, agent: agent ?? false })
    const [response] = await once(request, 'response')
    return text(response)
  }

  /** PIDs that answer to ten new connections in turn, once the condition holds. */
  async function workersWhen(isSo: (pids: Set<string>) => boolean): Promise<Set<string>> {
    for (;;) {
      const pids = new Set<string>()
      for (let i = 0; i < 10; i++) pids.add(await ask())
      if (isSo(pids)) return pids
      await delay(50)
    }
  }

  async function start() {
    project.write('package.json', { type: 'commonjs' })
    project.write('server.js', server)
    project.write('cluster.mjs', primary)
    started = startMarked([process.execPath, 'cluster.mjs'], {
      cwd: project.folder,
      env: { PORT: String(project.port) }
    })
    while (!(await ask().catch(() => ''))) await delay(50)
    return { ...started, workers: await workersWhen((pids) => pids.size > 1) }
  }

  /** Users who keep their connections. @returns ended: with the errors of all */
  function load() {
    const agent = new Agent({ keepAlive: true })
    let isOver = false
    const errors: string[] = []
    const users = Array.from({ length: 20 }, async () => {
      while (!isOver) await ask(agent).catch(({ code }) => errors.push(code))
    })
    return async () => {
      isOver = true
      await Promise.all(users)
      agent.destroy()
      return errors
    }
  }

  it('replaces all workers on SIGHUP, loses no request meanwhile, and leaves on SIGTERM', async () => {
    const { child, workers, ended } = await start()
    const end = load()
    await delay(300)
    child.kill('SIGHUP')
    await workersWhen((pids) => pids.size >= workers.size && [...workers].every((pid) => !pids.has(pid)))
    for (const pid of workers) while (isThere(pid)) await delay(50)
    expect(await end()).to.eql([])
    child.kill('SIGTERM')
    expect(await ended).to.include({ code: 0, output: '' })
  })

  it('starts another worker for one that dies, and keeps the old ones where new code does not start', async () => {
    const { child, workers } = await start()
    const [victim] = workers
    process.kill(Number(victim), 'SIGKILL')
    // Node's primary gives it connections until it hears of its end, and forgets them: whoever asks at this moment
    // waits for ever.
    while (isThere(victim)) await delay(50)
    await delay(200)
    const now = await workersWhen((pids) => pids.size >= workers.size && !pids.has(victim))
    project.write('server.js', 'process.exit(1)')
    child.kill('SIGHUP')
    await delay(1000)
    expect(await workersWhen(({ size }) => size >= now.size)).to.eql(now)
  })
})

function isThere(pid: string): boolean {
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}
