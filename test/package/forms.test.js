import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { putPublishedForm, putWrittenForm } from '../../plugin/pack/forms.js'
import { identify } from '../../plugin/pack/lock.js'

const written = `{
  "name": "some-plugin", "version": "1.2.3", "type": "module",
  "main": "./index.js",
  "exports": { ".": "./index.js" },
  "bin": { "some-command": "./cli.js" }
}
`

describe('package.json', () => {
  let plugin = ''
  beforeEach(async () => {
    plugin = await mkdtemp(join(tmpdir(), 'speedup-test-'))
    writeFileSync(join(plugin, 'package.json'), written)
  })
  afterEach(() => rmSync(plugin, { recursive: true, force: true }))

  const content = () => readFileSync(join(plugin, 'package.json'), 'utf8')
  const entry = () => JSON.parse(content()).main
  const build = async () => {}

  /** This process; one that is gone; and one that is gone, while this one has its PID. */
  const [packer, ended, reused] = [identify(process.pid), '999999999.1', `${process.pid}.1`]

  it('points to dist/ while npm packs, from when that is built, and is back afterwards to the last byte', async () => {
    const entries = [entry()]
    await putPublishedForm(plugin, packer, async () => void entries.push(entry()))
    entries.push(entry())
    putWrittenForm(plugin, packer)
    expect(entries).to.eql(['./index.js', './index.js', './dist/index.js'])
    expect(content()).to.equal(written)
    expect(readdirSync(plugin)).to.eql(['package.json'])
  })

  it('stays as it is written when the build fails', async () => {
    const failure = await putPublishedForm(plugin, packer, () => Promise.reject(new Error('a syntax error'))).catch(({ message }) => message)
    expect(failure).to.equal('a syntax error')
    expect(content()).to.equal(written)
    expect(readdirSync(plugin)).to.eql(['package.json'])
  })

  for (const killed of [ended, reused]) {
    it(`is mended at once by the next npm pack when one failed, or was killed, between its scripts: ${killed === ended ? 'nobody' : 'another'} has its PID now`, async () => {
      await putPublishedForm(plugin, killed, build)
      /** @type {string[]} */
      const built = []
      await putPublishedForm(plugin, packer, async ({ main }) => void built.push(main, entry()))
      expect([...built, entry()]).to.eql(['./index.js', './index.js', './dist/index.js'])
      putWrittenForm(plugin, packer)
      expect(content()).to.equal(written)
      expect(readdirSync(plugin)).to.eql(['package.json'])
    })
  }

  it('keeps what was changed in it since an npm pack was killed while it built', async () => {
    // The copy that it had made is not even whole.
    writeFileSync(join(plugin, 'package.written.json'), written.slice(0, 20))
    const changed = written.replace('1.2.3', '1.2.4')
    writeFileSync(join(plugin, 'package.json'), changed)
    putWrittenForm(plugin, packer)
    expect(content()).to.equal(changed)
    expect(readdirSync(plugin)).to.eql(['package.json'])
  })

  it('is not put back over a change that somebody made in its published form', async () => {
    await putPublishedForm(plugin, packer, build)
    writeFileSync(join(plugin, 'package.json'), content().replace('1.2.3', '1.2.4'))
    const { message } = /** @type {Error} */ (thrownBy(() => putWrittenForm(plugin, packer)))
    expect(message).to.include('is in its published form').and.to.include(`Make the change in ${join(plugin, 'package.written.json')}`)
    expect(JSON.parse(content()).version).to.equal('1.2.4')
    expect(readFileSync(join(plugin, 'package.written.json'), 'utf8')).to.equal(written)
  })

  it('is left to an npm pack that is at work, however long, until that is done', async () => {
    await putPublishedForm(plugin, packer, build)
    const module = (/** @type {string} */ name) => JSON.stringify(new URL(`../../plugin/pack/${name}.js`, import.meta.url))
    const script = `
      import { putPublishedForm } from ${module('forms')}
      import { identify } from ${module('lock')}
      await putPublishedForm(${JSON.stringify(plugin)}, identify(process.pid), async ({ main }) => process.stdout.write(main))`
    const other = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    await new Promise((resolve) => other.child.stderr?.once('data', resolve))
    expect(entry()).to.equal('./dist/index.js')
    putWrittenForm(plugin, packer)
    const { stdout, stderr } = await other
    expect(stdout).to.equal('./index.js')
    expect(stderr).to.equal(`Another npm pack is at work here: waiting until process ${process.pid} has ended.\n`)
    putWrittenForm(plugin, packer)
    expect(content()).to.equal(written)
  })

  it('is not taken away by hand from an npm pack that is at work', async () => {
    await putPublishedForm(plugin, packer, build)
    const { message } = /** @type {Error} */ (thrownBy(() => putWrittenForm(plugin, ended)))
    expect(message).to.equal(`An npm pack is at work here: wait until process ${process.pid} has ended.`)
    expect(entry()).to.equal('./dist/index.js')
  })

  it('waits for no lock that a killed npm has left before it had begun', async () => {
    symlinkSync(ended, join(plugin, 'package.packing'))
    await putPublishedForm(plugin, packer, build)
    expect(entry()).to.equal('./dist/index.js')
  })
})

/** @param {() => unknown} act */
function thrownBy(act) {
  try {
    act()
  } catch (error) {
    return error
  }
}
