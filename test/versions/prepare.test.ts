import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { cacheFolder } from '../../plugin/versions/cache.ts'
import { prepareVersions } from '../../plugin/questions/versions.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aVariant, someSettings } from '../support/settings.ts'

describe('versions of Node', () => {
  const folder = temporaryFolder()
  const { env } = process
  beforeEach(() => void (process.env = { ...env, XDG_CACHE_HOME: folder.path('cache') }))
  afterEach(() => void (process.env = env))
  const prepare = async (node: string | null) => {
    const settings = someSettings({ variants: [aVariant({ node })] })
    const { signal } = new AbortController()
    return (await prepareVersions(settings, () => {}, signal)).variants[0].place
  }

  it('are found where npm has put them, but for the one that runs', async () => {
    const place = join(cacheFolder(), `node-22-${process.arch}`, 'node_modules', `node-linux-${process.arch}`, 'bin')
    mkdirSync(place, { recursive: true })
    symlinkSync(process.execPath, join(place, 'node'))
    writeFileSync(join(cacheFolder(), `node-22-${process.arch}.done`), '')
    const { app } = someSettings()
    const files = { script: app.script, cwd: app.cwd }
    expect(await prepare('22')).to.deep.include({
      ...files,
      node: { file: join(place, 'node'), version: process.versions.node }
    })
    const [own] = process.versions.node.split('.')
    expect(await prepare(own)).to.deep.include({
      ...files,
      node: { file: process.execPath, version: process.versions.node }
    })
    expect(await prepare(null)).to.equal(null)
  })

  it('that there are not are refused', async () => {
    const thrown = await prepare('99').catch((error) => error)
    expect(thrown).to.include({ code: 'NOT_PREPARED' })
    expect(thrown.message).to.match(
      /^Variant single: Node 99 can't be had: `npm install .* node-linux-\w+@99` exited with code \d+ in /
    )
  })
})
