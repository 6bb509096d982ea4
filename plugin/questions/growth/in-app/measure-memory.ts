// Loaded into each process of the app while `growth` measures, and at no other time: it collects garbage when it is
// told to, and notes what is left.
import fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as setTimer } from 'node:timers'
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { harmless, repeat } from '../../../processes/harmless.ts'
import { heapOf, signOf, type Reading } from '../concepts.ts'

const lookMs = 20
/** What only callbacks let go of, which come in a later turn: of weak references, of sockets that close. */
const [furtherCollections, turnMs] = [2, 30]

/** @param folder in which the signs appear, and where the readings go */
export function watch(folder: string) {
  // Before anybody changes them.
  const { existsSync, readdirSync, renameSync, writeFileSync } = fs
  const { memoryUsage, getActiveResourcesInfo, pid } = process
  const collect = collector()
  let foot = 0
  // One that begins later was not there at the feet before.
  while (existsSync(join(folder, signOf(foot)))) foot++
  const tell = (foot: number) => {
    const { heapUsed: heapBytes, external: externalBytes, rss: rssBytes } = memoryUsage()
    const descriptors = harmless(() => readdirSync('/proc/self/fd').length)() ?? 0
    const handles = getActiveResourcesInfo().length
    const reading: Reading = { heapBytes, externalBytes, rssBytes, descriptors, handles }
    const heap = join(folder, heapOf(pid, foot))
    if (existsSync(`${heap}.wanted`)) harmless(writeHeapSnapshot)(heap)
    const file = join(folder, `${pid}-${foot}.json`)
    // Whoever finds the file finds all of it.
    writeFileSync(`${file}.part`, JSON.stringify(reading))
    renameSync(`${file}.part`, file)
  }
  const settle = (of: number, left: number) => {
    collect()
    if (left === 0) return tell(of)
    const goOn = () => settle(of, left - 1)
    setTimer(harmless(goOn), turnMs).unref()
  }
  repeat(() => {
    if (existsSync(join(folder, signOf(foot)))) settle(foot++, furtherCollections)
  }, lookMs)
}

/** Without the inspector, which an app may use itself, and which collects in a later turn. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  // What the app makes later has none.
  setFlagsFromString('--no-expose-gc')
  return collect
}
