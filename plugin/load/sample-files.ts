import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { pipeline as flow } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'

const ending = '.gz'
const pieceBytes = 262_144

/**
 * Compresses a samples file in place: to a quarter, at 75 MB a second; better levels take up to three times as long for a
 * tenth less. At any moment either the file or the whole compressed one is there. Where it can't be compressed, as on a
 * full disk, it stays as it is.
 *
 * @param name of the file, in that folder
 * @returns name of what is there instead
 */
export async function compressSamples(folder: string, name: string): Promise<string> {
  const file = join(folder, name)
  const part = `${file}${ending}.part`
  try {
    await flow(createReadStream(file, { highWaterMark: pieceBytes }), createGzip({ level: constants.Z_BEST_SPEED, chunkSize: pieceBytes }), createWriteStream(part))
    await rename(part, file + ending)
  } catch {
    await rm(part, { force: true })
    return name
  }
  // Some systems keep a file as long as another program reads it: then both are there.
  await rm(file).catch(() => {})
  return name + ending
}

/**
 * @param name of a samples file in that folder, when it was kept
 * @returns name of what is there of it: somebody may have decompressed it since, or compressed it
 */
export function findSamples(folder: string, name: string): string {
  const other = name.endsWith(ending) ? name.slice(0, -ending.length) : name + ending
  return !existsSync(join(folder, name)) && existsSync(join(folder, other)) ? other : name
}

/**
 * @param file compressed or not
 * @returns pieces of what was written
 */
export function readSamplesFile(file: string): Readable {
  const stream = createReadStream(file, { highWaterMark: pieceBytes })
  // Whoever reads the pieces is told what fails.
  return file.endsWith(ending) ? pipeline(stream, createGunzip({ chunkSize: pieceBytes }), () => {}) : stream
}
