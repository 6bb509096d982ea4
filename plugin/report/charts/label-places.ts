/**
 * Moves labels apart that would overlap, each as little as it takes.
 *
 * @param wanted where each label would be best, in px down
 * @param room gap: least distance of two labels, in px
 * @returns where each is to be, from 0 to the height as far as they fit
 */
export function spreadLabels(wanted: readonly number[], { height, gap }: { height: number, gap: number }): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b])
  const places = [...wanted]
  order.forEach((i, rank) => (places[i] = Math.max(places[i], rank === 0 ? 0 : places[order[rank - 1]] + gap)))
  order.reverse().forEach((i, rank) => (places[i] = Math.min(places[i], rank === 0 ? height : places[order[rank - 1]] - gap)))
  return places
}
