import { appendFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { compressSamples } from '../generator/samples.ts'
import { samplesHeader } from '../generator/run-order.ts'
import type { Run } from '../concepts/run.ts'

/** The folder in which a comparison is kept, as it grows: what has been measured survives whatever comes later. */
export interface RunRecord {
  folder: string // absolute path
  /** a line of runs.ndjson, as soon as the run's samples are compressed; returns the run as it is kept */
  append: (run: Run) => Promise<Run>
  /** scenario and turn are numbers from 1 */
  createFiles: (run: { scenario: number, round: number, turn: number, variant: string }) => RunFiles
}

/** of one run, relative to the folder */
export type RunFiles = { samples: string, telemetry: string }

/**
 * @param reportDirectory absolute path; made if it is not there
 * @throws SpeedupError NOT_WRITABLE
 */
export function createRunRecord(reportDirectory: string, scriptFile: string, now: Date): RunRecord {
  const folder = createFolder(reportDirectory, `${timestamp(now)}-${fileSafe(basename(scriptFile, extname(scriptFile)))}`)
  const runsFile = join(folder, 'runs.ndjson')
  return {
    folder,
    async append(run) {
      const kept = { ...run, samples: await compress(folder, run.samples) }
      orNotWritable(folder, () => appendFileSync(runsFile, `${JSON.stringify(kept)}\n`))
      return kept
    },
    createFiles({ scenario, round, turn, variant }) {
      const name = join('samples', `scenario-${scenario}-round-${round}-${turn}-${fileSafe(variant)}`)
      const files = { samples: `${name}.csv`, telemetry: `${name}.telemetry.ndjson` }
      orNotWritable(folder, () => {
        writeFileSync(join(folder, files.samples), samplesHeader)
        writeFileSync(join(folder, files.telemetry), '')
      })
      return files
    }
  }
}

/**
 * While nothing is measured: 40 ms of CPU for 100,000 requests would disturb a run, but don't matter between two. What is
 * compressed at once need not be written to the disk as a whole, which would disturb the next run; and however this ends,
 * at most one run's samples are left as they were.
 *
 * @param samples relative to it
 * @returns relative to it
 */
async function compress(folder: string, samples: string): Promise<string> {
  const size = statSync(join(folder, samples), { throwIfNoEntry: false })?.size ?? 0
  // Where no single request was recorded, there is the header alone.
  return size > samplesHeader.length ? compressSamples(folder, samples) : samples
}

/** A disk may become full while we measure. */
function orNotWritable(folder: string, write: () => void) {
  try {
    write()
  } catch (error) {
    const advice = 'Make room there, or choose another directory by plugins.speedup.report.'
    throw new SpeedupError('NOT_WRITABLE', `${folder} can't be written to any more (${(error as Error).message}). ${advice}`)
  }
}

function createFolder(parent: string, name: string) {
  try {
    mkdirSync(parent, { recursive: true })
    const folder = makeUnique(join(parent, name))
    mkdirSync(join(folder, 'samples'))
    writeFileSync(join(folder, 'runs.ndjson'), '')
    return folder
  } catch (error) {
    const reason = (error as Error).message
    throw new SpeedupError('NOT_WRITABLE', `plugins.speedup.report is ${parent}, but nothing can be written there (${reason}). Choose another directory.`)
  }
}

/** @param folder two comparisons may begin in the same second */
function makeUnique(folder: string) {
  for (let i = 1; ; i++) {
    const candidate = i === 1 ? folder : `${folder}-${i}`
    try {
      mkdirSync(candidate)
      return candidate
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function timestamp(date: Date) {
  return date.toISOString().slice(0, 19).replaceAll(':', '-')
}

/** @param name of a file or a variant, as a part of a file name anywhere */
function fileSafe(name: string) {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 60)
}
