import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { after, before } from 'mocha'
import { quietly } from '../support/artillery.ts'
import { waitUntilGone } from '../support/strays.ts'

const packing = fileURLToPath(new URL('../../tools/pack.ts', import.meta.url))
const { devDependencies, overrides } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** A version or a tag of the registry. */
export const artilleryVersion = process.env.ARTILLERY_VERSION || String(devDependencies.artillery)

/** A project of somebody who never saw this repository. */
interface InstalledProject {
  write: (name: string, content: string) => void // a file, folders as well
  path: (...names: string[]) => string
  run: (command: string, ...args: string[]) => Promise<Ended> // as if typed there, to its end; nothing may be left of it
}

/** code: the exit code, or the signal that ended it */
type Ended = { code: number | string, output: string }

/**
 * In a describe block: packs the plugin and installs it by npm, with Artillery and Fastify of the registry, in a new
 * folder outside the repository.
 *
 * @param flags for npm install
 * @returns there before the first test, gone after the last
 */
export function installProject(flags: string[] = []): InstalledProject {
  let outside = ''
  const path = (...names: string[]) => join(outside, 'Mein Projekt ü 日本', ...names)
  const project: InstalledProject = {
    path,
    write(name, content) {
      mkdirSync(dirname(path(name)), { recursive: true })
      writeFileSync(path(name), content)
    },
    run: (command, ...args) => run([command, ...args], path())
  }
  before(async function () {
    this.timeout(300_000)
    outside = mkdtempSync(join(tmpdir(), 'speedup-installed-'))
    const published = join(outside, 'published')
    await succeed(run([process.execPath, packing, published], outside))
    await succeed(run(['npm', 'pack', '--pack-destination', outside], published))
    const tarball = readdirSync(outside).filter((name) => name.endsWith('.tgz')).map((name) => join(outside, name))
    project.write('package.json', JSON.stringify({ name: 'my-service', private: true, main: 'server.js', overrides }))
    const quick = ['--no-audit', '--no-fund', '--prefer-offline']
    await succeed(project.run('npm', 'install', ...quick, ...flags, ...tarball, `artillery@${artilleryVersion}`, 'fastify'))
  })
  after(() => rmSync(outside, { recursive: true, force: true }))
  return project
}

async function run([file, ...args]: string[], cwd: string): Promise<Ended> {
  const mark = randomUUID()
  // The Node of this test goes before any other.
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const child = spawn(file, args, { cwd, env: { ...process.env, ...quietly, PATH: path, SPEEDUP_TEST_MARK: mark }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const [code, signal] = await once(child, 'close')
  await waitUntilGone(mark)
  return { code: code ?? signal, output }
}

async function succeed(command: Promise<Ended>) {
  const { code, output } = await command
  if (code !== 0) throw new Error(`Exit code ${code}:\n${output}`)
}
