/** Leading digits, in steps that are about as wide as one another on a logarithmic scale; coarser down the list. */
const digits = [[1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8], [1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1, 3]]
const steps = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1]
const decades = [1, 2, 3, 4, 6, 10, 20, 50, 100]
const stopgap = 0.04 // less round, for where there would be too few of the others

/** Fewer would not tell the scale, more would be a pattern. */
const [fewest, most] = [3, 6]

/**
 * Round numbers for a logarithmic axis: as many as have room, and 1 among them where it is on the axis.
 *
 * @param low above 0
 * @param gap least distance of two ticks, as a part of the axis
 * @returns at most 6, ascending
 */
export function logTicks(low: number, high: number, gap: number = 0.11): number[] {
  const least = gap * Math.log(high / low)
  const hasRoom = (set: number[]) => set.length <= most && set.every((tick, i) => i === 0 || Math.log(tick / set[i - 1]) >= least)
  // Rounded, to lose what floating point added.
  const onAxis = (set: number[]) => set.map((tick) => Number(tick.toPrecision(6))).filter((tick) => tick >= low && tick <= high)
  const longest = (sets: number[][]) => sets.map(onAxis).filter(hasRoom).reduce((best, set) => (set.length > best.length ? set : best), [])
  const isFine = (step: number) => (high - low) / step > most + 1
  const powers = (every: number) => multiples(every, Math.log10(low) - every, Math.log10(high)).map((power) => 10 ** power)
  const round = longest([
    ...steps.filter((step) => !isFine(step)).map((step) => multiples(step, low, high)),
    ...digits.map((leading) => powers(1).flatMap((power) => leading.map((digit) => digit * power))),
    ...decades.map(powers)
  ])
  return round.length >= fewest || isFine(stopgap) ? round : longest([round, multiples(stopgap, low, high)])
}

function multiples(step: number, low: number, high: number) {
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.max(0, Math.floor(high / step) - first + 1) }, (_, i) => (first + i) * step)
}

/** As people count time: in fives, quarters and halves of minutes and hours. */
const secondSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400]

/** At most 7 for an axis that begins at 0, the one at 0 among them; all in seconds. */
export function timeTicks(end: number): number[] {
  const step = secondSteps.find((seconds) => end / seconds <= most) ?? 86_400 * Math.ceil(end / most / 86_400)
  return multiples(step, 0, end)
}

const characterPx = 6.5 // about what a character of a label takes
const gapPx = 6 // keeps two labels apart
const narrowPx = 260 // how wide a plot is at least: on a phone

/** Of ticks from left to right the last one, and as many others as have room for their labels on a phone. */
export function roomyTicks<Tick extends { part: number, label: string }>(ticks: readonly Tick[]): Tick[] {
  return ticks.reduceRight((kept: Tick[], tick) => {
    const next = kept.at(0)
    const neededPx = next === undefined ? 0 : ((tick.label.length + next.label.length) * characterPx) / 2 + gapPx
    return next !== undefined && (next.part - tick.part) * narrowPx < neededPx ? kept : [tick, ...kept]
  }, [])
}
