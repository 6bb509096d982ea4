// Loaded into each process of the app while `growth` measures, and at no other time: it collects garbage when it is told to,
// and notes what is left.
import fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as setTimer } from 'node:timers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { harmless, repeat } from '../../../processes/harmless.ts'
import { signOf, type Reading } from '../messages.ts'

const lookMs = 20
/** For weak references, whose callbacks come in a later turn, and for sockets that are being closed. */
const turnMs = 30
const mostCollections = 6
/** Less than this is what the reading itself leaves. */
const settledBytes = 2048

/** @param folder in which the signs appear, and where the readings go */
export function measureMemory(folder: string) {
  // Before anybody changes them.
  const { existsSync, readdirSync, renameSync, writeFileSync } = fs
  const { memoryUsage, getActiveResourcesInfo } = process
  const collect = collector()
  let foot = 0
  // One that begins later was not there at the feet before.
  while (existsSync(join(folder, signOf(foot)))) foot++
  const held = () => {
    const { heapUsed, external } = memoryUsage()
    return heapUsed + external
  }
  const write = (name: string, reading: Reading) => {
    const file = join(folder, name)
    // Whoever finds the file finds all of it.
    writeFileSync(`${file}.part`, JSON.stringify(reading))
    renameSync(`${file}.part`, file)
  }
  const read = (name: string) => {
    const { heapUsed: heapBytes, external: externalBytes, arrayBuffers: bufferBytes, rss: rssBytes } = memoryUsage()
    const descriptors = harmless(() => readdirSync('/proc/self/fd').length)() ?? 0
    write(name, {
      heapBytes,
      externalBytes,
      bufferBytes,
      rssBytes,
      descriptors,
      handles: getActiveResourcesInfo().length
    })
  }
  const settle = (name: string, before: number, left: number) => {
    collect()
    const after = held()
    if (left === 0 || before - after < settledBytes) return read(name)
    setTimer(
      harmless(() => settle(name, after, left - 1)),
      turnMs
    ).unref()
  }
  repeat(() => {
    if (!existsSync(join(folder, signOf(foot)))) return
    settle(`${process.pid}-${foot++}.json`, Infinity, mostCollections)
  }, lookMs)
}

/** Without the inspector, which an app may use itself, and which keeps what is printed to the console. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  // What the app makes later has none.
  setFlagsFromString('--no-expose-gc')
  return collect
}
