import { scaleLog } from 'd3-scale'
import { logTicks } from './log-ticks.ts'

/** A logarithmic axis of speedups: twice as fast is as far from 1 as half as fast. */
export interface SpeedupAxis {
  /** of the axis, from 0 to 1 for all that it was to hold; 0 and infinity, which it can't, are at its ends */
  part: (speedup: number) => number
  ticks: { speedup: number, part: number, label: string }[] // 1 among them
}

/**
 * @param speedups all that the axis must hold; it holds 1, too
 * @param room least part of the axis on either side of 1
 */
export function speedupAxis(speedups: readonly number[], room: number = 0): SpeedupAxis {
  const logs = speedups.filter((speedup) => speedup > 0 && Number.isFinite(speedup)).map(Math.log)
  const [least, most] = [Math.min(0, ...logs), Math.max(0, ...logs)]
  // Marks keep clear of the edges, also where nothing differs.
  const padding = Math.max(0.06 * (most - least), 0.04)
  const share = room / (1 - room)
  const low = Math.exp(Math.min(least - padding, -share * (most + padding)))
  const high = Math.exp(Math.max(most + padding, -share * (least - padding)))
  const scale = scaleLog().domain([low, high])
  const part = (speedup: number) => (speedup > 0 && Number.isFinite(speedup) ? scale(speedup) : Number(speedup > 1))
  return { part, ticks: logTicks(low, high).map((speedup) => ({ speedup, part: part(speedup), label: labelOf(speedup) })) }
}

/** @param speedup a round number */
function labelOf(speedup: number) {
  const isFar = speedup >= 1e5 || speedup <= 1e-5
  return `${isFar ? speedup.toExponential().replace('+', '') : speedup}x`
}
