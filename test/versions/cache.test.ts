import { mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { cached, cacheFolder, prune } from '../../plugin/versions/cache.ts'
import { temporaryFolder } from '../support/folder.ts'

describe('the cache of versions', () => {
  const folder = temporaryFolder()
  const { env } = process
  let count = 0
  beforeEach(() => void (process.env = { ...env, XDG_CACHE_HOME: folder.path(`cache ${++count}`) }))
  afterEach(() => void (process.env = env))

  const means = { waiting: () => {}, signal: new AbortController().signal }
  const make = async (made: string) => writeFileSync(join(made, 'file'), '')

  it('makes a version once, and finds it then', async () => {
    const first = await cached('one', make, means)
    const again = await cached('one', () => expect.fail('it is there'), means)
    expect([first, again]).to.eql([
      { folder: join(cacheFolder(), 'one'), isNew: true },
      { folder: join(cacheFolder(), 'one'), isNew: false }
    ])
    expect(readdirSync(cacheFolder()).sort()).to.eql(['one', 'one.done'])
  })

  it('leaves nothing of a version that could not be made', async () => {
    const failed = await cached('one', () => Promise.reject(new Error('no network')), means).catch(
      ({ message }) => message
    )
    expect([failed, readdirSync(cacheFolder())]).to.eql(['no network', []])
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

  it('makes anew what a comparison that was killed has left, whose lock is nobody’s', async () => {
    await cached('other', make, means)
    const half = join(cacheFolder(), 'one')
    const left = {
      'of another process with its number': () => symlinkSync(`${process.pid} 1`, `${half}.lock`),
      'of a process that is gone': () => symlinkSync('999999999 1', `${half}.lock`),
      'that names nobody': () => writeFileSync(`${half}.lock`, '')
    }
    for (const [title, leave] of Object.entries(left)) {
      rmSync(`${half}.done`, { force: true })
      leave()
      expect(await cached('one', make, means), title).to.eql({ folder: half, isNew: true })
      expect(readdirSync(cacheFolder()).sort(), title).to.eql(['one', 'one.done', 'other', 'other.done'])
    }
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
    writeFileSync(join(cacheFolder(), 'busy.lock'), '')
    expect(prune()).to.equal(2)
    const kept = readdirSync(cacheFolder()).filter((name) => !name.includes('.'))
    expect(kept).to.have.length(13)
    expect(kept).to.include('version-0').and.include('busy')
    for (const gone of ['killed', 'version-1', 'version-2']) expect(kept).to.not.include(gone)
  })
})
