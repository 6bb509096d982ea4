/**
 * The system numbers processes as it starts them, mostly; an app that names its workers itself may give names.
 *
 * @template {{ pid: string }} T
 * @param {readonly T[]} workers
 * @returns {T[]} by number, then by name
 */
export function inOrderOfStart(workers) {
  return workers.toSorted((a, b) => rank(a) - rank(b) || (a.pid < b.pid ? -1 : 1))
}

/** @param {{ pid: string }} worker */
function rank({ pid }) {
  return /^\d+$/.test(pid) ? Number(pid) : Number.MAX_VALUE
}
