import { firstLineOf } from '../../concepts/errors.ts'
import { openWorkbench } from '../../processes/guard.ts'
import {
  cyclesOfStart,
  cyclesWatched,
  fewestRequests,
  measureRound,
  warmUpCycles,
  type Extent,
  type Subject
} from './app.ts'
import { whatGrew } from './init/what-grew.ts'

export { measureGrowth, usualRequests, usualRounds } from './app.ts'

/** That are left until the second snapshot. */
const enoughBytes = 20_000_000

/** What is about to be done. */
export const lookWords = ({ rounds, requests }: Extent) =>
  `${rounds} starts, each with ${cyclesOfStart} cycles of ${requests} requests, of which ${warmUpCycles} warm it up`

/**
 * Starts the app once more, with two snapshots of the heap of a process.
 *
 * @param requests of a cycle; perRequest: bytes that each leaves
 * @returns a sentence: why it is not seen
 */
export async function findGrown(
  subject: Subject,
  { requests, perRequest }: { requests: number; perRequest: number },
  signal: AbortSignal
) {
  const workbench = openWorkbench()
  const enough = Math.ceil(enoughBytes / cyclesWatched / perRequest)
  const ofCycle = Math.max(fewestRequests, Math.min(requests, enough))
  try {
    const { feet, heaps } = await measureRound(subject, ofCycle, workbench, signal, [1, cyclesWatched])
    const [before, after] = heaps
    return { ...whatGrew(before, after, process.cwd()), requests: feet[cyclesWatched].requests - feet[1].requests }
  } catch (error) {
    signal.throwIfAborted()
    return `not seen: ${firstLineOf(error as Error)}`
  } finally {
    await workbench.close()
  }
}
