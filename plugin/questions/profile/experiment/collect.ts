import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { capitalised } from '../../../concepts/wording.ts'
import { builtModule } from '../../../package-files.ts'
import { send } from '../../../processes/members.ts'
import type { PreloadOptions } from '../../../messages/app.ts'
import { profileSigns, type CpuProfile, type RawProfile, type WrittenProfile } from '../concepts.ts'
import { addTo, parentsOf } from './call-tree.ts'

const pollMs = 50
/** A few seconds to write what a long load left, and for a loop that is still blocked. */
const patienceMs = 15_000
/**
 * More would not fit into the memory of the comparison, which must not be lost for a profile: a million samples take
 * about 120 MB.
 */
const mostMegabytes = 200
const mostSamplesTogether = 5_000_000

export type Profiling = ReturnType<typeof openProfiling>

/** @param folder that the app's processes must know. @returns what has each of them, and their threads, profiled */
export const profilerIn = (folder: string): PreloadOptions => ({
  watcher: builtModule('questions/profile/in-app/profile-process.js').href,
  watchFolder: folder,
  watchesIn: 'forks and threads'
})

/**
 * The profiles of one load.
 *
 * @param parent a temporary folder, which its owner removes
 */
export function openProfiling(parent: string) {
  const folder = mkdtempSync(join(parent, 'profiles-'))
  const give = (sign: string) => writeFileSync(join(folder, sign), '')
  let beganMs = 0
  let endedMs = 0
  const late = new Set<string>()
  return {
    folder, // which the app's processes must know
    begin() {
      beganMs = performance.now()
      give(profileSigns.begin)
    },
    end() {
      endedMs = performance.now()
      give(profileSigns.end)
    },
    /**
     * Waits until all processes that began a profile have written it, or are gone; call it before the app is stopped.
     */
    async written(signal: AbortSignal) {
      const deadline = performance.now() + patienceMs
      const unwritten = () => begun(folder).filter((pid) => !isOver(folder, pid) && send(Number.parseInt(pid), 0))
      while (unwritten().length > 0 && performance.now() < deadline && !signal.aborted) await delay(pollMs)
      unwritten().forEach((pid) => late.add(pid))
    },
    /**
     * Once: then they are gone from the temporary folder, which may be memory. missing: why other processes left none,
     * a sentence each
     */
    read() {
      const found = readProfiles(folder, late)
      rmSync(folder, { recursive: true, force: true })
      return { ...found, seconds: beganMs === 0 ? 0 : (endedMs - beganMs) / 1000 }
    }
  }
}

/** @param late which of them were still there when nobody waited any longer. @param most samples of all together */
export function readProfiles(folder: string, late = new Set<string>(), most = mostSamplesTogether) {
  const [raws, missing]: [RawProfile[], string[]] = [[], []]
  let left = most
  for (const pid of begun(folder)) {
    const file = join(folder, `${pid}${profileSigns.written}`)
    const megabytes = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / 1e6
    if (megabytes === 0) missing.push(explainLack(folder, pid, late.has(pid)))
    else if (megabytes > mostMegabytes)
      missing.push(explainSize(pid, `${Math.ceil(megabytes)} MB`, `${mostMegabytes} MB of a process`))
    else {
      const raw = cut(JSON.parse(readFileSync(file, 'utf8')))
      const { length } = raw.profile.samples
      if (length > left)
        missing.push(explainSize(pid, samplesIn(length), `${samplesIn(most)} of all processes together`))
      else {
        raws.push(raw)
        left -= length
      }
    }
  }
  return { raws, missing }
}

/** @returns names of the processes and threads that began a profile */
const begun = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(profileSigns.begun))
    .map((name) => name.slice(0, -profileSigns.begun.length))

const isOver = (folder: string, pid: string) =>
  [profileSigns.written, profileSigns.failed].some((sign) => existsSync(join(folder, `${pid}${sign}`)))

function nameOf(pid: string) {
  const [process, thread] = pid.split('-')
  return thread === undefined ? `process ${process}` : `thread ${thread} of process ${process}`
}

const samplesIn = (count: number) => `${count.toLocaleString('en')} samples`

const explainSize = (pid: string, size: string, most: string) =>
  `The profile of ${nameOf(pid)} has ${size}, but at most ${most} are read. ` +
  'Make the load shorter, by seconds or phases, or use fewer workers.'

function explainLack(folder: string, pid: string, isLate: boolean) {
  const file = join(folder, `${pid}${profileSigns.failed}`)
  if (existsSync(file)) return `V8 gave no profile of ${nameOf(pid)}: ${readFileSync(file, 'utf8').replace(/\.$/, '')}.`
  if (!isLate) return `${capitalised(nameOf(pid))} ended while it was profiled. Read the app’s log.`
  const orEnded = pid.includes('-') ? ', or it was terminated' : ''
  return (
    `${capitalised(nameOf(pid))} left none within ${patienceMs / 1000} s after the load: its event loop was blocked${orEnded}. ` +
    'Profile a shorter load, by seconds or phases.'
  )
}

/**
 * The load that counts alone: without the start of the app, its warm-up, and the stacks that were seen only there. V8
 * notes some samples late; here time never goes back.
 */
export function cut({ fromUs, toUs, profile: { nodes, startTime, ...whole }, ...rest }: WrittenProfile): RawProfile {
  const [samples, timeDeltas]: number[][] = [[], []]
  const hits = new Map<number, number>()
  const isHit = hitsAmong(nodes, whole.samples)
  let atUs = startTime
  let lastUs = fromUs
  for (const [i, id] of whole.samples.entries()) {
    atUs += whole.timeDeltas[i]
    if (!isHit(id) || atUs < fromUs || atUs > toUs) continue
    samples.push(id)
    const us = Math.max(lastUs, atUs)
    timeDeltas.push(us - lastUs)
    lastUs = us
    addTo(hits, id, 1)
  }
  return { ...rest, profile: { nodes: hitNodes(nodes, hits), startTime: fromUs, endTime: toUs, samples, timeDeltas } }
}

/**
 * Beside its clock's, V8 adds a sample where it gives up optimized code, which some handlers have it do at each
 * request, and counts no hit. They would look like time of that function.
 *
 * @returns tells of each sample in turn whether to keep it: of each node as many as it has hits, evenly
 */
function hitsAmong(nodes: CpuProfile['nodes'], samples: number[]): (id: number) => boolean {
  const all = new Map<number, number>()
  const seen = new Map<number, number>()
  for (const id of samples) addTo(all, id, 1)
  const hits = new Map(nodes.map(({ id, hitCount = 0 }) => [id, hitCount]))
  return (id) => {
    const hitsUntil = (nth: number) => Math.floor((nth * (hits.get(id) ?? NaN)) / (all.get(id) ?? NaN))
    const nth = addTo(seen, id, 1)
    return hitsUntil(nth) > hitsUntil(nth - 1)
  }
}

/** @returns those that were hit, and what called them */
function hitNodes(nodes: CpuProfile['nodes'], hits: Map<number, number>) {
  const parents = parentsOf(nodes)
  const kept = new Set([nodes[0].id])
  for (const hit of hits.keys()) {
    for (let id: number | undefined = hit; id !== undefined && !kept.has(id); id = parents.get(id)) kept.add(id)
  }
  return nodes
    .filter(({ id }) => kept.has(id))
    .map(({ children = [], positionTicks = [], ...node }) => {
      const hitCount = hits.get(node.id) ?? 0
      const left = children.filter((id) => kept.has(id))
      // Of lines it is known how often they were hit in all.
      const scale = hitCount / (node.hitCount || 1)
      const ticks = positionTicks
        .map(({ line, ticks: all }) => ({ line, ticks: Math.round(all * scale) }))
        .filter((each) => each.ticks > 0)
      return {
        ...node,
        hitCount,
        ...(left.length > 0 && { children: left }),
        ...(ticks.length > 0 && { positionTicks: ticks })
      }
    })
}
