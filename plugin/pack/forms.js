import { constants, copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { publishedForm } from './manifest.js'
/** @import { Manifest } from './manifest.js' */

/**
 * package.json has two forms: as written, it points to the sources, so that the repository runs without a build; as
 * published, to dist/. npm reads the file itself, so the published form takes its place while npm packs, and the
 * written one waits beside it. Each takes the other's place by a rename: at every moment there is a whole one.
 *
 * @param {string} plugin absolute path
 */
const placesOf = (plugin) => ({ manifest: join(plugin, 'package.json'), written: join(plugin, 'package.written.json') })

/** No npm takes that long from the one script to the other. */
const longestPackSeconds = 60

/**
 * @param {string} plugin absolute path
 * @param {(written: Manifest) => Promise<void>} build makes what the published form points to
 */
export async function putPublishedForm(plugin, build) {
  const { manifest, written } = placesOf(plugin)
  await waitForOthers(written)
  putWrittenForm(plugin)
  copyFileSync(manifest, written, constants.COPYFILE_EXCL)
  try {
    const source = JSON.parse(readFileSync(written, 'utf8'))
    await build(source)
    writeFileSync(`${manifest}.new`, format(publishedForm(source)))
    renameSync(`${manifest}.new`, manifest)
  } catch (error) {
    putWrittenForm(plugin)
    throw error
  }
}

/**
 * Also mends what an npm that was killed has left.
 *
 * @param {string} plugin absolute path
 */
export function putWrittenForm(plugin) {
  const { manifest, written } = placesOf(plugin)
  if (!existsSync(written)) return
  const present = readFileSync(manifest, 'utf8')
  // It was killed before it had put the published form there: the copy may not even be whole.
  if (!isPublished(JSON.parse(present))) return rmSync(written)
  if (present !== format(publishedForm(JSON.parse(readFileSync(written, 'utf8'))))) {
    throw new Error(`${manifest} is in its published form, left there by an npm pack that was killed, and was changed since then. Make the change in ${written}, and rename that to package.json.`)
  }
  renameSync(written, manifest)
}

/**
 * @param {string} written while it is there, somebody packs, or was killed while packing
 */
async function waitForOthers(written) {
  for (let said = false; ageSeconds(written) < longestPackSeconds; said = true) {
    if (!said) process.stderr.write(`Another npm pack is at work here, or was killed: waiting until ${written} is gone, or a minute old.\n`)
    await setTimeout(200)
  }
}

/** @param {string} file @returns {number} Infinity: it is not there */
function ageSeconds(file) {
  const found = statSync(file, { throwIfNoEntry: false })
  return found === undefined ? Infinity : (Date.now() - found.mtimeMs) / 1000
}

/** @param {{ main: string }} manifest */
function isPublished({ main }) {
  return main.startsWith('./dist/')
}

/** @param {object} manifest */
function format(manifest) {
  return `${JSON.stringify(manifest, null, 2)}\n`
}
