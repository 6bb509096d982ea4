const bitsAtOnce = 11
const buckets = 2 ** bitsAtOnce
const mask = buckets - 1

export interface Ranked {
  requests: Uint32Array // indices
  latencyUs: Uint32Array // of each of these
}

/**
 * Sorts by the digits of the numbers, the lowest first, in a fifth of the time that comparing takes. Once sorted, they
 * need not be sorted again in any group of them.
 *
 * @param requests indices
 * @param latencyUs of all requests
 * @returns the shortest first; of equal ones, in their order
 */
export function byLatency(requests: Uint32Array, latencyUs: Uint32Array): Ranked {
  let from = { requests: requests.slice(), latencyUs: new Uint32Array(requests.length) }
  let to = { requests: new Uint32Array(requests.length), latencyUs: new Uint32Array(requests.length) }
  let bits = 0
  for (let i = 0; i < requests.length; i++) {
    from.latencyUs[i] = latencyUs[requests[i]]
    bits |= from.latencyUs[i]
  }
  for (let shift = 0; shift < 32 && bits >>> shift !== 0; shift += bitsAtOnce) {
    distribute(from, to, shift)
    ;[from, to] = [to, from]
  }
  return from
}

/**
 * @param to is filled, in the order of the digit
 * @param shift of the digit
 */
function distribute({ requests, latencyUs }: Ranked, to: Ranked, shift: number) {
  const next = new Uint32Array(buckets)
  for (let i = 0; i < latencyUs.length; i++) next[(latencyUs[i] >>> shift) & mask]++
  for (let bucket = 0, sum = 0; bucket < buckets; bucket++) {
    const size = next[bucket]
    next[bucket] = sum
    sum += size
  }
  for (let i = 0; i < latencyUs.length; i++) {
    const place = next[(latencyUs[i] >>> shift) & mask]++
    to.requests[place] = requests[i]
    to.latencyUs[place] = latencyUs[i]
  }
}
