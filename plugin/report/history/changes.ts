import { estimateOf, isKnown } from '../../concepts/comparison.ts'
import { metricFacts, type Metric } from '../../concepts/metrics.ts'
import { levelsOf, readingOf } from '../../statistics/change-points.ts'
import { shortCommit, shortName } from '../words/names.ts'
import { minuteOf, times } from '../words/numbers.ts'
import type { HistoryEntry, HistoryScenario } from '../../concepts/report-data.ts'

/** One scenario of one file, as a comparison found it. */
export type HistoryResult = Pick<HistoryEntry, 'file' | 'startedAt' | 'commit' | 'measuredBy'> & HistoryScenario

type End = Pick<HistoryResult, 'startedAt' | 'commit'>

/** A speedup that went from one level to another, between two comparisons; index: of the latter among the results. */
export interface Change {
  candidate: string
  metric: Metric
  before: number
  after: number
  last: End
  first: End
  index: number
}

/**
 * What became of a candidate's speedup. Comparisons on another machine, by another client, in another Node or of another
 * load are a history of their own.
 *
 * @param results the oldest first
 */
export function changesOf(results: readonly HistoryResult[], candidate: string, metric: Metric): Change[] {
  const points = results.flatMap((result, index) => {
    const estimate = estimateOf(result.candidates.find(({ name }) => name === candidate) ?? { estimates: [] }, metric)
    return estimate === undefined || !isKnown(estimate) ? [] : [{ result, index, estimate }]
  })
  const changes = [...Map.groupBy(points, ({ result }) => result.measuredBy).values()].flatMap((own) => {
    const levels = levelsOf(own.map(({ estimate }) => readingOf(estimate)))
    return levels
      .slice(1)
      .map(({ from, mean }, i) => ({
        candidate,
        metric,
        before: Math.exp(levels[i].mean),
        after: Math.exp(mean),
        last: endOf(own[from - 1].result),
        first: endOf(own[from].result),
        index: own[from].index
      }))
  })
  return changes.toSorted((a, b) => a.index - b.index)
}

const endOf = ({ startedAt, commit }: HistoryResult): End => ({ startedAt, commit })

/**
 * @returns such as "Throughput of clustered fell from 1.90x to 1.40x between 2026-11-03 and 2026-11-05
 * (a1b2c3d..d4e5f6a)"
 */
export function changeSentence({ candidate, metric, before, after, last, first }: Change): string {
  const [from, to] = [last, first].map(({ startedAt }) => startedAt.slice(0, 10))
  const when = from === to ? [last, first].map(({ startedAt }) => minuteOf(startedAt)) : [from, to]
  const commits = [last, first].flatMap(({ commit }) => (commit === null ? [] : [shortCommit(commit)]))
  // Without one, or with one and the same, there is nothing to look through.
  const between = new Set(commits).size === 2 ? ` (${commits.join('..')})` : ''
  return (
    `${metricFacts[metric].title} of ${shortName(candidate, 60)} ${after < before ? 'fell' : 'rose'} ` +
    `from ${times(before)} to ${times(after)} between ${when.join(' and ')}${between}`
  )
}
