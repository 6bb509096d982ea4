import { allowedCores } from '../../../../machine/cores.ts'
import { counted } from '../../../../concepts/wording.ts'
import type { Found } from '../../concepts.ts'
import { Unseen } from '../../../../app/pass.ts'
import type { Check } from '../started.ts'
import type { Note } from '../../messages.ts'

type Thread = Extract<Note, { note: 'thread' }>

/** What uses several cores already: worker threads, and cluster workers of the app's own. */
export const parallel: Check<{ threads: Thread[]; forks: number; pool: number }> = {
  title: 'what runs in parallel already',
  needs: 'nobody',
  look({ workers: [worker = ''], notes, running, outside }) {
    const { forks = 0 } = running.reported()
    if (outside !== null && forks === 0) throw new Unseen(outside)
    const pool = notes(worker).find((note) => note.note === 'limits')?.poolThreads ?? 0
    return { threads: notes(worker).filter((note) => note.note === 'thread'), forks, pool }
  },
  conclude({ single, clustered, workers }) {
    const { threads, pool } = clustered
    const { count: cores } = allowedCores()
    const forked = `the app forks ${counted(single.forks, 'worker')} by itself: to compare, switch that off`
    const started = `each worker starts ${counted(threads.length, 'thread')}: ${threads.length * workers} with ${workers} workers, on ${counted(cores, 'core')}`
    const findings: Found[] = []
    if (single.forks > 0) findings.push({ code: 'already-clustered', sentence: forked })
    // One alone is that of a logger.
    if (threads.length > 1 && threads.length * workers > cores)
      findings.push({ code: 'threads-times-workers', place: threads[0].caller.own, sentence: started })
    return { findings, fine: `no more threads than cores, beside ${pool * workers} of libuv, for files and crypto` }
  }
}
