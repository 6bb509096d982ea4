/** About what a character of a label takes, and what keeps two labels apart, in px. */
const characterPx = 6.5
const gapPx = 6

/** How wide a plot is at least, in px: on a phone. */
const narrowPx = 260

/**
 * @param ticks from left to right
 * @returns the last one, and of the others as many as have room for their labels on a phone
 */
export function roomyTicks<Tick extends { part: number, label: string }>(ticks: readonly Tick[]): Tick[] {
  return ticks.reduceRight((kept: Tick[], tick) => {
    const [next] = kept
    const needed = next === undefined ? 0 : ((tick.label.length + next.label.length) * characterPx) / 2 + gapPx
    return next !== undefined && (next.part - tick.part) * narrowPx < needed ? kept : [tick, ...kept]
  }, [])
}
