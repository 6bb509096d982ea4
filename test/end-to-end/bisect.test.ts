import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { app } from '../init/some-project.ts'
import { quietly } from '../support/artillery.ts'
import { callSpeedup, speedup } from '../support/cli.ts'
import { useProject } from '../support/project.ts'
import { aRepository } from '../support/repository.ts'

/** Work for some time of the CPU. */
const working = (ms: number) =>
  `const end = process.cpuUsage().user + ${1000 * ms}\nwhile (process.cpuUsage().user < end);\nresponse.end('done')`
const server = (ms: number) => app(working(ms))

describe('artillery-speedup bisect', () => {
  const project = useProject()
  const options = () => ({
    cwd: project.folder,
    env: { ...process.env, ...quietly, XDG_CACHE_HOME: join(project.folder, 'cache') }
  })
  const refuse = (...words: string[]) => callSpeedup(['bisect', ...words], { cwd: project.folder })

  // What is searched between is tested in test/commands/bisect.test.ts, where nothing takes its time.
  it('names the commit since which requests take three times as long, in a folder of the repository, and git goes on from its log', async () => {
    const repository = aRepository(project.folder)
    const api = 'packages/api/server.js'
    const good = repository.commit({ [api]: server(4), '.gitignore': 'reports\ncache\n' }, 'first')
    const slower = repository.commit({ [api]: server(12) }, 'render it all')
    const { code, stdout, stderr } = await speedup(['bisect', good, 'main', api, '/', '--json'], options())
    expect(code, stderr).to.equal(0)
    const { found, ofBefore, log } = JSON.parse(stdout)
    expect(found.sha).to.equal(slower)
    // On whatever machine.
    expect(ofBefore[0]).to.be.within(0.1, 0.9)
    expect(stderr)
      .to.match(
        new RegExp(
          `commits {2}1 commit after ${good.slice(0, 7)} "first", up to ${slower.slice(0, 7)} "render it all"\n`
        )
      )
      .and.match(new RegExp(`\nSlower since ${slower.slice(0, 7)} "render it all", by A on `))
      .and.match(/\nFrom good to bad: CPU a request [\d.]+ ms → [\d.]+ ms/)
    const kept = join('reports', 'bisect', 'git-bisect.log')
    expect(readFileSync(join(project.folder, kept), 'utf8')).to.equal(log)
    expect(repository.git('bisect', 'replay', kept)).to.include(`${slower} is the first bad commit`)
  })

  it('says what would be done, with what is not committed', async () => {
    const repository = aRepository(project.folder)
    repository.commit({ 'server.js': server(4) }, 'one')
    repository.commit({ 'notes.md': 'one' }, 'two')
    repository.write({ 'server.js': server(5) })
    const words = ['bisect', 'HEAD~1', 'HEAD', 'server.js', '--dry-run']
    const { code, stdout } = await callSpeedup(words, { cwd: project.folder })
    expect(code, stdout).to.equal(0)
    expect(stdout)
      .to.match(/^commits {2}1 commit after \w{7} "one", up to \w{7} "two"\n/)
      .and.include('\n         Changes that are not committed are in none of them.\n')
      .and.include('then compared for at most 20m. Nothing was started.')
  })

  it('refuses what can’t be searched, before anything is started', async () => {
    const repository = aRepository(project.folder)
    repository.commit({ 'server.js': server(4) }, 'one')
    repository.commit({ 'notes.md': 'one' }, 'two')
    const flaws: [words: string[], problem: string][] = [
      [['HEAD'], 'bisect needs two commits, one that was fast enough and a later one that is not, such as v1.2 HEAD.'],
      [['HEAD', 'HEAD~1'], 'HEAD~1 comes before HEAD. The good commit is named first: bisect HEAD~1 HEAD'],
      [['HEAD', 'main'], 'HEAD and main are the same commit'],
      [['mian', 'HEAD'], '(did you mean main?)'],
      [['HEAD~1', 'HEAD', '--time', 'soon'], '--time is "soon"']
    ]
    for (const [words, problem] of flaws) {
      const { code, stderr } = await refuse(...words)
      expect([code, stderr.includes(problem)], stderr).to.eql([3, true])
    }
  })
})
