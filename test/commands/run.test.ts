import { mkdirSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'chai'
import { callSpeedup, cli, speedup } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'

// What a real Artillery makes of it is in test/end-to-end/run-command.test.ts.

describe('artillery-speedup run', () => {
  const folder = temporaryFolder()
  const project = () => folder.path('.')
  before(() => {
    mkdirSync(folder.path('node_modules/artillery/bin'), { recursive: true })
    folder.write(
      'node_modules/artillery/package.json',
      JSON.stringify({ name: 'artillery', bin: { artillery: 'bin/run' } })
    )
    folder.write(
      'node_modules/artillery/bin/run',
      `
      process.on('SIGTERM', () => process.exit(42))
      console.log(JSON.stringify({ pid: process.pid, words: process.argv.slice(2), path: process.env.ARTILLERY_PLUGIN_PATH }))
      if (process.argv.includes('--quiet')) setInterval(() => {}, 1000)
      else process.exitCode = 11`
    )
    folder.write('job.yml', 'config:\n  plugins:\n    speedup: { app: a.js }\n')
  })

  it('starts the Artillery of the project with all flags as they stand, finds the plugin for it, and exits as it does', async () => {
    const words = ['job.yml', '--overrides', '{"config":{}}', '-e', 'ci', '--variables', '-v']
    const { code, stdout, stderr } = await speedup(['run', ...words], { cwd: project() })
    expect([code, stderr]).to.eql([11, ''])
    expect(JSON.parse(stdout).words).to.eql(['run', ...words])
    expect(JSON.parse(stdout).path).to.match(/\/$/)
  })

  /** @returns what Artillery would be started with, in the place of this process; null: it would not */
  async function callRun(...words: string[]) {
    const { execve } = process
    let handed: string[] | null = null
    process.execve = ((_file: string, args: string[]) => void (handed = args.slice(args.indexOf('run') + 1))) as never
    const called = await callSpeedup(['run', ...words], { cwd: project() }).finally(() => (process.execve = execve))
    return { ...called, handed: handed as string[] | null }
  }

  const profiling: Record<string, [words: string[], handed: string[]]> = {
    'as an option': [
      ['job.yml', '--profile', '-q'],
      ['--overrides', '{"config":{"plugins":{"speedup":{"profile":true}}}}', 'job.yml', '-q']
    ],
    'beside what the user overrides': [
      [
        '--profile',
        '--overrides',
        '{"scenarios":[],"config":{"phases":[],"plugins":{"speedup":{"users":2}}}}',
        'job.yml'
      ],
      [
        '--overrides',
        '{"scenarios":[],"config":{"phases":[],"plugins":{"speedup":{"users":2,"profile":true}}}}',
        'job.yml'
      ]
    ],
    'beside overrides with an empty part': [
      ['job.yml', '--profile', '--overrides', '{"config":{"plugins":null}}'],
      ['job.yml', '--overrides', '{"config":{"plugins":{"speedup":{"profile":true}}}}']
    ],
    'beside overrides in the same word': [
      ['job.yml', '--overrides={}', '--profile'],
      ['job.yml', '--overrides', '{"config":{"plugins":{"speedup":{"profile":true}}}}']
    ],
    'not with overrides that Artillery will refuse': [
      ['--profile', '--overrides', '{', 'job.yml'],
      ['--overrides', '{', 'job.yml']
    ],
    'not where it is the value of a flag': [
      ['--name', '--profile', 'job.yml'],
      ['--name', '--profile', 'job.yml']
    ]
  }
  for (const [how, [words, handed]] of Object.entries(profiling)) {
    it(`hands --profile to the plugin, ${how}`, async () => {
      expect((await callRun(...words)).handed).to.eql(handed)
    })
  }

  it('takes overrides as long as an argument may be, and says so of what becomes longer', async () => {
    const overridesOf = (length: number) => JSON.stringify({ config: { variables: { long: 'x'.repeat(length) } } })
    const { code, stdout, stderr } = await speedup(['run', 'job.yml', '--overrides', overridesOf(100_000)], {
      cwd: project()
    })
    expect([code, stderr]).to.eql([11, ''])
    expect(JSON.parse(stdout).words[3]).to.equal(overridesOf(100_000))
    const longest = overridesOf(131_071 - overridesOf(0).length)
    expect((await speedup(['run', 'job.yml', '--overrides', longest], { cwd: project() })).code).to.equal(11)
    expect(await callRun('job.yml', '--profile', '--overrides', longest)).to.deep.include({
      code: 3,
      stderr:
        '--overrides has 131,110 bytes with the option of --profile, but Linux takes 131,071 in one argument. Write a part of it into a file, and give that with --config.\n',
      handed: null
    })
  })

  it('is Artillery from then on, so that every signal reaches it, and nothing stays', async () => {
    const child = spawn(process.execPath, [cli, 'run', '--quiet', 'job.yml'], {
      cwd: project(),
      stdio: ['ignore', 'pipe', 'inherit']
    })
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
    expect(JSON.parse(line).pid).to.equal(child.pid)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).to.eql([42, null])
  })

  it('hands signals on with --json, and waits for the end of Artillery, whose words go to stderr', async () => {
    const child = spawn(process.execPath, [cli, 'run', '--json', '--quiet', 'job.yml'], {
      cwd: project(),
      stdio: ['ignore', 'pipe', 'pipe']
    })
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text))
    const [line] = await once(child.stderr.setEncoding('utf8'), 'data')
    expect(JSON.parse(line)).to.deep.include({ words: ['run', '--quiet', 'job.yml'] })
    child.kill('SIGTERM')
    expect(await once(child, 'close')).to.eql([42, null])
    expect(JSON.parse(stdout))
      .to.deep.include({ exitCode: 42 })
      .and.have.nested.property('error.code', 'ARTILLERY_FAILED')
  })

  const named: Record<string, { script: readonly [name: string, text: string]; flags?: string[] }> = {
    'in JSON': { script: ['named.json', '{"config":{"plugins":{"speedup":{}}}}'] },
    'in one line': { script: ['line.yml', 'config: { plugins: { speedup: { app: a.js } } }'] },
    'by --overrides': {
      script: ['plain.yml', 'config: {}'],
      flags: ['--overrides', '{"config":{"plugins":{"speedup":{"app":"a.js"}}}}']
    },
    ...Object.fromEntries(
      ['--config job.yml', '--config=job.yml', '-qcjob.yml'].map((flags) => [
        `in the file of ${flags}`,
        { script: ['plain2.yml', 'scenarios: []'] as const, flags: flags.split(' ') }
      ])
    ),
    ...Object.fromEntries(
      ['-k --record', '-ks', '-thttp://x', '-kt http://x', '--'].map((flags) => [
        `after ${flags}`,
        { script: ['named2.yml', '{ speedup: {} }'] as const, flags: flags.split(' ') }
      ])
    ),
    'behind a URL with a #': {
      script: ['url.yml', 'config: { target: "http://127.0.0.1:1/#a", plugins: { speedup: {} } }']
    },
    'where nobody can see it, by a program': { script: ['job.ts', 'export { config } from "./shared"'] }
  }
  for (const [
    how,
    {
      script: [name, text],
      flags = []
    }
  ] of Object.entries(named)) {
    it(`runs a script that names the plugin ${how}`, async () => {
      folder.write(name, text)
      expect(await callRun(...flags, name)).to.deep.include({ stderr: '', handed: [...flags, name] })
    })
  }

  it('refuses before anything runs, with exit code 3, a script that does not name the plugin, and a file that is not there', async () => {
    folder.write('other.yml', 'config: {}\n# speedup: later\nscenarios: [{ name: speedup, flow: [] }]\n')
    const advice = 'Add it to its config: plugins: { speedup: { app: ../server.js } }\n'
    expect(await callRun('--quiet', 'other.yml')).to.eql({
      code: 3,
      stdout: '',
      stderr: `other.yml does not use the plugin. ${advice}`,
      handed: null
    })
    for (const name of ['nowhere.yml', 'node_modules']) {
      expect(await callRun(name)).to.deep.include({
        code: 3,
        stderr: `No such file: ${name}. Give the path of a scenario file, such as scenarios/speedup.yml.\n`,
        handed: null
      })
    }
  })
})
