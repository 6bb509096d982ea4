import type { Check } from '../started.ts'
import type { Note } from '../../messages.ts'

type Listening = Extract<Note, { note: 'listening' }>

/** Where each worker listens besides the app's own port: a primary gives all of them the same. */
export const ports: Check<Listening[][]> = {
  title: 'other ports',
  look: ({ workers, notes, port }) =>
    workers.map((worker) =>
      notes(worker)
        .filter((note) => note.note === 'listening')
        .filter(({ at }) => at !== port)
    ),
  conclude({ clustered: [first, ...others] }) {
    const shared = first.filter(({ at }) => others.every((all) => all.some((other) => other.at === at)))
    return {
      findings: shared.map(({ at, caller: { own } }) => ({
        code: 'shared-port',
        place: own,
        sentence: `all workers listen on ${typeof at === 'number' ? `port ${at}` : at}, too: what comes there reaches any of them, and tells of that worker alone`
      })),
      fine: 'no other port is shared'
    }
  }
}
