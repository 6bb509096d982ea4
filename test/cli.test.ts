import { execFile } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { temporaryFolder } from './support/folder.ts'
import { writeSyntheticRecord } from './support/synthetic-record.ts'

const cli = fileURLToPath(new URL('../plugin/dist/cli.js', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))
const variants = [{ name: 'single', mode: 'single' as const, workers: 1 }, { name: 'clustered', mode: 'cluster' as const, workers: 2 }]
const written = ['index.html', 'junit.xml', 'summary.md']

const run = (words: string[], env = process.env, cwd = process.cwd()) => new Promise<{ code: number, stdout: string, stderr: string }>((resolve) =>
  void execFile(process.execPath, [cli, ...words], { env, cwd }, (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr })))

describe('artillery-speedup', () => {
  const folder = temporaryFolder()

  /** @returns its folder */
  function aRecord(name: string): string {
    writeSyntheticRecord(folder.path(name), { variants, rounds: 3, requests: 30, seed: 1 })
    return folder.path(name)
  }

  /** In the place of the desktop's, which would start an unknown browser. Commands: of a shell. */
  function withOpener(name: string, commands: string): NodeJS.ProcessEnv {
    mkdirSync(folder.path(name))
    chmodSync(folder.write(`${name}/xdg-open`, `#!/bin/sh\n${commands}\n`), 0o755)
    return { ...process.env, PATH: `${folder.path(name)}:/usr/bin:/bin` }
  }

  it('makes the page again from the files alone, byte for byte the same anywhere, as the committed example shows', async () => {
    const example = join(root, 'reports/example')
    const copy = folder.path('example')
    cpSync(example, copy, { recursive: true })
    for (const name of written) rmSync(join(copy, name))
    const made = await run(['report', copy], { ...process.env, TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8' })
    expect(made).to.eql({ code: 0, stdout: `Report: ${join(copy, 'index.html')}\n`, stderr: '' })
    for (const name of written) {
      const isSame = readFileSync(join(example, name)).equals(readFileSync(join(copy, name)))
      expect(isSame, `reports/example/${name} is out of date: npx artillery-speedup report reports/example`).to.equal(true)
    }
  })

  it('hands the page to the system’s own program for it, waits for no browser, and leaves it open', async () => {
    const record = aRecord('shown')
    const reads = `echo "$1" > "${record}/opened"\nfor i in $(seq 1000); do test -e "${record}/read" && break; sleep 0.05; done\nrm "${record}/opened"`
    expect(await run(['report', record, '--open'], withOpener('reads', reads))).to.include({ code: 0, stderr: '' })
    const opened = readFileSync(join(record, 'opened'), 'utf8')
    writeFileSync(join(record, 'read'), '')
    expect(opened).to.equal(`${pathToFileURL(join(record, 'index.html')).href}\n`)
    while (existsSync(join(record, 'opened'))) await delay(20)
  })

  it('says with one sentence what a comparison.json lacks, and that a folder holds none', async () => {
    const record = aRecord('lacking')
    const file = join(record, 'comparison.json')
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), environment: undefined }))
    const flaw = 'environment is missing; use another file, or measure again.'
    expect(await run(['report', record])).to.eql({
      code: 1, stdout: '', stderr: `${file} is JSON, but not a comparison that this version of artillery-plugin-speedup can read: ${flaw}\n`
    })
    const { stderr, ...rest } = await run(['report', folder.path('nowhere')])
    expect(rest).to.eql({ code: 1, stdout: '' })
    expect(stderr).to.match(/^[^\n]*nowhere[^\n]*\n$/).and.not.include('    at ')
  })

  it('says where the page is when the system’s program for it finds no browser, or is missing', async () => {
    const unshown = [[withOpener('fails', 'exit 3'), /, failed \(exit code 3\)\./], [{ PATH: folder.path('.') }, /, can't be run \(.*\)\./]] as const
    for (const [env, problem] of unshown) {
      const { code, stderr } = await run(['report', aRecord('unshown'), '--open'], env)
      expect(code).to.equal(1)
      expect(stderr).to.match(/^The page is made, but xdg-open, which would show it, .* Open file:\/\/.*index\.html in a browser\.\n$/).and.match(problem)
    }
  })

  it('says how it is used when it can’t tell what is wanted', async () => {
    const calls: [words: string[], firstLine: string][] = [
      [[], 'Nothing to do.'],
      [['raport', 'x'], 'There is no command "raport".'],
      [['report'], 'report needs the folder of a comparison.'],
      [['report', 'a', 'b'], 'report takes one folder, but 2 were given: a, b.'],
      [['init', 'src/app.js', '--yes'], 'init works in the folder where it is called, but was given src/app.js. For the app’s file there is --app.'],
      [['report', 'a', '--opne'], "'--opne'"],
      [['init', '--open'], "'--open'"],
      [['init', '--port'], "'--port <value>' argument missing"]
    ]
    await Promise.all(calls.map(async ([words, firstLine]) => {
      const { code, stderr } = await run(words)
      expect(code).to.equal(2)
      expect(stderr.split('\n')[0]).to.include(firstLine)
      expect(stderr).to.include('Usage:\n  artillery-speedup init [--yes] [options] ').and.include('\n  artillery-speedup report <folder> [--open] ')
    }))
  })

  it('says with one sentence why nothing can be written', async () => {
    const project = folder.path('project')
    mkdirSync(project)
    const init = (words: string[]) => run(['init', '--yes', ...words], process.env, project)
    expect(await init([])).to.eql({ code: 1, stdout: '', stderr: `There is no package.json in ${project}. Go to the folder of your app’s package, or make one with npm init.\n` })
    writeFileSync(join(project, 'package.json'), '{}')
    const { stderr, ...rest } = await init(['--app=app.js'])
    expect(rest).to.eql({ code: 1, stdout: '' })
    expect(stderr).to.match(/^--app is "app\.js", but there is no file [^\n]*\nNothing was written\.\n$/)
  })

  it('is there for npx, and tells its version and its usage', async () => {
    const { stdout } = await promisify(execFile)('npx', ['--no', '--', 'artillery-speedup', '--help'], { cwd: root })
    expect(stdout).to.match(/^Usage:\n {2}artillery-speedup init /)
      .and.match(/init starts the app, with the environment variables that are set, [^]*asks it for\s+some seconds as often as it answers/)
    const { version } = JSON.parse(readFileSync(join(root, 'plugin/package.json'), 'utf8'))
    expect((await run(['--version'])).stdout).to.equal(`${version}\n`)
  })
})
