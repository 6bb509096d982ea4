import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { callSpeedup, speedup } from '../support/cli.ts'
import { app } from '../init/some-project.ts'
import { quietly } from '../support/artillery.ts'
import { apps, useProject } from '../support/project.ts'

describe('artillery-speedup quick', () => {
  const project = useProject()
  const run = (...words: string[]) =>
    speedup(['quick', ...words], { cwd: project.folder, env: { ...process.env, ...quietly } })

  it('compares an app of which it knows the file alone, and writes the scenario file where that is asked for', async () => {
    project.write('mine.js', app("response.writeHead(request.url === '/hello' ? 200 : 404).end()"))
    const planned = await callSpeedup(['quick', 'mine.js', '--dry-run'], { cwd: project.folder })
    expect([planned.code, planned.stderr]).to.eql([0, ''])
    expect(planned.stdout).to.match(/^app .*mine\.js \(as given\)\nplan .* Nothing was started\.\n$/)
    const { code, stdout, stderr } = await run('mine.js', '/hello', '--save')
    expect(code, stdout + stderr).to.equal(0)
    expect(stdout).to.match(/^app .*mine\.js \(as given\)\nport .*\npath {5}\/hello answers in .*\ncluster .*\nload /)
    expect(stdout)
      .to.match(/\n {2}round {2}3 {2}clustered .*\n/)
      .and.match(/\n {2}throughput +\S+\/s +\S+\/s +/)
    expect(stdout).to.match(/Report: reports\/\S+\nWritten: scenarios\/speedup\.yml\. /)
    expect(stdout).to.match(/\nWould it break anything\? npx artillery-speedup doctor mine\.js \/hello\n$/)
    expect(project.comparison().file).to.equal('scenarios/speedup.yml')
    expect(project.read('scenarios/speedup.yml')).to.include('get: { url: "/hello" }')
    const again = await callSpeedup(['quick', 'mine.js', '--save'], { cwd: project.folder })
    expect([again.code, again.stderr]).to.eql([
      3,
      'scenarios/speedup.yml exists, and --save never changes a file. To compare by it: npx artillery run scenarios/speedup.yml\n'
    ])
  })

  it('tells programs the plan, and starts nothing, with --dry-run', async () => {
    project.write('mine.js', app('response.end()'))
    const { code, stdout } = await callSpeedup(['quick', 'mine.js', '--dry-run', '--json'], { cwd: project.folder })
    expect([code, JSON.parse(stdout)]).to.eql([0, { exitCode: 0, plan: 'about 20 s, three short rounds' }])
  })

  // 401 to who has not logged in; the token of a process holds for it alone.
  const guarded = `const { randomUUID } = require('node:crypto')
const token = randomUUID()
const app = { get() {} }
app.get('/a'); app.get('/logout')
${app(`const chunks = []
for await (const chunk of request) chunks.push(chunk)
const { pin } = JSON.parse(String(chunks.join('') || '{}'))
if (request.url === '/in') return pin === 's3cret' ? response.setHeader('set-cookie', 'sid=' + token).end() : response.writeHead(401).end()
if (process.env.KEY !== 'k' || request.headers['x-key'] !== 's3cret' || request.headers.cookie !== 'sid=' + token) return response.writeHead(401).end()
if (request.url === '/logout') process.exit(1)
response.end(request.method)`)}`
  const withSecret = { ...process.env, ...quietly, SPEEDUP_TEST_PIN: 's3cret' }

  it('starts an app as its script does, logs in each user, and keeps neither secrets nor names of its own files', async () => {
    project.write('package.json', { scripts: { start: 'node --env-file=.env app.js' } })
    project.write('.env', 'KEY=k\n')
    project.write('app.js', guarded)
    const words = [
      '-H',
      'x-key: s3cret',
      '--login',
      '/in {"pin":"$SPEEDUP_TEST_PIN"}',
      '--workers',
      '1,2',
      '--users',
      '4'
    ]
    const { code, stdout, stderr } = await speedup(['quick', '.', ...words], { cwd: project.folder, env: withSecret })
    expect(code, stdout + stderr).to.equal(0)
    expect(stdout)
      .to.match(
        /\(scripts\.start: node --env-file=\.env app\.js\)\nport .*\nlogin {4}POST \/in gives the cookie sid, sent along\n/
      )
      .and.match(/\n +also found: \/(?:a|api)? /)
      .and.match(/\nload {5}4 users /)
      .and.match(/\? npx artillery-speedup doctor --header 'x-key: …' --login '\/in …'\n$/)
      .and.not.match(/First: cd/)
    const { settings, file, scenarios } = project.comparison()
    expect(settings.variants.map(({ workers }: any) => workers)).to.eql([1, 1, 2])
    expect(file).to.equal('scenarios/speedup.yml')
    expect(
      scenarios[0].warnings.filter(({ severity }: any) => severity === 'problem').map(({ code }: any) => code)
    ).to.not.include.members(['scenario-errors', 'different-errors', 'never-asked'])
    expect(settings.command).to.match(
      /^npx artillery-speedup quick \. \/(?:a|api)? --header 'x-key: …' --login '\/in …' --workers 1,2 --users 4$/
    )
    for (const name of ['comparison.json', 'index.html', 'summary.md', 'comment.md', 'junit.xml', 'runs.ndjson'])
      expect(readFileSync(join(project.record(), name), 'utf8'), name).to.not.match(
        /s3cret|quick\.yml|speedup-[\w-]{6}\//
      )
    expect(stdout + stderr).to.not.match(/s3cret|quick\.yml/)
    expect(existsSync(join(project.folder, 'scenarios'))).to.equal(false)
    expect((await callSpeedup(['accept'], { cwd: project.folder })).stderr).to.match(
      /scenarios\/speedup\.yml, which is no file here|shows no speedup/
    )
  })

  const refused: Record<string, [words: string[], code: number, message: RegExp]> = {
    'a folder without an app': [[], 3, /^No app was found in \/.*Name the file that starts the server: --app <file>/],
    'a script that is not there': [
      ['gone.js'],
      3,
      /^There is no file \/.*gone\.js\. Name the file that starts the server, relative to this folder, such as src\/server\.js\.$/m
    ],
    'a path without a slash': [
      [join(apps, 'hello.js'), 'hello'],
      3,
      /^--path is "hello"\. It must be a path that begins/
    ],
    'an app that never listens': [
      [join(apps, 'never-listens.js'), '--ready-timeout', '1'],
      3,
      /did not listen on any port within 1 s/
    ]
  }
  for (const [title, [words, code, message]] of Object.entries(refused)) {
    it(`refuses ${title}, and leaves nothing`, async () => {
      const found = await callSpeedup(['quick', ...words], { cwd: project.folder })
      expect(found.code, found.stderr).to.equal(code)
      expect(found.stderr).to.match(message)
      expect(['scenarios', 'reports'].filter((name) => existsSync(join(project.folder, name)))).to.eql([])
    })
  }
})
