import { scaleLinear, scaleLog } from 'd3-scale'
import { perSecond } from '../numbers.ts'
import { roomyTicks } from './roomy-ticks.ts'

/** An axis of offered loads. */
export interface LoadAxis {
  part: (perSecond: number) => number // of the axis, from 0 to 1
  ticks: { part: number, label: string }[] // loads that were measured, in requests per second
}

/** Where the largest load is so many times the least, the small ones would be a heap on a linear axis. */
const widestLinear = 20
/** On either side of all loads, part of the axis. */
const margin = 0.06

/** @param loads requests per second, least first */
export function loadAxis(loads: readonly number[]): LoadAxis {
  const [least, most] = [Math.min(...loads), Math.max(...loads)]
  const scale = least > 0 && most > widestLinear * least ? scaleLog() : scaleLinear()
  const within = scale.domain(least === most ? [least / 2, 1.5 * most] : [least, most]).range([margin, 1 - margin])
  const part = (load: number) => Math.min(1, Math.max(0, within(load)))
  return { part, ticks: roomyTicks(loads.map((load) => ({ part: part(load), label: `${perSecond(load)}/s` }))) }
}
