import { sized } from '../../../../concepts/wording.ts'
import { allowedMemory } from '../../../../machine/cores.ts'
import { readIfThere } from '../../../../processes/proc.ts'
import type { Found } from '../../concepts.ts'
import { Unseen } from '../../../../app/pass.ts'
import type { Check } from '../started.ts'

interface Held {
  ownBytes: number // of a worker, without what it shares with others
  heapBytes: number // up to which its heap may grow; NaN: unknown
}

/** After the checks before it, which have asked each worker. */
export const memory: Check<Held> = {
  title: 'memory',
  look({ workers, notes }) {
    const ownBytes = Math.max(...workers.map(ownBytesOf))
    if (Number.isNaN(ownBytes)) throw new Unseen('a worker has ended')
    return { ownBytes, heapBytes: notes(workers[0]).find((note) => note.note === 'limits')?.heapBytes ?? NaN }
  },
  conclude({ clustered: { ownBytes, heapBytes }, workers }) {
    const { bytes: allowed, isCapped } = allowedMemory()
    const where = isCapped ? 'the container' : 'the machine'
    const all = `each worker holds ${sized(ownBytes)} of memory, ${workers} workers ${sized(workers * ownBytes)}, of ${sized(allowed)} that ${where} has`
    const heaps = `the heap of each worker may grow to ${sized(heapBytes)}: with ${workers} workers, that is more than the ${sized(allowed)} of the container`
    const findings: Found[] = []
    if (workers * ownBytes > allowed) findings.push({ code: 'memory-times-workers', sentence: all })
    // On a machine without a limit, hardly any app has heaps that are all full.
    else if (isCapped && workers * heapBytes > allowed) findings.push({ code: 'heap-times-workers', sentence: heaps })
    return { findings, fine: all + (heapBytes > 0 ? `; its heap may grow to ${sized(heapBytes)}` : '') }
  }
}

const ownBytesOf = (worker: string) =>
  1024 * Number(/^RssAnon:\s*(\d+) kB/m.exec(readIfThere(`/proc/${worker}/status`))?.[1] ?? NaN)
