import { expect } from 'chai'
import { app } from '../init/some-project.ts'
import { callSpeedup } from '../support/cli.ts'
import { useProject } from '../support/project.ts'
import { aRepository } from '../support/repository.ts'

/** Work for some time of the CPU. */
const working = (ms: number) =>
  `const end = process.cpuUsage().user + ${1000 * ms}\nwhile (process.cpuUsage().user < end);\nresponse.end('done')`
const server = (ms: number) => app(working(ms))

describe('artillery-speedup bisect', () => {
  const project = useProject()
  const refuse = (...words: string[]) => callSpeedup(['bisect', ...words], { cwd: project.folder })

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
