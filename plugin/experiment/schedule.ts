/**
 * The order of the variants in a round: A B, B A, A B ... and, with more of them, also rotated, so that none
 * always follows the same neighbour or meets the coldest machine.
 *
 * @param round from 1
 */
export function scheduleRound<T>(variants: readonly T[], round: number): T[] {
  const turn = Math.floor((round - 1) / 2) % variants.length
  const rotated = [...variants.slice(turn), ...variants.slice(0, turn)]
  // Two variants are alternated only: rotating them too would undo it every other time.
  const order = variants.length === 2 ? [...variants] : rotated
  return round % 2 === 0 ? order.reverse() : order
}
