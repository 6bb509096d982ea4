import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { readIfThere } from '../processes/proc.ts'

/**
 * What this process, and all that it starts, may use of the machine by its CPU affinity (taskset, cpusets), and the CPU quotas of its
 * cgroup and those above it, version 2 or 1. count: at once, a fraction where a container's quota is one; ids: of the CPUs; null: unknown
 */
export function allowedCores(root: string = '/'): { count: number, ids: number[] | null } {
  const ids = affinity(join(root, 'proc/self/status'))
  return { count: Math.min(ids?.length ?? availableParallelism(), ...quotas(root)), ids }
}

function affinity(file: string) {
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(readIfThere(file))?.[1]
  if (list === undefined) return null
  return list.split(',').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })
}

/** @returns those from our cgroup up, in cores */
function quotas(root: string): number[] {
  const groups = [...readIfThere(join(root, 'proc/self/cgroup')).matchAll(/^(\d+):([^:]*):(.*)$/gm)]
  return groups.flatMap(([, hierarchy, controllers, path]) => {
    const isV2 = hierarchy === '0'
    if (!isV2 && !controllers.split(',').includes('cpu')) return []
    const parts = path.split('/').filter((part) => part !== '')
    // From the group itself up to the root: a container that sees its own group as the root still finds it there.
    return [...parts.keys(), parts.length].reverse().flatMap((length) => {
      const folder = join(root, 'sys/fs/cgroup', isV2 ? '' : controllers, ...parts.slice(0, length))
      const names = isV2 ? ['cpu.max'] : ['cpu.cfs_quota_us', 'cpu.cfs_period_us']
      const [most, period] = names.flatMap((name) => readIfThere(join(folder, name)).trim().split(' ')).map(Number)
      return most > 0 && period > 0 ? [most / period] : []
    })
  })
}
