/**
 * The system numbers processes as it starts them, mostly; an app that names its workers itself may give names.
 *
 * @returns by number, then by name
 */
export function inOrderOfStart<T extends { pid: string }>(workers: readonly T[]): T[] {
  return workers.toSorted((a, b) => rank(a) - rank(b) || (a.pid < b.pid ? -1 : 1))
}

function rank({ pid }: { pid: string }) {
  return /^\d+$/.test(pid) ? Number(pid) : Number.MAX_VALUE
}
