import { join } from 'node:path'
import { expect } from 'chai'
import { app } from '../init/some-project.ts'
import { quietly } from '../support/artillery.ts'
import { callSpeedup, speedup } from '../support/cli.ts'
import { useProject } from '../support/project.ts'
import { aRepository } from '../support/repository.ts'

const server = app("response.end('hello')")

describe('artillery-speedup against', () => {
  const project = useProject()
  const run = (...words: string[]) =>
    speedup(['against', ...words], {
      cwd: project.folder,
      env: { ...process.env, ...quietly, XDG_CACHE_HOME: join(project.folder, 'cache') }
    })
  const refuse = (...words: string[]) => callSpeedup(['against', ...words], { cwd: project.folder })

  it('compares the files that are there with where the branch was left, and says what changed', async () => {
    const repository = aRepository(project.folder)
    const sha = repository.commit({ 'server.js': server })
    repository.git('checkout', '--quiet', '-b', 'faster')
    repository.commit({ 'server.js': `// faster\n${server}` })
    // Whatever this machine does meanwhile.
    const { code, stdout, stderr } = await run('main', 'server.js', '/', '--least', '0.0001', '--time', '60s')
    expect([code, stderr], stdout).to.eql([0, ''])
    expect(stdout)
      .to.match(/\n {2}before: checking out merge-base main \(\w{7}\)\n/)
      .and.match(/\nspeedup {2}\S+: now against before, loaded in turns/)
      .and.match(/\nplan {5}about 1 min: 2 variants, as many rounds as fit, then a profile of each variant\n/)
      .and.match(/\nPASS {2}[^\n]*now /)
      .and.match(/\n {2}why {8}From before to now: CPU a request [\d.]+ ms → [\d.]+ ms, /)
    const { settings, scenarios } = project.comparison()
    expect(settings.alternate).to.equal('slices')
    expect(settings.variants.map(({ name, commit }: any) => [name, commit])).to.eql([
      ['before', sha],
      ['now', null]
    ])
    expect(scenarios[0].candidates[0].diagnosis.code).to.equal('version')
  })

  it('refuses a ratio that is none', async () => {
    const { code, stderr } = await refuse('main', 'server.js', '--least', 'most')
    expect([code, stderr]).to.eql([3, '--least is "most". It must be a number above 0, such as 0.9.\n'])
  })

  it('refuses what --growth does not ask', async () => {
    const { code, stderr } = await refuse('main', 'server.js', '--growth', '--time', '9s', '--dry-run')
    expect([code, stderr.split('\n')[0]]).to.eql([
      3,
      '--growth compares what stays in memory: omit --time and --dry-run.'
    ])
  })

  it('says what is wrong with a ref', async () => {
    aRepository(project.folder).commit({ 'server.js': server })
    const { code, stderr } = await refuse('mian', 'server.js', '/')
    expect(code, stderr).to.equal(3)
    expect(stderr).to.match(/there is no commit "mian" in .* \(did you mean main\?\)/)
  })
})
