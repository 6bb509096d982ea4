/** A function of a profile, as V8's `Profiler` gives it: its line and column count from 0. */
export interface CpuProfileNode {
  id: number
  callFrame: { functionName: string, scriptId: string, url: string, lineNumber: number, columnNumber: number }
  hitCount?: number
  children?: number[]
  positionTicks?: { line: number, ticks: number }[] // lines count from 1
}

/** What `Profiler.stop` gives, and a .cpuprofile file holds. Times are in µs, of the clock of `process.hrtime`. */
export interface CpuProfile {
  nodes: CpuProfileNode[] // the first is the root
  startTime: number
  endTime: number
  samples: number[] // ids of nodes
  timeDeltas: number[] // of each sample, since the one before; the first: since startTime
}

/** What a process of the app wrote when its profile ended: one that has an event loop and answered at least one request. */
export interface RawProfile {
  pid: string // with "-<threadId>" for worker threads
  responses: number
  profile: CpuProfile
  blocked: { fromUs: number, toUs: number }[] // in which a timer of 10 ms came at least 30 ms late, on the profile's clock; the longest 20
}
