import { listeningPorts } from '../../../../app/listeners.ts'
import type { Check, Started } from '../started.ts'
import { nobody, type Note } from '../../messages.ts'

type Listening = Extract<Note, { note: 'listening' | 'refused' }>

/** native: what Node's servers do not know of */
interface Seen {
  ofWorkers: Listening[][]
  native: number[]
}

/** Where each worker listens besides the app's own port: a primary gives all of them the same. */
export const ports: Check<Seen> = {
  title: 'other ports',
  needs: 'each worker',
  async look({ workers, notes, port, running: { kin }, outside, acceptor }) {
    const all = kin ? listeningPorts(kin).filter((at) => at !== port) : []
    if (outside !== null) return { ofWorkers: await seenOutside(workers, all, acceptor), native: [] }
    const ofWorkers = workers.map((worker) =>
      notes(worker).filter(
        (note): note is Listening => (note.note === 'listening' || note.note === 'refused') && note.at !== port
      )
    )
    const known = ofWorkers.flat().map(({ at }) => at)
    return { ofWorkers, native: all.filter((at) => !known.includes(at)) }
  },
  conclude({ single: { native }, clustered: { ofWorkers: clustered } }) {
    const of = (wanted: Listening['note']) => clustered.map((all) => all.filter(({ note }) => note === wanted))
    const [listening, refused] = [of('listening'), of('refused')]
    const isAmong = (all: Listening[], at: Listening['at']) => all.some((other) => other.at === at)
    const [first, ...others] = listening
    const shared = first.filter(({ at }) => others.every((all) => isAmong(all, at)))
    const alone = refused.flat().filter(({ at }) => isAmong(listening.flat(), at))
    const named = (at: Listening['at']) => (typeof at === 'number' ? `port ${at}` : at)
    return {
      findings: [
        ...shared.map(({ at, caller }) => ({
          code: 'shared-port' as const,
          place: caller.own,
          sentence: `all workers listen on ${named(at)}, too: what comes there reaches any of them, and tells of that worker alone`
        })),
        ...native.map((at) => ({
          code: 'port-of-one' as const,
          sentence: `a process listens on port ${at}, too, and not by node:net, as an inspector does: of several, one can`
        })),
        ...alone.map(({ at, caller }) => ({
          code: 'port-of-one' as const,
          place: caller.own,
          sentence: `one worker alone listens on ${named(at)}, too: what comes there tells nothing of the others`
        }))
      ],
      fine: 'no other port is shared'
    }
  }
}

/** So many connections to a port reach each worker that listens there. */
const tries = 4

/** By whom accepts connections: a primary that keeps workers listens for them, too. */
async function seenOutside(workers: string[], ports: number[], acceptor: Started['acceptor']) {
  const found: Listening[][] = workers.map(() => [])
  for (const at of ports) {
    const accepting = new Set<string>()
    for (let i = 0; i < tries; i++) accepting.add(await acceptor(at))
    for (const [i, worker] of workers.entries())
      found[i].push({ note: accepting.has(worker) ? 'listening' : 'refused', at, caller: nobody })
  }
  return found
}
