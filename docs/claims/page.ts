import { readKept } from '../tutorials/kept.ts'
import { claims, runOf } from './claims.ts'
import { renderClaims } from './render.ts'

/**
 * docs/claims.md, from the runs that are kept.
 *
 * @param folders where they are, as in readKept
 */
export const claimsPage = (folders: string[]): string =>
  renderClaims(claims.map((claim) => ({ claim, measured: readKept(folders, runOf(claim)) })))
