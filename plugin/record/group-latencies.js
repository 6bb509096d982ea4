/** @import { Requests } from './read-requests.js' */

/**
 * The latencies that count, dealt out into groups.
 *
 * @param {Requests} requests
 * @param {number} groups
 * @param {(request: number) => number} groupOf from 0; below: it belongs to none
 * @returns {Float64Array[]} for each group, in ms, sorted
 */
export function groupLatencies({ counting, latencyUs }, groups, groupOf) {
  const group = new Int32Array(counting.length)
  const sizes = new Uint32Array(groups)
  for (let i = 0; i < counting.length; i++) {
    group[i] = groupOf(counting[i])
    if (group[i] >= 0) sizes[group[i]]++
  }
  const grouped = Array.from(sizes, (size) => new Uint32Array(size))
  const filled = new Uint32Array(groups)
  for (let i = 0; i < counting.length; i++) {
    if (group[i] >= 0) grouped[group[i]][filled[group[i]]++] = latencyUs[counting[i]]
  }
  // Sorted as whole numbers, which takes half the time.
  return grouped.map((latencies) => inMilliseconds(latencies.sort()))
}

/** @param {Uint32Array} microseconds */
function inMilliseconds(microseconds) {
  const milliseconds = new Float64Array(microseconds)
  for (let i = 0; i < milliseconds.length; i++) milliseconds[i] /= 1000
  return milliseconds
}
