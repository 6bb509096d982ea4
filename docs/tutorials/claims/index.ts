import { fibonacci } from './fibonacci.ts'
import { heavyComputation } from './heavy-computation.ts'
import { primes } from './primes.ts'
import { readContent } from './read-content.ts'
import { restarts } from './restarts.ts'
import { slow } from './slow.ts'
import type { DisturbanceKind } from '../../../plugin/questions/losses/concepts/disturbances.ts'
import type { Metric } from '../../../plugin/concepts/metrics.ts'
import type { KeptRun } from '../kept.ts'

/** What a tutorial says, and how we try it. A new one is a file, a row, and a scenario file of its name. */
export interface Tutorial {
  name: string // of scenarios/tutorials/<name>.yml, and of the folder in which its comparison is kept
  title: string
  source: string // Markdown
  setUp: string // how the tutorial measured, as far as it is known
  cores: number | null // of its machine; null: not known
  changes: string[] // of ours, a sentence each
  claims: Claim[]
  losses?: LossClaim[] // of what happens when something happens to the app
}

export interface Claim {
  scenario: string // as it is named in the scenario file
  factor: number | null // by which its load is multiplied; null: it has one load only
  candidate: string
  metric: Metric | 'success' // success: share of the requests that were answered, from 0 to 1
  baseline: number // ms, responses a second, or a share
  claimed: number // the same of the candidate
}

export interface LossClaim {
  after: DisturbanceKind
  candidate: string
  against: string // what is done without
  claimed: string
  promises: 'as many workers' | 'no loss' | 'seconds saved'
}

/** @returns the file of its run, from docs/, and the command that measures it */
export const runOf = ({ name }: Pick<Tutorial, 'name'>): KeptRun => ({
  file: `tutorials/${name}/comparison.json`,
  command: `npm run tutorials -- --only ${name}`
})

export const tutorials: Tutorial[] = [slow, heavyComputation, fibonacci, readContent, primes, restarts]
