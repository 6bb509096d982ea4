/** @import { Requests } from './read-requests.js' */

/**
 * The latencies that count, dealt out into groups.
 *
 * @param {Requests} requests
 * @param {number} groups
 * @param {ArrayLike<number>} groupOf each request, from 0; below: it belongs to none
 * @returns {Float64Array[]} for each group, in ms, sorted
 */
export function groupLatencies({ counting, byLatency: { requests, latencyUs } }, groups, groupOf) {
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

/**
 * @param {Requests} requests
 * @returns {Float64Array} all latencies that count, in ms, sorted
 */
export function sortedLatencies({ byLatency: { latencyUs } }) {
  const milliseconds = new Float64Array(latencyUs)
  for (let i = 0; i < milliseconds.length; i++) milliseconds[i] /= 1000
  return milliseconds
}
