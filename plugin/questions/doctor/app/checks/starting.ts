import { counted, list } from '../../../../concepts/wording.ts'
import { allowedCores } from '../../../../machine/cores.ts'
import { membersOf } from '../../../../processes/members.ts'
import { cpuMsOf, statFields } from '../../../../processes/proc.ts'
import type { Found } from '../../concepts.ts'
import type { Check } from '../started.ts'

interface Start {
  cpuSeconds: number // of one process, until it was ready
  children: number // of that process, that are still there
  readySeconds: number
  requests: string[] // to whom, by HTTP
  again: number | string | null // how long it took beside the first one, or why it failed; null: unknown
}

const longSeconds = 10
const lateSeconds = 2

/** The first check, as it reads what was used so far. */
export const starting: Check<Start> = {
  title: 'the start',
  async look({ workers: [worker], running: { kin, readySeconds }, notes, startAgain }) {
    const alive = ((kin && membersOf(kin)) ?? []).filter(({ isZombie }) => !isZombie)
    const children = alive.filter(({ pid }) => statFields(`/proc/${pid}`)[1] === worker).length
    const cpuSeconds = cpuMsOf(`/proc/${worker}`) / 1000
    const requests = notes(worker).flatMap((note) => (note.note === 'requested' ? [note.to] : []))
    return { requests, cpuSeconds, children, readySeconds, again: await startAgain() }
  },
  conclude({ single: { requests, cpuSeconds, children, readySeconds, again }, workers }) {
    const seconds = (workers * cpuSeconds) / allowedCores().count
    const each = `each worker computes for ${cpuSeconds.toFixed(1)} s as it starts`
    const findings: Found[] = []
    if (seconds > Math.max(longSeconds, 2 * cpuSeconds))
      findings.push({
        code: 'slow-start',
        sentence: `${each}: ${workers} workers take ${Math.round(seconds)} s, at each deploy`
      })
    if (children > 0) {
      const sentence = `each worker starts ${counted(children, 'process', 'processes')} of its own: ${children * workers} with ${workers} workers`
      findings.push({ code: 'child-processes', sentence })
    }
    const isLate = typeof again === 'number' && again > 3 * readySeconds + lateSeconds
    if (typeof again === 'string' || isLate) {
      const what = isLate ? `takes ${again.toFixed(1)} s, alone ${readySeconds.toFixed(1)} s` : `fails: ${again}`
      findings.push({ code: 'second-start', sentence: `a second start beside a running one ${what}` })
    }
    const sent = `, and sends ${counted(requests.length, 'request')} (${list([...new Set(requests)])}): ${requests.length * workers} with ${workers} workers`
    return { findings, fine: `${each}, is ready after ${readySeconds.toFixed(1)} s${requests.length > 0 ? sent : ''}` }
  }
}
