import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SpeedupError } from '../errors.ts'
import { list } from '../wording.ts'

/**
 * An app of PM2's ecosystem file, as it stands there.
 *
 * @param ecosystem absolute path, and the app's name; null: the only one
 * @param pm2 that finds PM2's own packages
 * @returns with `folder`, where its paths begin
 * @throws SpeedupError INVALID_SETTINGS
 */
export async function readEcosystem({ file, app: wanted }: { file: string, app: string | null }, pm2: NodeJS.Require): Promise<Record<string, any>> {
  const content = await read(file, pm2)
  const apps = [content?.apps ?? content?.pm2 ?? content].flat().filter((app) => typeof app === 'object' && app !== null)
  const names = apps.map(({ name, script }) => String(name ?? basename(String(script))))
  if (apps.length === 0) refuse(`${file} has no apps. It is read as PM2's ecosystem file: { apps: [{ name: 'api', script: './server.js' }] }.`)
  if (wanted === null && apps.length > 1) refuse(`${file} has ${apps.length} apps: ${list(names)}. Say which one: ecosystem: { file: ${basename(file)}, app: ${names[0]} }.`)
  const index = wanted === null ? 0 : names.indexOf(wanted)
  if (index === -1) refuse(`${file} has no app ${JSON.stringify(wanted)}. Its apps: ${list(names)}.`)
  return { ...apps[index], name: names[index], folder: dirname(file) }
}

/** As PM2 reads it. */
async function read(file: string, pm2: NodeJS.Require): Promise<any> {
  try {
    if (/\.ya?ml$/.test(file)) return pm2('js-yaml').load(readFileSync(file, 'utf8'))
    if (file.endsWith('.json')) return JSON.parse(readFileSync(file, 'utf8'))
    const module = await import(pathToFileURL(file).href)
    return module.default ?? module
  } catch (error) {
    return refuse(`${file} can't be read as an ecosystem file (${(error as Error).message}).`)
  }
}

function refuse(message: string): never {
  throw new SpeedupError('INVALID_SETTINGS', message)
}
