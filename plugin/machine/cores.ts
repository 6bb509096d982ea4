import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { ownGroups, readGroup } from '../processes/cgroups.ts'
import { cpuMsOf, namesIn, readIfThere } from '../processes/proc.ts'

/**
 * What this process, and all that it starts, may use of the machine by its CPU affinity (taskset, cpusets), and the CPU
 * quotas of its cgroup and those above it, version 2 or 1.
 *
 * @returns count: at once, a fraction where a container’s quota is one; physicalCores: cores that these are
 * hyperthreads of; ids: of the CPUs; null: unknown; quota: the cgroup that allows less than these CPUs; null: none does
 */
export function allowedCores(root = '/') {
  const ids = affinity(join(root, 'proc/self/status'))
  const all = ids?.length ?? availableParallelism()
  // Of several that allow as much, the outermost: the others' programs are in it, too.
  const [quota = null] = quotas(root)
    .filter(({ cores }) => cores < all)
    .reverse()
    .sort((a, b) => a.cores - b.cores)
  const count = quota?.cores ?? all
  const siblingsOf = (id: number) =>
    readIfThere(join(root, `sys/devices/system/cpu/cpu${id}/topology/thread_siblings_list`)) || id
  const physical = new Set(ids?.map(siblingsOf)).size || all
  return { count, physicalCores: physical < count ? physical : null, ids, quota }
}

/** @returns as Node rounds the quotas that it knows, which are not all: at least 1 */
export const wholeCores = () => Math.max(1, Math.floor(allowedCores().count))

/** @returns what all that we start may use; isCapped: by a container or cgroup, which has less than the machine */
export function allowedMemory() {
  const limit = process.constrainedMemory() || Infinity
  return { bytes: Math.min(totalmem(), limit), isCapped: limit < totalmem() }
}

function affinity(file: string) {
  const [, list] = /^Cpus_allowed_list:\s*(\S+)/m.exec(readIfThere(file)) ?? []
  return (
    list?.split(',').flatMap((range) => {
      const [first, last = first] = range.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, i) => first + i)
    }) ?? null
  )
}

/** @returns those from our cgroup up */
const quotas = (root: string) =>
  ownGroups(root).flatMap(({ isV2, controllers, folders }) => {
    if (!isV2 && !controllers.includes('cpu')) return []
    return folders.flatMap((folder) => {
      const names = isV2 ? ['cpu.max'] : ['cpu.cfs_quota_us', 'cpu.cfs_period_us']
      const [most, period] = names.flatMap((name) => readIfThere(join(folder, name)).trim().split(' ')).map(Number)
      return most > 0 && period > 0 ? [{ cores: Math.round((1000 * most) / period) / 1000, isV2, folder }] : []
    })
  })

/** What all processes in the cgroup of a quota have used, and how often the quota was used up. */
export function readQuota({ isV2, folder }: { isV2: boolean; folder: string }, root = '/') {
  const figures = readGroup(isV2, { cpu: folder, cpuacct: folder })
  // Version 1 may count CPU time elsewhere, in another group of ours: then, what those have used that are in it now.
  return { ...figures, usedMs: figures.usedMs || cpuMsIn(folder, join(root, 'proc')) }
}

function cpuMsIn(folder: string, proc: string): number {
  const pids = readIfThere(join(folder, 'cgroup.procs')).split('\n').filter(Boolean)
  const inner = namesIn(folder).map((name) => cpuMsIn(join(folder, name), proc))
  return [...pids.map((pid) => cpuMsOf(join(proc, pid))), ...inner].reduce((sum, ms) => sum + ms, 0)
}
