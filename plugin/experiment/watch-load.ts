import { watchDrops, watchMachine, readProcesses } from '../machine/watch-machine.ts'
import { highest, rounded, sumBy } from '../statistics/descriptive.ts'
import type { Drops, MachineUse } from '../concepts/run.ts'
import type { LoadStep, StepEvent } from '../messages/load.ts'
import type { Kin } from '../processes/members.ts'

type Measured = { ms: number; use: MachineUse | null }

/**
 * What the system tells of a round: of what counts of each load, and what was dropped of all of it, since users come
 * before what counts begins.
 *
 * @param kin of each app; null: it is elsewhere
 * @returns heard: to be called with each step of a load as it comes; seen: by each, when the round is over
 */
export function watchLoads(kin: (Kin | null)[]) {
  const measured: Measured[][] = kin.map(() => [])
  const dropped: (Drops | null)[][] = kin.map(() => [])
  const rests = kin.map(() => ({ ms: 0, cpuMs: 0 }))
  let restsFromMs = 0
  let isCounted = false
  let endMachine: (cpuMs: number) => Measured
  let endDrops: ReturnType<typeof watchDrops> = () => null
  let resting: (number | null)[] = [] // CPU time of each
  const cpuOf = (one: Kin | null) => one && (readProcesses(one)?.cpuMs ?? null)
  const begin = (load: number, begunCpuMs: number) => {
    const own = kin[load]
    const begunMs = performance.now()
    const use = own === null ? () => null : watchMachine(own)
    endMachine = (cpuMs) => ({ ms: performance.now() - begunMs, use: use(cpuMs - begunCpuMs) })
  }
  const steps: Record<LoadStep, (load: number, cpuMs: number) => void> = {
    // To look at all processes takes a while, in which nothing should count.
    opens(load, cpuMs) {
      endDrops = watchDrops()
      // By itself, it may end before its warm-up does: then all of it counts.
      if (kin.length === 1) begin(load, cpuMs)
      resting = kin.map((one, i) => (i === load ? null : cpuOf(one)))
      restsFromMs = performance.now()
      isCounted = false
    },
    counts(load, cpuMs) {
      isCounted = true
      begin(load, cpuMs)
    },
    counted(load, cpuMs) {
      measured[load].push(endMachine(cpuMs))
    },
    rests(load) {
      dropped[load].push(endDrops())
      if (!isCounted) return
      const ms = performance.now() - restsFromMs
      for (const [i, before] of resting.entries()) {
        const after = before === null ? null : cpuOf(kin[i])
        if (before === null || after === null) continue
        rests[i].ms += ms
        rests[i].cpuMs += after - before
      }
    }
  }
  return {
    heard: ({ step, load, cpuMs }: StepEvent) => steps[step](load, cpuMs),
    /** @returns of each in what counts, in its turns, and while others had theirs */
    seen: () =>
      kin.map((one, i) => ({
        machine: meanUse(measured[i]),
        ...(one && { drops: sumOfDrops(dropped[i]) }),
        ...(rests[i].ms > 0 && { restCores: rounded(rests[i].cpuMs / rests[i].ms) })
      }))
  }
}

/** @returns over all slices, each by its length; null: unknown of one */
function meanUse(slices: Measured[]) {
  const uses = wholly(slices.map(({ use }) => use))
  if (uses === null) return null
  const all = sumBy(slices, ({ ms }) => ms)
  const meanOf = (key: keyof MachineUse) => rounded(sumBy(slices, ({ ms }, i) => ms * (uses[i][key] ?? 0)) / all)
  const means = (['app', 'generator', 'others', 'stolen', 'throttled'] as const)
    .filter((key) => uses[0][key] !== null)
    .map((key) => [key, meanOf(key)])
  const appMegabytes = highest(uses, (use) => use.appMegabytes)
  return { ...uses[0], ...Object.fromEntries(means), appMegabytes }
}

/** @returns null: one is unknown, or there is none */
function wholly<T>(slices: (T | null)[]): T[] | null {
  const known = slices.filter((each) => each !== null)
  return known.length === 0 || known.length < slices.length ? null : known
}

const sumOfDrops = (slices: (Drops | null)[]) =>
  wholly(slices)?.reduce((all, { attempts, overflows, queue }) => ({
    attempts: all.attempts + attempts,
    overflows: all.overflows + overflows,
    queue
  })) ?? null
