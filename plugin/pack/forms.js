import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lock, otherPacker, unlock } from './lock.js'
import { publishedForm } from './manifest.js'
/** @import { Manifest } from './manifest.js' */

/**
 * package.json has two forms: as written, it points to the sources, so that the repository runs without a build; as
 * published, to dist/. npm reads the file itself, so the published form takes its place while npm packs, and the
 * written one waits beside it. Each takes the other's place by a rename: at every moment there is a whole one.
 *
 * @param {string} plugin absolute path
 */
const placesOf = (plugin) => ({
  manifest: join(plugin, 'package.json'),
  written: join(plugin, 'package.written.json'),
  packing: join(plugin, 'package.packing')
})

/**
 * Waits while another npm packs here.
 *
 * @param {string} plugin absolute path
 * @param {string} packer as of `currentPacker`
 * @param {(written: Manifest) => Promise<void>} build makes what the published form points to
 */
export async function putPublishedForm(plugin, packer, build) {
  const { manifest, written, packing } = placesOf(plugin)
  await lock(packing, packer)
  try {
    putBack(plugin)
    copyFileSync(manifest, written)
    const source = JSON.parse(readFileSync(written, 'utf8'))
    await build(source)
    writeFileSync(`${manifest}.new`, format(publishedForm(source)))
    renameSync(`${manifest}.new`, manifest)
  } catch (error) {
    putWrittenForm(plugin, packer)
    throw error
  }
}

/**
 * Also mends what an npm that failed or was killed has left.
 *
 * @param {string} plugin absolute path
 * @param {string} packer as of `currentPacker`
 */
export function putWrittenForm(plugin, packer) {
  const { packing } = placesOf(plugin)
  const other = otherPacker(packing, packer)
  if (other !== null) throw new Error(`An npm pack is at work here: wait until process ${other} has ended.`)
  try {
    putBack(plugin)
  } finally {
    unlock(packing)
  }
}

/** @param {string} plugin */
function putBack(plugin) {
  const { manifest, written } = placesOf(plugin)
  if (!existsSync(written)) return
  const present = readFileSync(manifest, 'utf8')
  // It was killed before it had put the published form there: the copy may not even be whole.
  if (!isPublished(JSON.parse(present))) return rmSync(written)
  if (present !== format(publishedForm(JSON.parse(readFileSync(written, 'utf8'))))) {
    throw new Error(`${manifest} is in its published form, left there by an npm pack that failed or was killed, and was changed since then. Make the change in ${written}, and rename that to package.json.`)
  }
  renameSync(written, manifest)
}

/** @param {{ main: string }} manifest */
function isPublished({ main }) {
  return main.startsWith('./dist/')
}

/** @param {object} manifest */
function format(manifest) {
  return `${JSON.stringify(manifest, null, 2)}\n`
}
