import { appendFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { SpeedupError } from '../errors.js'
import { compressSamples } from '../load/sample-files.js'
import { samplesHeader } from '../load/run-order.js'
/** @import { Run } from '../vocabulary.js' */

/**
 * The folder in which a comparison is kept, as it grows: what has been measured survives whatever comes later.
 *
 * @typedef {object} RunRecord
 * @property {string} folder absolute path
 * @property {(run: Run) => Promise<Run>} append a line of runs.ndjson, as soon as the run's samples are compressed; returns
 *   the run as it is kept
 * @property {(of: { scenario: number, round: number, turn: number, variant: string }) => RunFiles} createFiles
 *   scenario and turn are numbers from 1
 *
 * @typedef {{ samples: string, telemetry: string }} RunFiles of one run, relative to the folder
 */

/**
 * @param {string} reportDirectory absolute path; made if it is not there
 * @param {string} scriptFile
 * @param {Date} now
 * @returns {RunRecord}
 * @throws {SpeedupError} NOT_WRITABLE
 */
export function createRunRecord(reportDirectory, scriptFile, now) {
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
 * @param {string} folder
 * @param {string} samples relative to it
 * @returns {Promise<string>} relative to it
 */
async function compress(folder, samples) {
  const size = statSync(join(folder, samples), { throwIfNoEntry: false })?.size ?? 0
  // Where no single request was recorded, there is the header alone.
  return size > samplesHeader.length ? compressSamples(folder, samples) : samples
}

/**
 * A disk may become full while we measure.
 *
 * @param {string} folder
 * @param {() => void} write
 * @throws {SpeedupError} NOT_WRITABLE
 */
function orNotWritable(folder, write) {
  try {
    write()
  } catch (error) {
    throw new SpeedupError('NOT_WRITABLE', `${folder} can't be written to any more (${/** @type {Error} */ (error).message}). Make room there, or choose another directory by plugins.speedup.report.`)
  }
}

/**
 * @param {string} parent
 * @param {string} name
 */
function createFolder(parent, name) {
  try {
    mkdirSync(parent, { recursive: true })
    const folder = makeUnique(join(parent, name))
    mkdirSync(join(folder, 'samples'))
    writeFileSync(join(folder, 'runs.ndjson'), '')
    return folder
  } catch (error) {
    const reason = /** @type {Error} */ (error).message
    throw new SpeedupError('NOT_WRITABLE', `plugins.speedup.report is ${parent}, but nothing can be written there (${reason}). Choose another directory.`)
  }
}

/** @param {string} folder two comparisons may begin in the same second */
function makeUnique(folder) {
  for (let i = 1; ; i++) {
    const candidate = i === 1 ? folder : `${folder}-${i}`
    try {
      mkdirSync(candidate)
      return candidate
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    }
  }
}

/** @param {Date} date */
function timestamp(date) {
  return date.toISOString().slice(0, 19).replaceAll(':', '-')
}

/** @param {string} name of a file or a variant, as a part of a file name anywhere */
function fileSafe(name) {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 60)
}
