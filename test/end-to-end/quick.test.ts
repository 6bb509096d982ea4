import { existsSync } from 'node:fs'
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
    const { code, stdout, stderr } = await run('mine.js', '/hello', '--save')
    expect(code, stdout + stderr).to.equal(0)
    expect(stdout).to.match(/^app .*mine\.js \(as given\)\nport .*\npath {5}\/hello answers in .*\ncluster .*\nload /)
    expect(stdout)
      .to.match(/\n {2}round {2}3 {2}clustered .*\n/)
      .and.match(/\n {2}throughput +\S+\/s +\S+\/s +/)
    expect(stdout).to.match(/Report: reports\/\S+\nWritten: scenarios\/speedup\.yml\. /)
    expect(project.comparison().file).to.equal('scenarios/speedup.yml')
    expect(project.read('scenarios/speedup.yml')).to.include('get: { url: "/hello" }')
    const again = await callSpeedup(['quick', 'mine.js', '--save'], { cwd: project.folder })
    expect([again.code, again.stderr]).to.eql([
      1,
      'scenarios/speedup.yml exists, and --save never changes a file. To compare by it: npx artillery run scenarios/speedup.yml\n'
    ])
  })

  const refused: Record<string, [words: string[], code: number, message: RegExp]> = {
    'no script': [[], 2, /^quick needs the file that starts the app, such as server\.js\./],
    'a script that is not there': [
      ['gone.js'],
      1,
      /^There is no file \/.*gone\.js\. Name the file that starts the app, such as server\.js\.$/m
    ],
    'a path without a slash': [
      [join(apps, 'hello.js'), 'hello'],
      1,
      /^--path is "hello"\. It must be a path that begins/
    ],
    'an app that never listens': [
      [join(apps, 'never-listens.js'), '--ready-timeout', '1'],
      1,
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
