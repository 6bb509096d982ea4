import { statSync } from 'node:fs'
import { relative } from 'node:path'
import { namesIn, openFile, readIfThere } from '../../../../processes/proc.ts'
import type { CodePlace } from '../../concepts.ts'
import type { Check } from '../started.ts'

/** Files that each worker has open for writing, or opened for it so far, by their absolute paths, and where. */
export const files: Check<Map<string, CodePlace | null>[]> = {
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
      const noted = notes(worker).filter((note) => note.note === 'written')
      return new Map([
        ...open.map((file) => [file, null] as const),
        ...noted.map(({ file, caller }) => [file, caller.own] as const)
      ])
    })
  },
  conclude({ clustered: [first, ...others] }) {
    const shared = [...first].filter(([file]) => others.every((files) => files.has(file)))
    return {
      findings: shared.map(([file, place]) => ({
        code: 'shared-file',
        place,
        sentence: `all workers write ${relative(process.cwd(), file)}`
      })),
      fine: 'no file is written by all workers'
    }
  }
}

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
