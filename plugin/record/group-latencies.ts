import type { Requests } from './read-requests.ts'

/**
 * The latencies that count, dealt out into groups.
 *
 * @param groupOf each request, from 0; below: it belongs to none
 * @returns for each group, in ms, sorted
 */
export function groupLatencies({ counting, byLatency: { requests, latencyUs } }: Requests, groups: number, groupOf: ArrayLike<number>): Float64Array[] {
  const sizes = new Uint32Array(groups)
  for (let i = 0; i < counting.length; i++) {
    const group = groupOf[counting[i]]
    if (group >= 0) sizes[group]++
  }
  const grouped = Array.from(sizes, (size) => new Float64Array(size))
  const filled = new Uint32Array(groups)
  for (let i = 0; i < requests.length; i++) {
    const group = groupOf[requests[i]]
    if (group >= 0) grouped[group][filled[group]++] = latencyUs[i] / 1000
  }
  return grouped
}

/** @returns all latencies that count, in ms, sorted */
export function sortedLatencies({ byLatency: { latencyUs } }: Requests): Float64Array {
  const milliseconds = new Float64Array(latencyUs)
  for (let i = 0; i < milliseconds.length; i++) milliseconds[i] /= 1000
  return milliseconds
}
