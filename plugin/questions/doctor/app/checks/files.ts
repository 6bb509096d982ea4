import { statSync } from 'node:fs'
import { relative } from 'node:path'
import { namesIn, openFile, readIfThere } from '../../../../processes/proc.ts'
import type { CodePlace } from '../../concepts.ts'
import type { Check } from '../started.ts'

type Written = { file: string; isOpen: boolean; place: CodePlace | null }

/** Files that each worker has open for writing, or opened for it so far, by their absolute paths. */
export const files: Check<Written[][]> = {
  title: 'files',
  async look({ ask, workers, notes, reachAll, requests, folder }) {
    await reachAll()
    // What is written for a request.
    const [request] = await requests().catch(() => [])
    if (request !== undefined) await Promise.allSettled(workers.map((worker) => ask(worker, request)))
    return workers.map((worker) => {
      const noted = notes(worker)
        .filter((note) => note.note === 'written')
        .map(({ file, caller: { own } }) => ({ file, isOpen: false, place: own }))
      const open = openOf(worker).map((file) => ({
        file,
        isOpen: true,
        place: noted.find((each) => each.file === file)?.place ?? null
      }))
      return [...open, ...noted].filter(({ file }) => !file.startsWith(folder))
    })
  },
  conclude({ clustered: [first, ...others] }) {
    const shared = first.filter(
      ({ file }, i) =>
        first.findIndex((other) => other.file === file) === i &&
        others.every((files) => files.some((other) => other.file === file))
    )
    return {
      findings: shared.map(({ file, isOpen, place }) => ({
        code: 'shared-file',
        place,
        sentence: `all workers ${isOpen ? 'have' : 'write'} ${relative(process.cwd(), file)}${isOpen ? ' open for writing' : ''}`
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
