import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'chai'
import { flagsHere } from '../../plugin/concepts/generators.ts'
import { inGroups, makeGroup, placeFor, type Group } from '../../plugin/processes/cgroups.ts'
import { startMarked } from '../support/artillery.ts'
import { artillery, certain, repository, shortScript, useProject } from '../support/project.ts'
import { waitUntilGone } from '../support/strays.ts'

const resources = { cpus: 1, memoryBytes: null }

describe('artillery run in a CPU quota, as CI runners and containers have it', () => {
  const project = useProject()
  let group: Group
  before(function () {
    const place = placeFor(resources)
    if (place === null) return this.skip()
    try {
      group = makeGroup(place, resources)
    } catch {
      // Who is not root can make none.
      this.skip()
    }
  })
  after(() => group?.remove())

  it('fails a cluster that gains nothing there: what others do outside of the quota takes nothing, and the quota is told', async () => {
    const script = shortScript(project, {
      config: { phases: undefined },
      options: {
        app: join(repository, 'fixtures-app/server.js'),
        users: 4,
        duration: '1s',
        warmUp: '300ms',
        rounds: 3,
        thresholds: { throughput: certain.toFail },
        variants: { single: {}, clustered: { mode: 'cluster', workers: 2 }, usual: { mode: 'cluster' } }
      },
      scenarios: [{ name: 'primes', flow: [{ get: { url: '/?max=300000' } }] }]
    })
    const words = [process.execPath, ...flagsHere, artillery, 'run', project.write('quota.json', script)]
    const neighbour = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
    try {
      const { ended, mark } = startMarked(inGroups(group.folders, words), { cwd: project.folder })
      const { output } = await ended
      await waitUntilGone(mark)
      const {
        environment,
        scenarios: [{ warnings, candidates, variants }]
      } = project.comparison()
      expect(environment.cores, output).to.equal(1)
      expect(
        candidates.map(({ workers }: any) => workers),
        'a cluster of as many workers as the quota has cores'
      ).to.eql([2, 1])
      for (const { machine } of variants) {
        expect(machine).to.include({ cores: 1, stolen: 0 })
        expect(machine.app + machine.generator, 'of a core').to.be.at.most(1.25)
        // Some of the comparison itself is counted as nobody's where CPU time comes in ticks; the neighbour takes a
        // core.
        expect(machine.others, 'though another program computes elsewhere').to.be.below(0.5)
        expect(machine.throttled).to.be.within(0, 1)
      }
      const codes = warnings.map(({ code }: any) => code)
      // Where others leave it less than its quota, nothing uses that up.
      const isThrottled = project.runs().some(({ machine }) => machine.throttled > 0.1)
      expect(codes.includes('quota-throttled'), output).to.equal(isThrottled)
      expect(candidates[0].verdict, output).to.equal('fail')
    } finally {
      neighbour.kill('SIGKILL')
      await once(neighbour, 'exit')
    }
  })
})
