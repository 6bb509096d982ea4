const neverChanged = new Int32Array(new SharedArrayBuffer(4))

/**
 * Keeps its thread from doing anything else, without using the CPU.
 *
 * @param {number} ms
 */
export function block(ms) {
  Atomics.wait(neverChanged, 0, 0, ms)
}
