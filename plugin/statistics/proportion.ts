import jStat from 'jstat'

/**
 * Clopper and Pearson's exact interval of a share: it holds the true one at least as often as it says, however rare what was counted is
 * ("The Use of Confidence or Fiducial Limits Illustrated in the Case of the Binomial", 1934).
 *
 * @param count of all, from 0
 * @param all at least 1
 * @param tail how often the true share may lie above it, and how often below
 */
export function shareInterval(count: number, all: number, tail: number): [low: number, high: number] {
  return [
    count === 0 ? 0 : jStat.beta.inv(tail, count, all - count + 1),
    count === all ? 1 : jStat.beta.inv(1 - tail, count + 1, all - count)
  ]
}
