import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { openWorkbench, type Workbench } from '../../plugin/processes/guard.ts'
import { cached, cacheFolder, findNode, prune, runLine } from '../../plugin/versions/cache.ts'
import { temporaryFolder } from '../support/folder.ts'

describe('the cache of versions', () => {
  const folder = temporaryFolder()
  const { env } = process
  let count = 0
  beforeEach(() => void (process.env = { ...env, XDG_CACHE_HOME: folder.path(`cache ${++count}`) }))
  afterEach(() => void (process.env = env))

  const means = { waiting: () => {}, signal: new AbortController().signal }
  /** Beside their locks, which stay: another comparison may have one open. */
  const versions = () =>
    readdirSync(cacheFolder())
      .filter((name) => !name.endsWith('.lock'))
      .sort()
  const make = async (made: string) => writeFileSync(join(made, 'file'), '')

  it('makes a version once, and finds it then', async () => {
    const first = await cached('one', make, means)
    const again = await cached('one', () => expect.fail('it is there'), means)
    expect([first, again]).to.eql([
      { folder: join(cacheFolder(), 'one'), isNew: true },
      { folder: join(cacheFolder(), 'one'), isNew: false }
    ])
    expect(versions()).to.eql(['one', 'one.done'])
  })

  it('leaves nothing of a version that could not be made', async () => {
    const failed = await cached('one', () => Promise.reject(new Error('no network')), means).catch(
      ({ message }) => message
    )
    expect([failed, versions()]).to.eql(['no network', []])
  })

  it('lets one of two comparisons make it, while the other waits', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let [made, waited] = [0, 0]
    const slowly = async (target: string) => {
      made++
      await promise
      await make(target)
    }
    const waiting = { ...means, waiting: () => void waited++ }
    const both = [cached('one', slowly, waiting), cached('one', slowly, waiting)]
    await delay(300)
    resolve()
    expect((await Promise.all(both)).map(({ isNew }) => isNew).sort()).to.eql([false, true])
    expect([made, waited]).to.eql([1, 1])
  })

  /** @returns another process, which makes the version until a file is there; via: what it is started by */
  async function another(key: string, via: string[] = []) {
    const [begun, go] = ['begun', 'go'].map((name) => folder.path(`${key}-${name}`))
    const module = new URL('../../plugin/versions/cache.ts', import.meta.url).href
    const code = `
      import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
      import { setTimeout as delay } from 'node:timers/promises'
      import { cached } from ${JSON.stringify(module)}
      const make = async (made) => {
        appendFileSync(${JSON.stringify(begun)}, process.pid + '\\n')
        while (!existsSync(${JSON.stringify(go)})) await delay(20)
        writeFileSync(made + '/file', '')
      }
      await cached(${JSON.stringify(key)}, make, { waiting() {}, signal: new AbortController().signal })`
    const [file, ...words] = [...via, process.execPath, '--input-type=module', '-e', code]
    const child = spawn(file, words, { stdio: ['ignore', 'inherit', 'inherit'] })
    while (!existsSync(begun)) {
      expect(child.exitCode).to.equal(null)
      await delay(20)
    }
    return {
      child,
      ended: once(child, 'exit'),
      finish: () => writeFileSync(go, ''),
      pid: readFileSync(begun, 'utf8').trim()
    }
  }

  it('makes anew what a comparison that was killed has left, at once', async () => {
    await cached('other', make, means)
    const killed = await another('one')
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(versions()).to.eql(['one', 'other', 'other.done'])
    const waiting = () => expect.fail('nobody has the lock')
    const folderOfOne = join(cacheFolder(), 'one')
    expect(await cached('one', make, { ...means, waiting })).to.eql({ folder: folderOfOne, isNew: true })
    expect(versions()).to.eql(['one', 'one.done', 'other', 'other.done'])
  })

  // As a container has one, in which each number of a process means another one than here.
  it('waits for a comparison in another namespace of processes', async function () {
    const unshare = ['unshare', '--pid', '--fork', '--mount-proc']
    if (spawnSync(unshare[0], [...unshare.slice(1), 'true']).status !== 0) this.skip()
    const inside = await another('shared', unshare)
    expect(existsSync(`/proc/${inside.child.pid}`)).to.equal(true)
    expect(inside.pid, 'its number there').to.not.equal(String(inside.child.pid))
    let waited = 0
    const here = cached('shared', () => expect.fail('it is being made'), { ...means, waiting: () => void waited++ })
    await delay(500)
    expect(prune(), 'removes nothing of it').to.equal(0)
    inside.finish()
    expect(await here).to.eql({ folder: join(cacheFolder(), 'shared'), isNew: false })
    expect([waited, versions(), readdirSync(join(cacheFolder(), 'shared'))]).to.eql([
      1,
      ['shared', 'shared.done'],
      ['file']
    ])
    await inside.ended
  })

  it('stops waiting at the signal', async () => {
    const never = new Promise<void>(() => {})
    void cached('one', () => never, means)
    const stop = new AbortController()
    const second = cached('one', make, { ...means, signal: stop.signal }).catch(({ name }) => name)
    stop.abort()
    expect(await second).to.equal('AbortError')
  })

  it('keeps the dozen that were used last', async () => {
    for (let i = 0; i < 14; i++) {
      await cached(`version-${i}`, make, means)
      utimesSync(join(cacheFolder(), `version-${i}.done`), i, i)
    }
    await cached('version-0', make, means)
    mkdirSync(join(cacheFolder(), 'killed'))
    mkdirSync(join(cacheFolder(), 'busy'))
    const { promise, resolve } = Promise.withResolvers<void>()
    const busy = cached('busy', () => promise, means)
    expect(prune()).to.equal(2)
    resolve()
    const kept = readdirSync(cacheFolder()).filter((name) => !name.includes('.'))
    expect(await busy).to.eql({ folder: join(cacheFolder(), 'busy'), isNew: true })
    expect(kept).to.have.length(13)
    expect(kept).to.include('version-0').and.include('busy')
    for (const gone of ['killed', 'version-1', 'version-2']) expect(kept).to.not.include(gone)
  })

  describe('is filled by a line of the shell, which', () => {
    let workbench: Workbench
    before(() => void (workbench = openWorkbench()))
    after(() => workbench.close())
    const run = (line: string, { signal } = means) =>
      runLine(line, { cwd: folder.path('.'), path: process.env.PATH ?? '', what: 'Variant before' }, workbench, signal)

    it('says with its last lines that it failed', async () => {
      await run('echo done')
      const { code, message } = await run('echo "no such package: fastfy" >&2; exit 3').catch((error) => error)
      expect([code, message]).to.eql([
        'NOT_PREPARED',
        `Variant before: \`echo "no such package: fastfy" >&2; exit 3\` exited with code 3 in ${folder.path('.')}. Its last lines:\n    no such package: fastfy`
      ])
    })

    it('ends at the signal, with all that it has started', async () => {
      const stop = new AbortController()
      const ended = run('sleep 1000 & sleep 1000', { ...means, signal: stop.signal }).catch((error) => error.message)
      stop.abort(new Error('enough'))
      expect(await ended).to.equal('enough')
    })

    it('may install a Node, which is then there; that which runs needs none', async () => {
      const find = (wanted: string) => findNode(wanted, 'before', { say: () => {}, workbench, ...means })
      const [own] = process.versions.node.split('.')
      // As npm would put it there.
      const place = join(cacheFolder(), `node-22-${process.arch}`, 'node_modules', `node-linux-${process.arch}`, 'bin')
      mkdirSync(place, { recursive: true })
      symlinkSync(process.execPath, join(place, 'node'))
      writeFileSync(join(cacheFolder(), `node-22-${process.arch}.done`), '')
      expect([(await find('22')).file, (await find(own)).file]).to.eql([join(place, 'node'), process.execPath])
      expect((await find('99').catch((error) => error)).message).to.match(
        /^Variant before: Node 99 can't be had: `npm install .* node-linux-\w+@99` exited with code \d+ in /
      )
    })
  })
})
