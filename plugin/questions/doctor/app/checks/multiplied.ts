import { Unseen } from '../../../../app/pass.ts'
import { coresWords, counted, list, sized } from '../../../../concepts/wording.ts'
import { allowedCores, allowedMemory } from '../../../../machine/cores.ts'
import { membersOf } from '../../../../processes/members.ts'
import { cpuMsOf, readIfThere, statFields } from '../../../../processes/proc.ts'
import { checkOf } from '../started.ts'

// What each worker takes for itself, multiplied by the number of workers, against what the machine has.

const longSeconds = 10
const lateSeconds = 2

/**
 * The first check, as it reads what was used so far. cpuSeconds: of one process, until it was ready; children: of that
 * process, that are still there; requests: to whom, by HTTP; again: how long it took beside the first one, or why it
 * failed; null: unknown
 */
export const starting = checkOf({
  title: 'the start',
  async look({ workers: [worker], running: { kin, readySeconds }, notes, startAgain }) {
    const alive = ((kin && membersOf(kin)) ?? []).filter(({ isZombie }) => !isZombie)
    const children = alive.filter(({ pid }) => statFields(`/proc/${pid}`)[1] === worker).length
    const cpuSeconds = cpuMsOf(`/proc/${worker}`) / 1000
    const requests = notes(worker, 'requested').map(({ to }) => to)
    return { requests, cpuSeconds, children, readySeconds, again: await startAgain() }
  },
  conclude({ single: { requests, cpuSeconds, children, readySeconds, again }, workers }) {
    const seconds = (workers * cpuSeconds) / allowedCores().count
    const each = `each worker computes for ${cpuSeconds.toFixed(1)} s as it starts`
    const ready = `${readySeconds.toFixed(1)} s`
    const second =
      typeof again === 'string'
        ? `fails: ${again}`
        : Number(again) > 3 * readySeconds + lateSeconds && `takes ${Number(again).toFixed(1)} s, alone ${ready}`
    const sent =
      requests.length > 0 &&
      `, and sends ${counted(requests.length, 'request')} (${list([...new Set(requests)])}): \
${requests.length * workers} with ${workers} workers`
    return [
      seconds > Math.max(longSeconds, 2 * cpuSeconds) && {
        code: 'slow-start',
        sentence: `${each}: ${workers} workers take ${Math.round(seconds)} s, at each deploy`
      },
      children > 0 && {
        code: 'child-processes',
        sentence: `each worker starts ${counted(children, 'process', 'processes')} of its own: \
${children * workers} with ${workers} workers`
      },
      second !== false && { code: 'second-start', sentence: `a second start beside a running one ${second}` },
      `${each}, is ready after ${ready}${sent || ''}`
    ]
  }
})

/**
 * After the checks before it, which have asked each worker. ownBytes: of a worker, without what it shares with others;
 * heapBytes: up to which its heap may grow; NaN: unknown
 */
export const memory = checkOf({
  title: 'memory',
  look({ workers, notes }) {
    const ownBytes = Math.max(...workers.map(ownBytesOf))
    if (Number.isNaN(ownBytes)) throw new Unseen('a worker has ended')
    return { ownBytes, heapBytes: notes(workers[0], 'limits')[0]?.heapBytes ?? NaN }
  },
  conclude({ clustered: { ownBytes, heapBytes }, workers }) {
    const { bytes: allowed, isCapped } = allowedMemory()
    const all = `each worker holds ${sized(ownBytes)} of memory, ${workers} workers ${sized(workers * ownBytes)}, \
of ${sized(allowed)} that ${isCapped ? 'the container' : 'the machine'} has`
    const heap = `may grow to ${sized(heapBytes)}`
    if (workers * ownBytes > allowed) return [{ code: 'memory-times-workers', sentence: all }]
    return [
      // On a machine without a limit, hardly any app has heaps that are all full.
      isCapped &&
        workers * heapBytes > allowed && {
          code: 'heap-times-workers',
          sentence: `the heap of each worker ${heap}: with ${workers} workers, that is more than the \
${sized(allowed)} of the container`
        },
      all + (heapBytes > 0 ? `; its heap ${heap}` : '')
    ]
  }
})

const ownBytesOf = (worker: string) =>
  1024 * Number(/^RssAnon:\s*(\d+) kB/m.exec(readIfThere(`/proc/${worker}/status`))?.[1] ?? NaN)

/** What uses several cores already: worker threads, and cluster workers of the app's own. */
export const parallel = checkOf({
  title: 'what runs in parallel already',
  needs: 'nobody',
  look({ workers: [worker = ''], notes, running, outside }) {
    const { forks = 0 } = running.reported()
    if (outside !== null && forks === 0) throw new Unseen(outside)
    const pool = notes(worker, 'limits')[0]?.poolThreads ?? 0
    return { threads: notes(worker, 'thread'), forks, pool }
  },
  conclude({ single: { forks }, clustered: { threads, pool }, workers }) {
    const { count: cores } = allowedCores()
    return [
      forks > 0 && {
        code: 'already-clustered',
        sentence: `the app forks ${counted(forks, 'worker')} by itself: to compare, switch that off`
      },
      // One alone is that of a logger.
      threads.length > 1 &&
        threads.length * workers > cores && {
          code: 'threads-times-workers',
          place: threads[0].caller.own,
          sentence: `each worker starts ${counted(threads.length, 'thread')}: ${threads.length * workers} \
with ${workers} workers, on ${counted(cores, 'core')}`
        },
      `no more threads than cores, beside ${pool * workers} of libuv, for files and crypto`
    ]
  }
})

/** Of the machine, or of what a quota of CPU leaves of it. */
export const cores = checkOf({
  title: 'cores',
  needs: 'nobody',
  look: () => null,
  conclude({ workers }) {
    const { count, physicalCores, quota } = allowedCores()
    const words = `${coresWords({ cores: count, physicalCores })}${quota === null ? '' : ' (a CPU quota)'}`
    const sentence = `${workers} workers have ${words}: they wait for each other`
    return [workers > count && { code: 'workers-above-cores', sentence }, `${workers} workers on ${words}`]
  }
})
