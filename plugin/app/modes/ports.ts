import { refuse, SpeedupError } from '../../concepts/errors.ts'
import { counted, inMiB } from '../../concepts/wording.ts'
import { allowedCores, allowedMemory } from '../../machine/cores.ts'
import { clockMs } from '../../machine/clock.ts'
import { makeGroup, placeFor, type Group } from '../../processes/cgroups.ts'
import type { GroupReading } from '../../concepts/spans.ts'
import { isLimited, type Variant } from '../../concepts/settings.ts'
import type { Guard } from '../../processes/guard.ts'
import type { Runner } from '../runner.ts'

const readEveryMs = 200

/** Instances of the app behind a balancer, each in cgroups of its own where the variant limits what it may use. */
export const inInstances = ({ start }: Runner): Runner => ({
  async check(_settings, variant) {
    if (!isLimited(variant.resources)) return
    checkResources(variant)
    // Whether they can be made should not show after others were measured.
    await Promise.all(makeGroups({ ...variant, instances: 1 }).map((group) => group.remove()))
  },
  async start(request, signal) {
    const { variant, guard } = request
    if (!isLimited(variant.resources)) return start(request, signal)
    const groups = makeGroups(variant, guard)
    const readings: GroupReading[][] = groups.map(() => [])
    const look = () => groups.forEach((group, i) => readings[i].push({ atMs: clockMs(), ...group.read() }))
    const timer = setInterval(look, readEveryMs)
    const end = async () => {
      clearInterval(timer)
      await Promise.all(groups.map((group) => group.remove()))
    }
    const limits = { groups: groups.map(({ folders }) => folders), killedFor: () => whyKilled(variant, groups) }
    const running = await start({ ...request, ...limits }, signal).catch(async (error) => {
      await end()
      throw error
    })
    return {
      ...running,
      reported() {
        look()
        return { ...running.reported(), instances: readings }
      },
      stop: () => running.stop().finally(end)
    }
  }
})

/** @throws SpeedupError UNSUPPORTED */
function makeGroups({ resources, instances, name }: Variant, guard?: Guard) {
  const place = placeFor(resources)
  const advice =
    'Run Artillery as root, or in a cgroup of your own: ' +
    'systemd-run --user --scope -p Delegate=yes npx artillery run ... ' +
    'Without cpus and memory, the instances run as before, without limits.'
  const unsupported = (problem: string) => {
    throw new SpeedupError(
      'UNSUPPORTED',
      `Variant ${name}: cpus and memory need a cgroup for each instance, but ${problem}. ${advice}`
    )
  }
  if (place === null)
    return unsupported('this system has none for them (Linux has, with the controllers cpu and memory)')
  const made: Group[] = []
  try {
    for (let i = 0; i < (instances ?? 1); i++) {
      const group = makeGroup(place, resources)
      for (const folder of group.folders) guard?.watchFolder(folder)
      made.push(group)
    }
    return made
  } catch (error) {
    for (const group of made) void group.remove()
    return unsupported(`none can be made here (${(error as Error).message})`)
  }
}

/** Limits above what there is would not limit anything. @throws SpeedupError INVALID_SETTINGS */
function checkResources({ name, resources: { cpus, memoryBytes } }: Variant) {
  const path = `plugins.speedup.variants.${name}`
  const { count, ids } = allowedCores()
  const ofQuota =
    count < (ids?.length ?? count) ? ', by the CPU quota of the container or cgroup that this runs in' : ''
  if (cpus !== null && cpus > count)
    refuse(
      `${path}.cpus is ${cpus}, but only ${counted(count, 'core')} may be used here${ofQuota}. Use at most ${count}.`
    )
  const { bytes: most, isCapped } = allowedMemory()
  const ofLimit = isCapped ? ', by the memory limit of the container or cgroup that this runs in' : ''
  if (memoryBytes !== null && memoryBytes > most)
    refuse(`${path}.memory is ${inMiB(memoryBytes)}, but there are only ${inMiB(most)} here${ofLimit}. Use less.`)
}

function whyKilled({ resources: { memoryBytes } }: Variant, groups: Group[]) {
  const killed = groups.map((group) => group.read()).filter(({ oomKills }) => oomKills > 0)
  if (killed.length === 0 || memoryBytes === null) return ''
  const peak = Math.max(...killed.map(({ peakBytes }) => peakBytes))
  return (
    ` The kernel killed it because it needed more memory than its limit of ${inMiB(memoryBytes)} ` +
    `(its peak was ${inMiB(peak)}). ` +
    'Raise memory in the variant; Node itself takes about 30 MiB.'
  )
}
