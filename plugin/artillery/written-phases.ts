import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { findInArtillery } from '../internals/artillerys-modules.ts'
import type { Script } from '../concepts/settings.ts'

/** What Artillery puts instead of phases that a script has not; and of those that it has, with --solo. */
const invented = [{ duration: 1, arrivalCount: 1 }]

/**
 * The script without the phases that Artillery has invented. It tells nobody where they come from, so that the files
 * are read again, in which they may stand: the script, those of --input and --config, and --overrides.
 *
 * @param script as Artillery has resolved it
 * @param flags of `artillery run`, as parsed
 * @param artillery any file of Artillery's
 */
export function withWrittenPhases(script: Script, flags: Record<string, any>, artillery = process.argv[1]) {
  const { phases, ...config } = script.config
  if (flags.solo || !isDeepStrictEqual(phases, invented)) return script
  const files: string[] = [script._scriptPath, flags.input ?? [], flags.config ?? []].flat()
  const configs = [
    ...files.map((file) => readScript(resolve(file), artillery)?.config),
    JSON.parse(flags.overrides ?? '{}').config
  ]
  const isWritten = configs.some(
    (own) => own?.phases !== undefined || own?.environments?.[flags.environment]?.phases !== undefined
  )
  return isWritten ? script : { ...script, config }
}

/** @returns as Artillery reads it; of TypeScript what it has made of it, as JavaScript */
function readScript(file: string, artillery: string) {
  const require = createRequire(file)
  const type = extname(file).toLowerCase()
  if (type === '.ts') return require(join(dirname(file), 'dist', `${basename(file)}.js`))
  if (type === '.js') return require(file)
  return findInArtillery(artillery, (own) => own('js-yaml'))?.safeLoad(readFileSync(file, 'utf8'))
}
