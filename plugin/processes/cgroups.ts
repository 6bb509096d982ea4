import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { quotaPeriodMs, type GroupReading } from '../concepts/run.ts'
import { namesIn, readIfThere } from './proc.ts'
import type { Resources } from '../concepts/settings.ts'

type Figure = Exclude<keyof GroupReading, 'atMs'>
interface Version {
  figures: Record<Figure, [file: string, key: string, scale: number]>
  limits: [of: keyof Resources, file: string, textOf: (value: number) => number | string][]
}

const microseconds = (cpus: number) => Math.round(1000 * quotaPeriodMs * cpus)

/** https://docs.kernel.org/admin-guide/cgroup-v1/memory.html and https://docs.kernel.org/scheduler/sched-bwc.html */
const version1: Version = {
  figures: {
    periods: ['cpu.stat', 'nr_periods', 1],
    throttledPeriods: ['cpu.stat', 'nr_throttled', 1],
    throttledMs: ['cpu.stat', 'throttled_time', 1e-6],
    usedMs: ['cpuacct.usage', '', 1e-6],
    peakBytes: ['memory.max_usage_in_bytes', '', 1],
    oomKills: ['memory.oom_control', 'oom_kill', 1]
  },
  limits: [
    ['cpus', 'cpu.cfs_period_us', () => 1000 * quotaPeriodMs],
    ['cpus', 'cpu.cfs_quota_us', microseconds],
    ['memoryBytes', 'memory.limit_in_bytes', Number],
    ['memoryBytes', 'memory.memsw.limit_in_bytes', Number]
  ]
}

/** https://docs.kernel.org/admin-guide/cgroup-v2.html */
const version2: Version = {
  figures: {
    ...version1.figures,
    throttledMs: ['cpu.stat', 'throttled_usec', 1e-3],
    usedMs: ['cpu.stat', 'usage_usec', 1e-3],
    peakBytes: ['memory.peak', '', 1],
    oomKills: ['memory.events', 'oom_kill', 1]
  },
  limits: [
    ['cpus', 'cpu.max', (cpus) => `${microseconds(cpus)} ${1000 * quotaPeriodMs}`],
    ['memoryBytes', 'memory.max', Number],
    ['memoryBytes', 'memory.swap.max', () => 0]
  ]
}

/** Not every kernel has them. */
const ofSwap = ['memory.memsw.limit_in_bytes', 'memory.swap.max']

/** folders: by controller, those that the cgroups are made in */
interface Place {
  version: Version
  folders: Record<string, string>
}

/** @returns of this process, by hierarchy: folders from its own up to the root, as far as they are seen from here */
export function ownGroups(root = '/') {
  const lines = readIfThere(join(root, 'proc/self/cgroup')).matchAll(/^(\d+):([^:]*):(.*)$/gm)
  return [...lines].flatMap(([, hierarchy, controllers, path]) => {
    const isV2 = hierarchy === '0'
    const parts = path.split('/').filter((part) => part !== '')
    // A container that sees its own group as the root still finds it there.
    return ['', ...(isV2 ? ['unified'] : [])].map((mount) => ({
      isV2,
      controllers: controllers.split(','),
      folders: [...parts.keys(), parts.length]
        .reverse()
        .map((length) => join(root, 'sys/fs/cgroup', mount, isV2 ? '' : controllers, ...parts.slice(0, length)))
    }))
  })
}

/** @returns where cgroups with these limits can be made; null: the system has none */
export function placeFor({ cpus, memoryBytes }: Resources, root = '/'): Place | null {
  const needed = [cpus !== null && 'cpu', memoryBytes !== null && 'memory'].filter((controller) => controller !== false)
  const all = ownGroups(root)
  const apart = ['cpu', 'cpuacct', 'memory'].flatMap((controller) => {
    const found = all.find(({ isV2, controllers }) => !isV2 && controllers.includes(controller))
    const folder = found?.folders.find((at) => existsSync(join(at, 'cgroup.procs')))
    return folder === undefined ? [] : [[controller, folder]]
  })
  const folders = Object.fromEntries(apart)
  if (needed.every((controller) => controller in folders)) return { version: version1, folders }
  const hands = (at: string) => readIfThere(join(at, 'cgroup.subtree_control')).trim().split(' ')
  const together = all
    .flatMap(({ isV2, folders: own }) => (isV2 ? own : []))
    .find((at) => needed.every((controller) => hands(at).includes(controller)))
  return together === undefined ? null : { version: version2, folders: { cpu: together, memory: together } }
}

const ours = 'artillery-speedup-'

export type Group = ReturnType<typeof makeGroup>

/**
 * A cgroup with these limits, for whoever enters it; its owner has to remove it. What others left whose process is gone
 * is removed first.
 *
 * @throws what the system does: mostly EACCES, EROFS or EPERM
 */
export function makeGroup({ version, folders }: Place, resources: Resources) {
  const name = `${ours}${process.pid}-${randomUUID().slice(0, 8)}`
  const made = new Set<string>()
  const own = Object.fromEntries(
    Object.entries(folders).map(([controller, parent]) => [controller, join(parent, name)])
  )
  try {
    for (const folder of new Set(Object.values(own))) {
      removeLeftovers(dirname(folder))
      mkdirSync(folder)
      made.add(folder)
    }
    for (const [key, file, textOf] of version.limits) {
      const value = resources[key]
      const isThere = !ofSwap.includes(file) || existsSync(pathOf(own, file))
      if (value !== null && isThere) writeFileSync(pathOf(own, file), String(textOf(value)))
    }
  } catch (error) {
    made.forEach(removeGroup)
    throw error
  }
  return { folders: [...made], read: () => readGroup(version === version2, own), remove: () => removeGroups([...made]) }
}

const pathOf = (folders: Record<string, string>, file: string) => join(folders[file.split('.')[0]] ?? '', file)

/** @param folders of a cgroup, by controller */
export const readGroup = (isV2: boolean, folders: Record<string, string>) =>
  Object.fromEntries(
    Object.entries((isV2 ? version2 : version1).figures).map(([figure, [file, key, scale]]) => [
      figure,
      scale * numberIn(readIfThere(pathOf(folders, file)), key)
    ])
  ) as Record<Figure, number>

/** @param key of a line; empty: the file is the number */
function numberIn(text: string, key: string) {
  const [, found = '0'] = new RegExp(key === '' ? '^(\\d+)' : `^${key} (\\d+)`, 'm').exec(text) ?? []
  return Number(found)
}

/** Once their processes are gone, which the kernel may notice a little later. */
export async function removeGroups(folders: string[]) {
  for (let i = 0; i < 40 && !folders.map(removeGroup).every(Boolean); i++) await delay(50)
}

/** @returns whether it is gone; a cgroup is removed by rmdir alone, when nobody is in it */
function removeGroup(folder: string) {
  try {
    rmdirSync(folder)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}

/** Of runs that were killed with all that would have ended what they started. */
function removeLeftovers(parent: string) {
  for (const name of namesIn(parent)) {
    const [, pid] = new RegExp(`^${ours}(\\d+)-`).exec(name) ?? []
    if (pid !== undefined && readIfThere(`/proc/${pid}/stat`) === '') removeGroup(join(parent, name))
  }
}

/** What a shell does before it becomes a program that is to be in these cgroups. */
const enter = 'while [ "$1" != -- ]; do echo $$ > "$1/cgroup.procs" || exit 126; shift; done; shift; exec "$@"'

/** @returns the command line that runs a program in cgroups; in none: the program's own */
export const inGroups = (folders: readonly string[], program: string[]) =>
  folders.length === 0 ? program : ['/bin/sh', '-c', enter, 'sh', ...folders, '--', ...program]
