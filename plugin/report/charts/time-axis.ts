import { scaleLinear } from 'd3-scale'
import { duration } from '../numbers.ts'

/** As people count time: in fives, quarters and halves of minutes and hours. */
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400]

/**
 * @param seconds the end of an axis that begins at 0
 * @param most ticks, besides the one at 0
 * @returns part of the axis' length
 */
export function timeTicks(seconds: number, most: number = 6): { part: number, label: string }[] {
  const write = seconds >= 120 ? clock : (value: number) => `${value} s`
  return tickSeconds(seconds, most).map((value) => ({ part: value / seconds, label: write(value) }))
}

function tickSeconds(seconds: number, most: number) {
  if (seconds < 2) return scaleLinear().domain([0, seconds]).ticks(most / 1.5)
  const step = steps.find((one) => seconds / one <= most) ?? 86_400 * Math.ceil(seconds / most / 86_400)
  return Array.from({ length: Math.floor(seconds / step) + 1 }, (_, i) => i * step)
}

/**
 * @param seconds whole ones
 * @returns such as "2:05" or "1:02:05"
 */
export function clock(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours === 0 ? `${minutes}:${two(rest)}` : `${hours}:${two(minutes)}:${two(rest)}`
}

/** @returns with a digit more where it is short */
export function timeSpan(seconds: number): string {
  if (seconds >= 9.95) return duration(seconds)
  return `${seconds < 1 ? Number(seconds.toPrecision(2)) : seconds.toFixed(1)} s`
}
