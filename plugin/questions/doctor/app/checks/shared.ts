import { statSync } from 'node:fs'
import { relative } from 'node:path'
import { listeningPorts } from '../../../../app/listeners.ts'
import { namesIn, openFile, readIfThere } from '../../../../processes/proc.ts'
import { nobody, type Note } from '../../messages.ts'
import { checkOf, type Found, type Started } from '../started.ts'

// What workers have of the machine in common: files and ports.

/** Files that each worker has open for writing, or opened for it so far, by their absolute paths, and where. */
export const files = checkOf({
  title: 'files',
  needs: 'each worker',
  spends: 1,
  async look({ ask, workers, notes, reach, requests, folder }) {
    await reach(workers)
    // What is written for a request.
    const [request] = await requests().catch(() => [])
    if (request !== undefined) await Promise.allSettled(workers.map((worker) => ask(worker, request)))
    return workers.map((worker) => {
      const open = openOf(worker).filter((file) => !file.startsWith(folder))
      const noted = notes(worker, 'written')
      return new Map([
        ...open.map((file) => [file, null] as const),
        ...noted.map(({ file, caller }) => [file, caller.own] as const)
      ])
    })
  },
  conclude({ clustered: [first, ...others] }) {
    const shared = [...first].filter(([file]) => others.every((files) => files.has(file)))
    return [
      ...shared.map(([file, place]): Found => ({
        code: 'shared-file',
        place,
        sentence: `all workers write ${relative(process.cwd(), file)}`
      })),
      'no file is written by all workers'
    ]
  }
})

/** O_WRONLY and O_RDWR, in the octal digits of fdinfo. */
const writing = /^flags:\s*\d*[1256]$/m

const openOf = (worker: string) => {
  const folder = `/proc/${worker}`
  return namesIn(`${folder}/fd`).flatMap((fd) => {
    // The first three are where its output goes.
    if (Number(fd) < 3 || !writing.test(readIfThere(`${folder}/fdinfo/${fd}`))) return []
    const file = openFile(folder, fd)
    return file.startsWith('/') && statSync(file, { throwIfNoEntry: false })?.isFile() ? [file] : []
  })
}

type Listening = Extract<Note, { note: 'listening' | 'refused' }>

/**
 * Where each worker listens besides the app's own port: a primary gives all of them the same. native: what Node's
 * servers do not know of
 */
export const ports = checkOf({
  title: 'other ports',
  needs: 'each worker',
  async look({ workers, notes, port, running: { kin }, outside, acceptor }) {
    const all = kin ? listeningPorts(kin).filter((at) => at !== port) : []
    if (outside !== null) return { ofWorkers: await seenOutside(workers, all, acceptor), native: [] }
    const ofWorkers = workers.map((worker) => notes(worker, 'listening', 'refused').filter(({ at }) => at !== port))
    const known = ofWorkers.flat().map(({ at }) => at)
    return { ofWorkers, native: all.filter((at) => !known.includes(at)) }
  },
  conclude({ single: { native }, clustered: { ofWorkers } }) {
    const [first, ...others] = ofWorkers.map((all) => all.filter(({ note }) => note === 'listening'))
    const isAmong = (all: Listening[], at: Listening['at']) => all.some((other) => other.at === at)
    const shared = first.filter(({ at }) => others.every((all) => isAmong(all, at)))
    const listening = [first, ...others].flat()
    const alone = ofWorkers.flat().filter(({ note, at }) => note === 'refused' && isAmong(listening, at))
    const on = (at: Listening['at']) => `on ${typeof at === 'number' ? `port ${at}` : at}, too`
    return [
      ...shared.map(({ at, caller }): Found => ({
        code: 'shared-port',
        place: caller.own,
        sentence: `all workers listen ${on(at)}: what comes there reaches any of them, and tells of that worker alone`
      })),
      ...native.map((at): Found => ({
        code: 'port-of-one',
        sentence: `a process listens ${on(at)}, and not by node:net, as an inspector does: of several, one can`
      })),
      ...alone.map(({ at, caller }): Found => ({
        code: 'port-of-one',
        place: caller.own,
        sentence: `one worker alone listens ${on(at)}: what comes there tells nothing of the others`
      })),
      'no other port is shared'
    ]
  }
})

/** So many connections to a port reach each worker that listens there. */
const tries = 4

/** By whom accepts connections: a primary that keeps workers listens for them, too. */
async function seenOutside(workers: string[], ports: number[], acceptor: Started['acceptor']) {
  const found: Listening[][] = workers.map(() => [])
  for (const at of ports) {
    const accepting = new Set<string>()
    for (let i = 0; i < tries; i++) accepting.add(await acceptor(at))
    for (const [i, worker] of workers.entries())
      found[i].push({ note: accepting.has(worker) ? 'listening' : 'refused', at, caller: nobody })
  }
  return found
}
