import { grouped, perSecond, ranged } from './numbers.ts'
import type { CapacityResult, CapacityStep, CapacityUnit, VariantCapacity } from '../../concepts/capacity.ts'
import type { Figure } from '../tables/table.ts'

/** @returns such as "212/s", "14 users" */
export const levelText = (level: number, unit: CapacityUnit): string =>
  unit === '/s' ? `${perSecond(level)}/s` : `${grouped(Number(level.toFixed(1)))} ${level === 1 ? 'user' : 'users'}`

/** @param level a figure as it is shown */
export const withUnit = (level: string, unit: CapacityUnit): string => (unit === '/s' ? `${level}/s` : `${level} users`)

/** What a level is, such as for a column. */
export const levelWords: Record<CapacityUnit, { title: string; came: string }> = {
  '/s': { title: 'Users per second', came: 'users per second who came' },
  users: { title: 'Users', came: 'users, each of whom asks again once answered' }
}

/** What is known of a capacity, with its interval; null: it is known from one side only. */
export function capacityFigures(
  { end, capacity }: Pick<VariantCapacity, 'end' | 'capacity'>,
  unit: CapacityUnit
): Figure {
  if (end !== 'found')
    return { text: `${end === 'not reached' ? 'below' : 'at least'} ${levelText(capacity.value, unit)}`, ends: null }
  const { text, ends } = ranged(capacity)
  return { text: withUnit(text, unit), ends }
}

/** @returns who carries what is wanted, and which to take; null: nothing is, or a sweep says it */
export const wantedSentence = ({ cheapest, carriers }: CapacityResult, sweeps: readonly unknown[]): string | null =>
  cheapest ?? (sweeps.length === 0 ? carriers : null)

/** @returns such as "the search", "round 3" */
export const roundWords = (round: number): string => (round === 0 ? 'the search' : `round ${round}`)

const voidWords = { late: 'void', empty: 'void: nobody arrived' }
const verdictWords = { pass: 'keeps', fail: 'misses', inconclusive: 'too close to call' }

export const standsFor = (step: CapacityStep): string =>
  step.void === null ? verdictWords[step.verdict] : voidWords[step.void]
