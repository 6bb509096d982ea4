import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAsNow, type Place, type Settings, type Variant } from '../concepts/settings.ts'
import { openWorkbench } from '../processes/guard.ts'
import { filesOf, tellOfFiles } from '../questions/versions.ts'
import { cached, fail, runLine, type Means } from './cache.ts'

/**
 * Before the first round: makes ready what variants run in place of the files and the Node that are here. Nothing of it
 * happens between rounds.
 *
 * @param say what is done now, in a line
 * @returns with the place of each variant that has one. @throws SpeedupError NOT_PREPARED
 */
export async function prepareVersions(settings: Settings, say: Means['say'], signal: AbortSignal): Promise<Settings> {
  if (settings.variants.every(isAsNow)) return settings
  const workbench = openWorkbench()
  try {
    const variants: Variant[] = []
    for (const variant of settings.variants)
      variants.push({ ...variant, place: await placeOf(variant, settings, { say, workbench, signal }) })
    const prepared = { ...settings, variants }
    tellOfFiles(prepared, say)
    return prepared
  } finally {
    await workbench.close()
  }
}

async function placeOf(variant: Variant, { app }: Settings, means: Means): Promise<Place | null> {
  if (isAsNow(variant)) return null
  const node =
    variant.node === null
      ? { file: process.execPath, version: process.versions.node }
      : await findNode(variant.node, { variant: variant.name, ...means })
  return { node, script: app.script, cwd: app.cwd, ...(await filesOf(variant, app, node, means)) }
}

/** The one that runs now, where it is such a version; else that of the npm package `node`, once it is in the cache. */
export async function findNode(
  wanted: string,
  { variant, say, workbench, signal }: Means & { variant: string }
): Promise<Place['node']> {
  const own = { file: process.execPath, version: process.versions.node }
  if (`${own.version}.`.startsWith(`${wanted}.`)) return own
  // What npm installs for this system beside its package `node`.
  const name = `node-${process.platform}-${process.arch}`
  const install = async (folder: string) => {
    say(`${variant}: npm installs Node ${wanted}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{}')
    const line = `npm install --no-save --no-audit --no-fund --ignore-scripts ${name}@${wanted}`
    const what = `Variant ${variant}: Node ${wanted} can't be had`
    await runLine(line, { cwd: folder, path: process.env.PATH ?? '', what }, workbench, signal)
  }
  const waiting = () => say(`${variant}: another comparison installs Node ${wanted}; waiting`)
  const { folder } = await cached(`node-${wanted}-${process.arch}`, install, { waiting, signal })
  const file = join(folder, 'node_modules', name, 'bin', 'node')
  if (!existsSync(file))
    fail(`Variant ${variant}: Node ${wanted} was installed, but there is no ${file}. Remove ${folder}, and try again.`)
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' })
  return { file, version: stdout.trim().slice(1) }
}
