import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import type { App, Variant } from '../concepts/settings.ts'

type Call = { app: App; variant: Variant; scriptFile: string }

/**
 * @returns what env sets; else the PATH of this process, with all node_modules/.bin from the scenario file's and the
 * app's folder upwards before it, as npm sets it
 */
export function pathOf({ app, variant, scriptFile }: Call) {
  const given = pathInEnv(app, variant)
  if (given !== undefined) return given
  const { place } = variant
  // Of a version, what it has installed itself comes first.
  const from = place === null ? [dirname(scriptFile), app.cwd] : [app.cwd, dirname(scriptFile)]
  const folders = from.flatMap(upwards).map((folder) => join(folder, 'node_modules', '.bin'))
  const own = place === null ? [] : [dirname(place.node.file)]
  return [...new Set([...own, ...folders.filter(existsSync)]), process.env.PATH ?? ''].join(delimiter)
}

const pathInEnv = (app: App, variant: Variant): string | undefined => ({ ...app.env, ...variant.env }).PATH

const upwards = (folder: string): string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...upwards(dirname(folder))]

/**
 * Of a path, and of a line that a shell alone can parse, the start tells.
 * @throws SpeedupError UNSUPPORTED: its first program is not there
 */
export function checkProgram({ app, variant, scriptFile }: Call) {
  const program = programOf(variant.command ?? '')
  if (program === null) return
  const env = { ...process.env, ...app.env, ...variant.env, PATH: pathOf({ app, variant, scriptFile }) }
  // Only the shell knows what it has built in.
  const { status } = spawnSync('/bin/sh', ['-c', 'command -v -- "$1"', 'sh', program], {
    env,
    cwd: app.cwd,
    stdio: 'ignore'
  })
  if (status === 0 || status === null) return
  const folders = [...new Set([dirname(scriptFile), app.cwd])].join(', of ')
  const why =
    pathInEnv(app, variant) === undefined
      ? `is not installed: it is neither in the PATH nor in a node_modules/.bin of ${folders}, or of a folder above. ` +
        'Install it'
      : 'is not found: it is not in the PATH that env sets, and node_modules/.bin is not searched then. ' +
        'Correct that PATH'
  throw new SpeedupError(
    'UNSUPPORTED',
    `Variant ${variant.name}: ${program} ${why}, correct the command, or remove ${variant.name}.`
  )
}

/** @returns null: it can't be known, as where the line sets its own PATH, or is a path */
function programOf(given: string | string[]) {
  if (typeof given === 'string' && /^\s*(?:\w+=\S*\s+)*PATH=/.test(given)) return null
  const found =
    typeof given === 'string'
      ? /^\s*(?:\w+=[\w./:@-]*\s+)*(?:exec\s+)?([\w.@+][\w.@+-]*)(?=\s|$)/.exec(given)?.[1]
      : given[0]
  return found === undefined || /[/\s]/.test(found) ? null : found
}
