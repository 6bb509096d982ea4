import { readKept } from '../tutorials/kept.ts'
import { queues, quotas, repeated, runOf, servers } from './checks.ts'
import type { BesideWrk, Queues, Quotas, Repeats } from './checks.ts'
import { renderEvidence, type Evidence } from './render.ts'

/**
 * docs/evidence.md, from the runs that are kept.
 *
 * @param folders where they are, as in readKept
 */
export function evidencePage(folders: string[]): string {
  const read = <Kept>(all: readonly { name: string }[]) =>
    Object.fromEntries(all.map((check) => [check.name, readKept<Kept>(folders, runOf(check))]))
  return renderEvidence({
    servers: read<BesideWrk>(servers) as Evidence['servers'],
    repeated: read<Repeats>(repeated) as Evidence['repeated'],
    quotas: readKept<Quotas>(folders, runOf(quotas)),
    queues: readKept<Queues>(folders, runOf(queues))
  })
}
