import type { Run, WorkerShare, WorkerUsage } from '../vocabulary.ts'

/** What of a run is counted, however it was seen. */
export interface Counts {
  requests: number
  failures: number // without a response below 400
  failureKinds: Record<string, number> // status or error code -> count
  firstStartMs: number
  lastEndMs: number
  workers: Map<string, { requests: number, connections: number }> // by PID
  unattributed: number // responses without a PID
}

export interface Workers {
  workerPids: string[] // of all workers, idle ones too
  usageOf: (pid: string) => WorkerUsage | null
}

export function summariseCounts({ requests, failures, failureKinds, firstStartMs, lastEndMs, workers, unattributed }: Counts, { workerPids, usageOf }: Workers): Pick<Run, 'requests' | 'failures' | 'failureKinds' | 'loadSeconds' | 'throughputPerSecond' | 'workers' | 'unattributed'> {
  const loadSeconds = requests === 0 ? 0 : (lastEndMs - firstStartMs) / 1000
  return {
    requests,
    failures,
    failureKinds,
    loadSeconds: toMicroseconds(loadSeconds),
    throughputPerSecond: loadSeconds === 0 ? 0 : toMicroseconds((requests - failures) / loadSeconds),
    workers: shares(workers, workerPids).map((share) => ({ ...share, usage: usageOf(share.pid) })),
    unattributed
  }
}

/** @returns busiest first */
function shares(seen: Counts['workers'], workerPids: string[]): Omit<WorkerShare, 'usage'>[] {
  // An app that sets the header itself may name its workers as it likes; its idle ones are then unknown to us.
  const namedByPid = seen.size === 0 || workerPids.some((pid) => seen.has(pid))
  const pids = new Set([...seen.keys(), ...(namedByPid ? workerPids : [])])
  const all = [...pids].map((pid) => ({ pid, ...(seen.get(pid) ?? { requests: 0, connections: 0 }) }))
  return all.sort((a, b) => b.requests - a.requests)
}

/** @param value in thousandths */
function toMicroseconds(value: number) {
  return Math.round(value * 1000) / 1000
}
