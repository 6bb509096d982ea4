import { readKept } from '../tutorials/kept.ts'
import { claims, runOf } from './claims.ts'
import { renderClaims } from './render.ts'
import { waysChart } from './ways-chart.ts'
import { foundWays, renderWays, waysRun } from './ways.ts'
import type { Measured } from './judge.ts'

// From the runs that are kept; folders: where they are, as in readKept.

/** docs/claims.md */
export const claimsPage = (folders: string[]): string =>
  renderClaims(claims.map((claim) => ({ claim, measured: readKept(folders, runOf(claim)) })))

const measuredWays = (folders: string[]) => readKept<Measured>(folders, runOf(waysRun))

/** What is written, by its path from docs/. */
export const pages: Record<string, (folders: string[]) => string> = {
  'claims.md': claimsPage,
  'ways.md': (folders) => renderWays(measuredWays(folders)),
  'claims/ways.svg': (folders) => waysChart(foundWays(measuredWays(folders)))
}
