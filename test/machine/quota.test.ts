import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { allowedCores } from '../../plugin/machine/cores.ts'
import { inGroups, makeGroup, placeFor } from '../../plugin/processes/cgroups.ts'
import { eventually } from '../support/eventually.ts'
import { processesInGroups } from './process-in-group.ts'
import type { MachineUse } from '../../plugin/concepts/run.ts'

const script = fileURLToPath(new URL('./fixtures/watches-quota.ts', import.meta.url))
const resources = { cpus: 0.25, memoryBytes: null }
const taskMs = 300

describe('who uses the machine, in a real cgroup of a quarter of a core', () => {
  const start = processesInGroups()
  const place = placeFor(resources)
  before(function () {
    if (place === null) return this.skip()
    try {
      void makeGroup(place, resources).remove()
    } catch {
      // Who is not root can make none.
      this.skip()
    }
  })

  /** @returns what it saw while the app, or another program, computed */
  async function watchedInQuota(who: 'app' | 'other') {
    const group = makeGroup(place as NonNullable<typeof place>, resources)
    // Outside of the cgroup, it takes nothing of it.
    const neighbour = start()
    neighbour.compute({ ms: 60_000 }).catch(() => {})
    try {
      const [file, ...args] = inGroups(group.folders, [process.execPath, script, who, String(taskMs)])
      const { stdout } = await promisify(execFile)(file, args)
      return JSON.parse(stdout) as MachineUse
    } finally {
      await neighbour.end()
      await group.remove()
    }
  }

  it('is the app alone, whatever runs outside of it, and that the quota was used up is told', () =>
    eventually(async () => {
      const use = await watchedInQuota('app')
      expect(use).to.include({ cores: resources.cpus, stolen: 0 })
      expect(use.app).to.be.at.most(1.3 * resources.cpus)
      expect(use.others).to.be.below(use.app / 2)
      expect(use.throttled).to.be.above(0)
    }))

  it('are others that run inside of it', () =>
    eventually(async () => {
      const use = await watchedInQuota('other')
      expect(use.others).to.be.at.most(1.3 * resources.cpus)
      expect(use.app).to.be.below(use.others / 2)
    }))
})

describe('who uses the machine, from one of several CPUs', () => {
  const start = processesInGroups()

  it('is who runs on this one, whatever runs on another, and there is no quota', async function () {
    const [own, another] = allowedCores().ids ?? []
    if (another === undefined || spawnSync('taskset', ['--version']).error !== undefined) this.skip()
    const neighbour = start()
    spawnSync('taskset', ['-cp', String(another), String(neighbour.kin.group)])
    neighbour.compute({ ms: 60_000 }).catch(() => {})
    const args = ['-c', String(own), process.execPath, script, 'app', String(taskMs)]
    const { stdout } = await promisify(execFile)('taskset', args)
    const use = JSON.parse(stdout) as MachineUse
    expect(use).to.include({ cores: 1, throttled: null })
    expect(use.app).to.be.above(0)
    expect(use.app + use.generator + use.others + use.stolen).to.be.at.most(1.15)
  })
})
