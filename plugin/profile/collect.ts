import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { cut } from './cut.ts'
import { profileSigns, type RawProfile } from './raw.ts'

const pollMs = 50
/** A few seconds to write what a long load left, and for a loop that is still blocked. */
const patienceMs = 15_000
/** More would not fit into the memory of the comparison, which must not be lost for a profile. */
const [mostMegabytes, mostMegabytesTogether] = [200, 400]

export type Profiling = ReturnType<typeof openProfiling>

/**
 * The profiles of one load.
 *
 * @param parent a temporary folder, which its owner removes
 */
export function openProfiling(parent: string) {
  const folder = mkdtempSync(join(parent, 'profiles-'))
  const give = (sign: string) => writeFileSync(join(folder, sign), '')
  let [beganMs, endedMs] = [0, 0]
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
    /** Waits until all processes that began a profile have written it, or are gone; call it before the app is stopped. */
    async written(signal: AbortSignal) {
      const deadline = performance.now() + patienceMs
      const unwritten = () => begun(folder).filter((pid) => !isOver(folder, pid) && isAlive(pid))
      while (unwritten().length > 0 && performance.now() < deadline && !signal.aborted) await delay(pollMs)
      unwritten().forEach((pid) => late.add(pid))
    },
    /** missing: why other processes left none, a sentence each */
    read: () => ({ ...readProfiles(folder, late), seconds: beganMs === 0 ? 0 : (endedMs - beganMs) / 1000 })
  }
}

/** @param late which of them were still there when nobody waited any longer */
export function readProfiles(folder: string, late: Set<string> = new Set()): { raws: RawProfile[], missing: string[] } {
  const [raws, missing]: [RawProfile[], string[]] = [[], []]
  let left = mostMegabytesTogether
  for (const pid of begun(folder)) {
    const file = join(folder, `${pid}${profileSigns.written}`)
    const megabytes = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / 1e6
    const isRead = megabytes > 0 && megabytes <= Math.min(mostMegabytes, left)
    left -= isRead ? megabytes : 0
    if (isRead) raws.push(cut(JSON.parse(readFileSync(file, 'utf8'))))
    else missing.push(megabytes > 0 ? explainSize(pid, megabytes) : explainLack(folder, pid, late.has(pid)))
  }
  return { raws, missing }
}

/** @returns names of the processes and threads that began a profile */
const begun = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(profileSigns.begun)).map((name) => name.slice(0, -profileSigns.begun.length))

const isOver = (folder: string, pid: string) => [profileSigns.written, profileSigns.failed].some((sign) => existsSync(join(folder, `${pid}${sign}`)))

function isAlive(pid: string) {
  try {
    return process.kill(Number.parseInt(pid), 0)
  } catch {
    return false
  }
}

function nameOf(pid: string) {
  const [process, thread] = pid.split('-')
  return thread === undefined ? `process ${process}` : `thread ${thread} of process ${process}`
}

const explainSize = (pid: string, megabytes: number) => `The profile of ${nameOf(pid)} has ${Math.ceil(megabytes)} MB, but at most ${mostMegabytes} MB of a process are read, ` +
  `and ${mostMegabytesTogether} MB of all. Make the load shorter, by seconds or phases.`

function explainLack(folder: string, pid: string, isLate: boolean) {
  const file = join(folder, `${pid}${profileSigns.failed}`)
  if (existsSync(file)) return `V8 gave no profile of ${nameOf(pid)}: ${readFileSync(file, 'utf8').replace(/\.$/, '')}.`
  const isBlocked = `left none within ${patienceMs / 1000} s after the load: its event loop was blocked. Profile a shorter load, by seconds or phases.`
  return `${nameOf(pid).replace(/^./, (letter) => letter.toUpperCase())} ${isLate ? isBlocked : 'ended while it was profiled. Read the app’s log.'}`
}
