import { availableParallelism } from 'node:os'
import { SpeedupError } from '../errors.ts'
import { counted } from '../wording.ts'
import { mostWorkers } from './variant-shapes.ts'
import type { Mode } from '../vocabulary.ts'

/**
 * @param path of the variant
 * @param given its options, their shapes already checked
 * @returns several, ascending: a variant is made of each; null: as many as are seen
 * @throws SpeedupError INVALID_SETTINGS
 */
export function readWorkers(path: string, mode: Mode, { workers, sweep, ecosystem }: Record<string, any>): number | null | number[] {
  if (sweep !== undefined && workers !== undefined) {
    throw new SpeedupError(
      'INVALID_SETTINGS',
      `${path}.sweep is ${JSON.stringify(sweep)}, but ${path}.workers is ${JSON.stringify(workers)}, and both say how many workers there are. Leave one of them out.`
    )
  }
  if (mode === 'single') return 1
  if (mode === 'command' || mode === 'url') return seenWorkers(path, mode, workers)
  if (sweep !== undefined) return powersOfTwo()
  if (workers === undefined) return ecosystem === undefined ? availableParallelism() : null
  if (typeof workers === 'string') return availableParallelism()
  checkMost(path, workers)
  return typeof workers === 'number' ? workers : workers.toSorted((a: number, b: number) => a - b)
}

function seenWorkers(path: string, mode: Mode, given: unknown) {
  if (given === undefined) return null
  if (typeof given === 'number') return given
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `${path}.workers is ${JSON.stringify(given)}, but in mode ${mode} it only tells how many workers there are. Give one number, or leave workers out.`
  )
}

/** From one worker to twice as many as can run at once: beyond, nothing is to be gained. */
function powersOfTwo() {
  const most = Math.min(2 * availableParallelism(), mostWorkers)
  return Array.from({ length: Math.floor(Math.log2(most)) + 1 }, (_, i) => 2 ** i)
}

function checkMost(path: string, given: number | number[]) {
  const cores = availableParallelism()
  const most = Math.max(8 * cores, 16)
  const largest = Math.max(...[given].flat())
  if (largest <= most) return
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `${path}.workers is ${JSON.stringify(given)}, but only ${counted(cores, 'core')} may be used: each worker costs memory, and more than a few per core gain nothing. Take at most ${most}.`
  )
}
