import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { runArtillery } from '../support/artillery.js'
import { apps, createProject, shortScript } from '../support/project.js'

describe('an odd app is measured all the same, and what is odd is named', function () {
  this.timeout(90_000)
  /** @type {import('../support/project.js').Project} */
  let project
  beforeEach(async () => (project = await createProject()))
  afterEach(() => project.remove())

  /** @param {Parameters<typeof shortScript>[1]} given */
  async function measure(given) {
    const script = project.write('job.json', shortScript(project, given))
    const { code, output } = await runArtillery(script, { cwd: project.folder })
    expect(code, output).to.equal(0)
    return output
  }

  it('one that ignores SIGTERM is killed, with a warning', async () => {
    const app = { script: join(apps, 'ignores-sigterm.js'), stopTimeout: 0.2 }
    const output = await measure({ options: { app } })
    expect(output).to.contain('note: single: after 3 runs the app did not leave within 0.2 s of SIGTERM and was killed.')
    expect(project.runs().every(({ killed }) => killed)).to.equal(true)
  })

  it('one that removes all headers has no known distribution', async () => {
    const output = await measure({ app: 'strips-headers.js' })
    expect(output).to.contain('single: 100 % of the responses carried no x-worker-pid header, so nobody knows how the work was distributed.')
    expect(output).to.contain('workers      unknown')
  })

  it('one that sets the header itself is respected, without scheduling in the cluster', async () => {
    const variants = { single: {}, clustered: { mode: 'cluster', workers: 2, scheduling: 'none' } }
    await measure({ app: 'own-header.js', options: { variants } })
    const pids = project.runs().flatMap(({ workers }) => workers.map((/** @type {any} */ { pid }) => pid))
    expect(pids).to.not.have.lengthOf(0)
    for (const pid of pids) expect(pid).to.match(/^mine-\d+$/)
  })

  it('one whose workers die is served on by new ones, with a warning', async () => {
    const app = { script: join(apps, 'mortal.js'), env: { DEATHS: join(project.folder, 'death') } }
    const output = await measure({ options: { app, thresholds: { errorRate: 1 } } })
    expect(output).to.match(/warning: clustered, rounds 1 to 3: 3 workers died and were forked again/)
    const clustered = project.runs().filter(({ variant }) => variant === 'clustered')
    expect(clustered.map(({ restarts }) => restarts)).to.deep.equal([1, 1, 1])
    expect(readdirSync(project.folder).filter((name) => name.startsWith('death'))).to.have.lengthOf(4)
  })
})
