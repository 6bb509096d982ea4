// In a run that is profiled, and in no other: the preload loads this into each process and thread of the app.
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { Session, type Profiler } from 'node:inspector'
import { join } from 'node:path'
import { clearInterval } from 'node:timers'
import { setFlagsFromString } from 'node:v8'
import { isMainThread, threadId } from 'node:worker_threads'
import { harmless, repeat, watchChannel } from '../../../processes/harmless.ts'
import { profileSigns, type RawProfile, type WrittenProfile } from '../concepts.ts'

// A function that is inlined has no node of its own: its time would be that of its caller, and its lines would be taken
// for lines of the caller's file. Without inlining, an Express app does a tenth less.
for (const flag of ['--no-turbo-inlining', '--no-maglev-inlining']) setFlagsFromString(flag)

const samplingUs = 1000
const lookMs = 50
const tickMs = 10
const lateUs = 30_000
const mostBlocked = 20

/**
 * Profiles this thread, from now on until the sign that the load has ended, or a worker thread's own end, and then
 * writes it, if the thread was asked anything after the sign that the load counts. It throws nothing: what went wrong
 * is written, too. Nothing of it keeps the app alive.
 *
 * @param folder in which the signs appear, and where the profile goes
 */
export function watch(folder: string) {
  const pid = isMainThread ? String(process.pid) : `${process.pid}-${threadId}`
  const file = (sign: string) => join(folder, `${pid}${sign}`)
  const stop = attempt(startProfiler)
  let fromUs = 0
  let responses = 0
  let isAsked = false
  let hasBegun = false
  // V8 tells all profilers of addons' functions when one starts, and at no other time: those that the app has loaded
  // until now.
  const learn = once(() => startProfiler()())
  const begin = () => {
    if (hasBegun || fromUs === 0 || !isAsked) return
    hasBegun = true
    writeFileSync(file(profileSigns.begun), '')
  }
  for (const name of ['http.server.request.start', 'http2.server.stream.start'])
    watchChannel(name, () => {
      isAsked = true
      begin()
    })
  for (const name of ['http.server.response.finish', 'http2.server.stream.finish'])
    watchChannel(name, () => {
      responses++
      learn()
    })

  const write = (blocked: RawProfile['blocked']) => {
    if (stop instanceof Error) throw stop
    const written: WrittenProfile = {
      pid,
      responses,
      fromUs,
      toUs: nowUs(),
      profile: stop(),
      blocked: longestOf(blocked)
    }
    if (responses === 0) return rmSync(file(profileSigns.begun), { force: true })
    // Whoever finds the file finds all of it.
    writeFileSync(file('.part'), JSON.stringify(written))
    renameSync(file('.part'), file(profileSigns.written))
  }
  waitFor(join(folder, profileSigns.begin), () => {
    fromUs = nowUs()
    responses = 0
    const watch = watchLoop()
    const finish = once(() => {
      const problem = attempt(() => write(watch.end()))
      if (problem instanceof Error && hasBegun) writeFileSync(file(profileSigns.failed), problem.message)
    })
    waitFor(join(folder, profileSigns.end), finish)
    // Its process lives on, and would be waited for.
    if (!isMainThread) process.on('exit', harmless(finish))
    begin()
  })
}

/** Beside whatever sessions of the inspector the app has: each has a profiler of its own. */
function startProfiler(): () => RawProfile['profile'] {
  const session = new Session()
  session.connect()
  const post = (method: string, parameters?: object): unknown => {
    let answer: { error: Error | null; result?: unknown } = { error: null }
    // Within one process, it has been called when post returns.
    session.post(method, parameters, (error, result) => (answer = { error, result }))
    if (answer.error !== null) throw answer.error
    return answer.result
  }
  post('Profiler.enable')
  post('Profiler.setSamplingInterval', { interval: samplingUs })
  post('Profiler.start')
  return () => {
    const { profile } = post('Profiler.stop') as Profiler.StopReturnType
    session.disconnect()
    return profile as RawProfile['profile']
  }
}

function attempt<T>(act: () => T): T | Error {
  try {
    return act()
  } catch (error) {
    return error as Error
  }
}

function waitFor(file: string, then: () => void) {
  const looking = repeat(() => {
    if (!existsSync(file)) return
    clearInterval(looking)
    then()
  }, lookMs)
}

function once(act: () => void) {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    act()
  }
}

const nowUs = () => Number(process.hrtime.bigint() / 1000n)

/** Notes when a timer comes late. */
function watchLoop() {
  const blocked: RawProfile['blocked'] = []
  let dueUs = nowUs() + 1000 * tickMs
  const timer = repeat(() => {
    const now = nowUs()
    if (now - dueUs >= lateUs) blocked.push({ fromUs: dueUs, toUs: now })
    dueUs = now + 1000 * tickMs
  }, tickMs)
  return {
    end() {
      clearInterval(timer)
      return blocked
    }
  }
}

const longestOf = (blocked: RawProfile['blocked']) =>
  blocked.toSorted((a, b) => b.toUs - b.fromUs - (a.toUs - a.fromUs)).slice(0, mostBlocked)
