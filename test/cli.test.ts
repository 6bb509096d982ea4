import { execFile } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { callSpeedup, speedup } from './support/cli.ts'
import { temporaryFolder } from './support/folder.ts'
import { writeSyntheticRecord } from './support/synthetic-record.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const variants = [
  { name: 'single', mode: 'single' as const, workers: 1 },
  { name: 'clustered', mode: 'cluster' as const, workers: 2 }
]
const written = ['index.html', 'junit.xml', 'summary.md']

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
    const example = join(root, 'reports/examples/yes')
    const copy = folder.path('example')
    cpSync(example, copy, { recursive: true })
    for (const name of written) rmSync(join(copy, name))
    const made = await speedup(['report', copy], { env: { ...process.env, TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8' } })
    expect(made).to.eql({ code: 0, stdout: `Report: ${join(copy, 'index.html')}\n`, stderr: '' })
    for (const name of written) {
      const isSame = readFileSync(join(example, name)).equals(readFileSync(join(copy, name)))
      expect(
        isSame,
        `reports/examples/yes/${name} is out of date: npx artillery-speedup report reports/examples/yes`
      ).to.equal(true)
    }
  })

  it('hands the page to the system’s own program for it, waits for no browser, and leaves it open', async () => {
    const record = aRecord('shown')
    const reads = `echo "$1" > "${record}/opened"\nfor i in $(seq 1000); do test -e "${record}/read" && break; sleep 0.05; done\nrm "${record}/opened"`
    expect(await callSpeedup(['report', record, '--open'], { env: withOpener('reads', reads) })).to.include({
      code: 0,
      stderr: ''
    })
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
    expect(await callSpeedup(['report', record])).to.eql({
      code: 3,
      stdout: '',
      stderr: `${file} is JSON, but not a comparison that this version of artillery-plugin-speedup can read: ${flaw}\n`
    })
    const { stderr, ...rest } = await callSpeedup(['report', folder.path('nowhere')])
    expect(rest).to.eql({ code: 3, stdout: '' })
    expect(stderr)
      .to.match(/^[^\n]*nowhere[^\n]*\n$/)
      .and.not.include('    at ')
  })

  it('says where the page is when the system’s program for it finds no browser, or is missing', async () => {
    const unshown = [
      [withOpener('fails', 'exit 3'), /xdg-open failed \(exit code 3\)\./],
      [{ PATH: folder.path('.') }, /xdg-open cannot be run \(.*\)\./]
    ] as const
    for (const [env, problem] of unshown) {
      const { code, stdout, stderr } = await callSpeedup(['report', aRecord('unshown'), '--open'], { env })
      expect([code, stdout]).to.eql([3, `Report: ${folder.path('unshown/index.html')}\n`])
      expect(stderr)
        .to.match(/^No browser can be opened here: .* Open file:\/\/.*index\.html in a browser\.\n$/)
        .and.match(problem)
    }
  })

  it('opens the newest comparison in reports/, the newest in another folder, or the given one, and makes a page that is not there', async () => {
    const env = withOpener('opens', `echo "$1" > "${folder.path('opened')}"`)
    mkdirSync(folder.path('reports'))
    const copies = ['older', 'newest'].map((name) => folder.path(`reports/${name}`))
    for (const [i, copy] of copies.entries()) {
      cpSync(aRecord(`kept-${i}`), copy, { recursive: true })
      const file = join(copy, 'comparison.json')
      writeFileSync(
        file,
        JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), startedAt: `2026-11-2${i}T12:00:00.000Z` })
      )
    }
    const [older, newest] = copies.map((copy) => join(copy, 'index.html'))
    const calls: [words: string[], page: string][] = [
      [[], newest],
      [[folder.path('reports')], newest],
      [[folder.path('reports/older')], older],
      [[], newest]
    ]
    for (const [words, page] of calls) {
      const { code, stdout, stderr } = await callSpeedup(['open', ...words], { env, cwd: folder.path('.') })
      expect([code, stderr, realpathSync(stdout.slice('Report: '.length).trimEnd())]).to.eql([
        0,
        '',
        realpathSync(page)
      ])
      expect(realpathSync(fileURLToPath(readFileSync(folder.path('opened'), 'utf8').trimEnd()))).to.equal(
        realpathSync(page)
      )
    }
    const { code, stdout, stderr } = await callSpeedup(['open'], {
      env: withOpener('has none', 'exit 3'),
      cwd: folder.path('.')
    })
    expect([code, stdout.startsWith('Report: ')]).to.eql([3, true])
    expect(stderr).to.include('Open file://')
  })

  it('says how it is used when it can’t tell what is wanted', async () => {
    const calls: [words: string[], firstLine: string, usage: string, code?: number][] = [
      [[], 'No command was given.', '<command>'],
      [['raport', 'x'], 'Unknown command "raport" (did you mean report?).', '<command>'],
      [['xyz'], 'Unknown command "xyz".', '<command>'],
      [['report'], 'report needs the folder of a comparison.', 'report <folder> [--picture] [--open]'],
      [
        ['report', 'a', 'b'],
        'report takes 1 argument, but 2 were given: a, b.',
        'report <folder> [--picture] [--open]'
      ],
      [['open', 'a', 'b'], 'open takes 1 argument, but 2 were given: a, b.', 'open [folder]'],
      [['compare', 'a'], 'compare needs two comparisons, the earlier one first.', 'compare <folder> <folder>'],
      [['run'], 'run needs a scenario file, such as scenarios/speedup.yml.', 'run <scenario file> [flags]', 3],
      [
        ['init', 'src/app.js', '--yes'],
        'init takes no arguments, but was given src/app.js. To name the file that starts the app: --app <file>',
        'init [--yes] [options]'
      ],
      [
        ['report', 'a', '--opne'],
        "Unknown option '--opne'. Options: --open, --picture, --url, --json and --help.",
        'report <folder> [--picture] [--open]'
      ],
      [['--open'], "Unknown option '--open'. Options: --json, --help and --version.", '<command>'],
      [['init', '--port'], "'--port <value>' argument missing", 'init [--yes] [options]']
    ]
    for (const [words, firstLine, usage] of calls) {
      const { code, stdout, stderr } = await callSpeedup(words)
      expect([code, stdout], words.join(' ')).to.eql([3, ''])
      expect(stderr.split('\n')[0]).to.include(firstLine)
      expect(stderr).to.include(`\n\nUsage: artillery-speedup ${usage}\n`)
    }
  })

  it('prints one document with --json, also where it fails, and its words to stderr', async () => {
    const failures = [
      ['explain', 'xyz'],
      ['report'],
      ['list', '--nope'],
      ['accept', folder.path('nowhere')],
      ['quick', 'gone.js']
    ]
    for (const words of failures) {
      const { code, stdout, stderr } = await callSpeedup([...words, '--json'], { cwd: folder.path('.') })
      const { exitCode, error } = JSON.parse(stdout)
      expect([code, exitCode], words.join(' ')).to.eql([3, 3])
      expect(error.code, words.join(' ')).to.match(/^[A-Z_]+$/)
      expect(stderr.replaceAll(/\s+/g, ' ')).to.include(error.message.split('\n')[0].replaceAll(/\s+/g, ' '))
    }
    const { code, stdout, stderr } = await callSpeedup(['explain', 'PASS', '--json'])
    expect([code, JSON.parse(stdout).exitCode, JSON.parse(stdout).codes[0].code]).to.eql([0, 0, 'PASS'])
    expect(stderr).to.include('Every threshold and every limit is met')
  })

  const names = [
    'quick',
    'doctor',
    'growth',
    'tune',
    'upgrade',
    'against',
    'bisect',
    'init',
    'run',
    'list',
    'open',
    'report',
    'accept',
    'compare',
    'explain'
  ]

  it('lists its commands, and explains each, with its exit codes', async () => {
    const { code, stdout } = await callSpeedup(['--help'])
    expect([code, stdout.match(/^ {2}[a-z]+(?= )/gm)?.map((name) => name.trim())]).to.eql([0, names])
    expect(stdout.replaceAll(/\s+/g, ' ')).to.include(
      'Exit codes of every command: 0 done, and what was required holds; 1 it does not; 2 it cannot be told; 3 nothing was measured or done, or wrong usage.'
    )
    const said = await Promise.all(names.map((name) => callSpeedup([name, '--help'])))
    expect(said.map((each) => [each.code, each.stderr])).to.eql(names.map(() => [0, '']))
    for (const [i, text] of [stdout, ...said.map((each) => each.stdout)].entries()) {
      if (i > 0) expect(text).to.match(new RegExp(`^Usage: artillery-speedup ${names[i - 1]}\\b`))
      expect(text.split('\n').filter((line) => line.length > 100)).to.eql([])
    }
    const [run, compare] = ['run', 'compare']
      .map((name) => said[names.indexOf(name)])
      .map((each) => each.stdout.replaceAll(/\s+/g, ' '))
    expect(run).to.include('Its exit codes are those of `artillery run`')
    expect(compare).to.include(
      'Exit codes: 0 no speedup fell; 1 a speedup fell; 2 it cannot be told; 3 they cannot be compared.'
    )
  })

  it('explains each command within the columns of a terminal, in one voice, with the options that it has', async () => {
    for (const columns of [40, 80])
      for (const words of [[], ...names.map((name) => [name])]) {
        const { stdout } = await callSpeedup([...words, '--help'], { columns })
        expect(stdout.split('\n').filter((line) => line.length > columns)).to.eql([])
        expect(stdout).to.not.match(/[?:]\.$/m)
      }
    for (const name of names) {
      const { stdout } = await callSpeedup([name, '--help'])
      const { stderr } = await callSpeedup([name, '--no-such-option'])
      const [, has] = /^Unknown option .*\. Options: (.*)\.$/m.exec(stderr) ?? []
      if (has === undefined) continue // run hands its words on
      const named = (text: string) => [...new Set(text.match(/(?<![=\w-])--[a-z][a-z-]*/g) ?? [])].sort()
      expect(named(`${stdout} --json --help`), name).to.eql(named(has))
    }
  })

  it('says with one sentence why nothing can be written', async () => {
    const project = folder.path('project')
    mkdirSync(project)
    const init = (words: string[]) => callSpeedup(['init', '--yes', ...words], { cwd: project })
    expect(await init([])).to.eql({
      code: 3,
      stdout: '',
      stderr: `There is no package.json in ${project}. Go to your app’s folder, or create a package with npm init.\n`
    })
    writeFileSync(join(project, 'package.json'), '{}')
    const { stderr, ...rest } = await init(['--app=app.js'])
    expect(rest).to.eql({ code: 3, stdout: '' })
    expect(stderr).to.match(/^There is no file \/[^\n]*\nNothing was written\.\n$/)
  })

  it('is where npm links it, and says its version', async () => {
    const { stdout } = await promisify(execFile)(join(root, 'node_modules/.bin/artillery-speedup'), ['--version'])
    const { version } = JSON.parse(readFileSync(join(root, 'plugin/package.json'), 'utf8'))
    expect(stdout).to.equal(`${version}\n`)
  })

  it('says that Node is too old before it loads what an old one can’t read', async () => {
    const older = `data:text/javascript,import{registerHooks}from"node:module"
Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.1.0"}})
registerHooks({resolve(name,context,next){if(name.includes("/commands/quick"))throw new Error("it was loaded");return next(name,context)}})`
    const env = { ...process.env, NODE_OPTIONS: `--import ${JSON.stringify(older.replaceAll('\n', ';'))}` }
    const { code, stderr } = await speedup(['quick', 'server.js'], { env })
    expect([code, stderr.split('. ')[0]]).to.eql([
      3,
      'This is Node 20.1.0, but artillery-plugin-speedup needs 22.18 or later'
    ])
  })
})
