import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { pathToFileURL } from 'node:url'
import { SpeedupError } from '../concepts/errors.ts'

/** As in package.json, which package managers only warn of. */
const oldest = { mocha: 10, chai: 4 }

/** @param version as chai names it; undefined where it names none */
export const checkChai = (version: unknown) => check('chai', version)

/** @param program the script that this process runs */
export function checkMocha(program: string | undefined) {
  // A command in node_modules/.bin is a link into its package.
  const manifest = program !== undefined && existsSync(program) ? findPackageJSON(pathToFileURL(realpathSync(program))) : undefined
  if (manifest === undefined) return
  const { name, version } = JSON.parse(readFileSync(manifest, 'utf8'))
  if (name === 'mocha') check('mocha', version)
}

/** @throws SpeedupError UNSUPPORTED */
function check(name: keyof typeof oldest, version: unknown) {
  if (typeof version !== 'string' || Number(version.split('.')[0]) >= oldest[name]) return
  const needed = `artillery-plugin-speedup needs ${name} ${oldest[name]} or later. Update it: npm install --save-dev ${name}@latest.`
  throw new SpeedupError('UNSUPPORTED', `This is ${name} ${version}, but ${needed}`)
}
