import { statSync } from 'node:fs'
import { relative } from 'node:path'
import { namesIn, openFile, readIfThere } from '../../../../processes/proc.ts'
import type { Check } from '../started.ts'

/** Files that each worker has open for writing, by their absolute paths. */
export const files: Check<string[][]> = {
  title: 'files',
  async look({ workers, reachAll, folder }) {
    await reachAll()
    return workers.map((worker) => writtenBy(worker).filter((file) => !file.startsWith(folder)))
  },
  conclude({ clustered: [first, ...others] }) {
    const shared = [...new Set(first)].filter((file) => others.every((files) => files.includes(file)))
    return {
      findings: shared.map((file) => ({
        code: 'shared-file',
        place: null,
        sentence: `all workers have ${relative(process.cwd(), file)} open for writing`
      })),
      fine: 'no file is written by all workers'
    }
  }
}

/** O_WRONLY and O_RDWR, in the octal digits of fdinfo. */
const writing = /^flags:\s*\d*[1256]$/m

const writtenBy = (worker: string) => {
  const folder = `/proc/${worker}`
  return namesIn(`${folder}/fd`).flatMap((fd) => {
    // The first three are where its output goes.
    if (Number(fd) < 3 || !writing.test(readIfThere(`${folder}/fdinfo/${fd}`))) return []
    const file = openFile(folder, fd)
    return file.startsWith('/') && statSync(file, { throwIfNoEntry: false })?.isFile() ? [file] : []
  })
}
