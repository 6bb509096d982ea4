import { watchDrops } from '../machine/listen-drops.ts'
import { watchMachine } from '../machine/watch-machine.ts'
import type { Drops, MachineUse } from '../concepts/run.ts'
import type { LoadEvent } from '../generator/run-order.ts'
import type { Kin } from '../processes/members.ts'

/**
 * What the system tells of a load, by its events.
 *
 * @param kin of the app, asked as the load begins: null: it is elsewhere
 * @returns seen, when the load has finished: machine: of what counts; drops: of the whole load, since users come before
 * what counts begins
 */
export function watchLoad(kin: () => Kin | null) {
  let machine: MachineUse | null = null
  let drops: Drops | null = null
  let endDrops: ReturnType<typeof watchDrops> = () => null
  let [begunMs, endMachine]: [number, ReturnType<typeof watchMachine>] = [0, () => null]
  return {
    heard({ event, cpuMs }: LoadEvent) {
      const app = kin()
      if (event === 'loading') endDrops = watchDrops()
      if (event === 'finished') drops = endDrops()
      // What the app does for users who finish does not count.
      if (event === 'over' || event === 'finished') machine ??= endMachine(cpuMs - begunMs)
      else if (app !== null) [begunMs, endMachine] = [cpuMs, watchMachine(app)]
    },
    seen: () => ({ machine, ...(kin() === null ? {} : { drops }) })
  }
}
