import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before } from 'mocha'
import { packInto } from '../package/packed.ts'
import { startMarked } from '../support/artillery.ts'
import { waitUntilGone } from '../support/strays.ts'

const { devDependencies, overrides } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** A version or a tag of the registry. */
export const artilleryVersion = process.env.ARTILLERY_VERSION || String(devDependencies.artillery)

/** Test runners that this repository does without. Which Artillery there is does not matter to them. */
export const runners = artilleryVersion === devDependencies.artillery ? ['vitest@5.1.1', 'jest@30.5.2'] : []

/**
 * In a describe block: a project of somebody who never saw this repository, in which npm has installed the packed
 * plugin, Artillery, Fastify and test runners; there before the first test, gone after the last.
 *
 * @param flags for npm install
 */
export function installProject(flags: string[]) {
  let outside = ''
  let end = () => {} // ends what still runs when a hook or a test is given up
  const path = (...names: string[]) => join(outside, 'Mein Projekt ü 日本', ...names)
  /** A file, folders as well. */
  function write(name: string, content: string) {
    mkdirSync(dirname(path(name)), { recursive: true })
    writeFileSync(path(name), content)
  }
  /** As if typed there, to its end; nothing may be left of it. */
  async function run(...words: string[]) {
    // The Node of this test goes before any other.
    const { child, ended, mark } = startMarked(words, {
      cwd: path(),
      env: { PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) }
    })
    end = () => void child.kill()
    const { code, signal, output } = await ended
    await waitUntilGone(mark)
    return { code: code ?? signal, output }
  }
  before(async () => {
    outside = mkdtempSync(join(tmpdir(), 'speedup-installed-'))
    const packages = [await packInto(outside), `artillery@${artilleryVersion}`, 'fastify', ...runners]
    write('package.json', JSON.stringify({ name: 'my-service', private: true, main: 'server.js', overrides }))
    const { code, output } = await run(
      'npm',
      'install',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      ...flags,
      ...packages
    )
    if (code !== 0) throw new Error(`Exit code ${code}:\n${output}`)
  })
  after(() => {
    end()
    rmSync(outside, { recursive: true, force: true })
  })
  return { path, write, run }
}
