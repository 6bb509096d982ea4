import { readKept } from '../tutorials/kept.ts'
import { claims } from './claims.ts'
import { renderClaims, runOf } from './render.ts'

/**
 * docs/claims.md, from the runs that are kept.
 *
 * @param folders where they are, as in readKept
 */
export const claimsPage = (folders: string[]): string =>
  renderClaims(
    claims.map((claim) => ({
      claim,
      measured: readKept(folders, runOf(claim), `npm run claims -- --only ${claim.name} measures it.`)
    }))
  )
