import { counted } from '../../../../concepts/wording.ts'
import { allowedCores } from '../../../../machine/cores.ts'
import { membersOf } from '../../../../processes/members.ts'
import { cpuMsOf } from '../../../../processes/proc.ts'
import type { Found } from '../../concepts.ts'
import type { Check } from '../started.ts'

interface Start {
  cpuSeconds: number // of one process, until it was ready
  children: number // of that process, that are still there
}

const longSeconds = 10

/** The first check, as it reads what was used so far. */
export const starting: Check<Start> = {
  title: 'the start',
  look({ workers: [worker], running: { kin, reported } }) {
    const alive = ((kin && membersOf(kin)) ?? []).filter(({ isZombie }) => !isZombie)
    // What it forks as a cluster is told by another check.
    const children = Math.max(0, alive.length - 1 - (reported().forks ?? 0))
    return { cpuSeconds: cpuMsOf(`/proc/${worker}`) / 1000, children }
  },
  conclude({ single: { cpuSeconds, children }, workers }) {
    const seconds = (workers * cpuSeconds) / allowedCores().count
    const each = `each worker computes for ${cpuSeconds.toFixed(1)} s as it starts`
    const findings: Found[] = []
    if (seconds > Math.max(longSeconds, 2 * cpuSeconds))
      findings.push({
        code: 'slow-start',
        place: null,
        sentence: `${each}: ${workers} workers take ${Math.round(seconds)} s, at each deploy`
      })
    if (children > 0) {
      const sentence = `each worker starts ${counted(children, 'process', 'processes')} of its own: ${children * workers} with ${workers} workers`
      findings.push({ code: 'child-processes', place: null, sentence })
    }
    return { findings, fine: each }
  }
}
