import type { ScenarioResult } from '../../plugin/concepts/comparison.ts'

export const isDisturbed = ({ warnings }: Pick<ScenarioResult, 'warnings'>): boolean =>
  warnings.some(({ code, severity }) => code === 'machine-disturbed' && severity === 'problem')

/** What it makes less of a speedup; a speedup that is there all the same, it leaves. */
export const disturbed =
  'Other programs took CPU time that the app could have used, and a cluster needs it more than a single process.'
