import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { leaveOutOfRun } from '../concepts/leave-out.ts'
import { compressSamples, samplesHeader } from './samples.ts'
import type { Run } from '../concepts/run.ts'

/** of one run, relative to the folder */
export type RunFiles = { samples: string; telemetry: string }

type Beside = { scenario: number | null; turn: number; variant: string; in: string; as: string }

export type RunRecord = ReturnType<typeof createRunRecord>

/**
 * The folder in which a comparison is kept, as it grows: what has been measured survives whatever comes later.
 *
 * @throws SpeedupError NOT_WRITABLE
 */
export function createRunRecord(reportDirectory: string, scriptFile: string, now: Date) {
  const timestamp = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const folder = createFolder(reportDirectory, `${timestamp}-${fileSafe(basename(scriptFile, extname(scriptFile)))}`)
  // A disk may become full while we measure.
  const advice = 'Make room there, or choose another directory with plugins.speedup.report.'
  const attempt = (write: () => void) =>
    orNotWritable(write, (reason) => `${folder} can no longer be written to (${reason}). ${advice}`)
  return {
    folder, // absolute path
    /**
     * Writes a line of runs.ndjson, after it has compressed the run's samples: what of it can be kept. Called while
     * nothing is measured: 40 ms of CPU for 100,000 requests would disturb a run, but don't matter between two. What is
     * compressed at once need not be written to the disk as a whole, which would disturb the next run.
     *
     * @returns the run as it was measured, with the name of its samples
     */
    async append(run: Run) {
      const measured = { ...run, samples: await compressSamples(folder, run.samples) }
      const { kept } = leaveOutOfRun(measured)
      if (kept !== null) attempt(() => appendFileSync(join(folder, 'runs.ndjson'), `${JSON.stringify(kept)}\n`))
      return measured
    },
    /**
     * Writes what was seen of a variant after the rounds, as JSON. scenario: a number from 1; null: there is only one.
     * in: a folder; as: the end of its name. Returns the name of the file
     */
    writeBeside(seen: object, { scenario, turn, variant, in: within, as }: Beside) {
      // Two names may differ in nothing that is safe, or in nothing but case.
      const name = [scenario === null ? '' : `scenario-${scenario}-`, fileSafe(variant)].join('')
      const file = (end: string) => join(within, `${name}${end}${as}`)
      attempt(() => mkdirSync(join(folder, within), { recursive: true }))
      const free = existsSync(join(folder, file(''))) ? file(`-${turn}`) : file('')
      attempt(() => writeFileSync(join(folder, free), JSON.stringify(seen)))
      return free
    },
    /** scenario and turn are numbers from 1 */
    createFiles({
      scenario,
      round,
      turn,
      variant
    }: {
      scenario: number
      round: number
      turn: number
      variant: string
    }): RunFiles {
      const name = join('samples', `scenario-${scenario}-round-${round}-${turn}-${fileSafe(variant)}`)
      const files = { samples: `${name}.csv`, telemetry: `${name}.telemetry.ndjson` }
      attempt(() => {
        writeFileSync(join(folder, files.samples), samplesHeader)
        writeFileSync(join(folder, files.telemetry), '')
      })
      return files
    }
  }
}

function orNotWritable<T>(write: () => T, sentence: (reason: string) => string) {
  try {
    return write()
  } catch (error) {
    throw new SpeedupError('NOT_WRITABLE', sentence((error as Error).message))
  }
}

function createFolder(parent: string, name: string) {
  return orNotWritable(
    () => {
      mkdirSync(parent, { recursive: true })
      let folder = join(parent, name)
      // Undefined: it is there already, as two comparisons may begin in the same second.
      for (let i = 2; mkdirSync(folder, { recursive: true }) === undefined; i++) folder = join(parent, `${name}-${i}`)
      mkdirSync(join(folder, 'samples'))
      writeFileSync(join(folder, 'runs.ndjson'), '')
      return folder
    },
    (reason) => `plugins.speedup.report is ${parent}, which is not writable (${reason}). Choose another directory.`
  )
}

/** @param name of a file or a variant, as a part of a file name anywhere */
const fileSafe = (name: string) => name.replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 60)
