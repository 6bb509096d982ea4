import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { app } from '../init/some-project.ts'
import { quietly } from '../support/artillery.ts'
import { speedup } from '../support/cli.ts'
import { useProject } from '../support/project.ts'
import { aRepository } from '../support/repository.ts'

/** Work for some time of the CPU. */
const server = (ms: number) =>
  app(
    `const end = process.cpuUsage().user + ${1000 * ms}\nwhile (process.cpuUsage().user < end);\nresponse.end('done')`
  )

describe('artillery-speedup bisect, with real loads', () => {
  const project = useProject()
  const options = () => ({
    cwd: project.folder,
    env: { ...process.env, ...quietly, XDG_CACHE_HOME: join(project.folder, 'cache') }
  })

  // What is searched between is tested in test/questions/commits/commands.test.ts, where nothing takes its time.
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
})
