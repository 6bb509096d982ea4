import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, extname, relative, resolve } from 'node:path'
import { parse } from 'yaml'
import { refuse, SpeedupError } from '../concepts/errors.ts'
import type { FoundApp } from './find-app.ts'
import { isFile } from './read-project.ts'
import { withSetting } from './with-setting.ts'

/**
 * Adds the app to a scenario file of the user's: all else in the file stays as it is, and nothing is started.
 *
 * @param script as typed. @returns what was added, as YAML
 * @throws SpeedupError INVALID_SETTINGS, NOTHING_TO_WRITE
 */
export function addApp(script: string, { script: app, args, nodeArgs, env }: FoundApp): string {
  if (!isFile(script)) refuse(`No such file: ${script}. Give the path of your Artillery script, such as load.yml.`)
  const path = relative(dirname(resolve(script)), app)
  const more = {
    ...(args.length > 0 && { args }),
    ...(nodeArgs.length > 0 && { nodeArgs }),
    ...(Object.keys(env).length > 0 && { env })
  }
  const value = Object.keys(more).length === 0 ? path : { script: path, ...more }
  const line = `plugins: { speedup: ${JSON.stringify({ app: value })} }`
  const leave = (problem: string): never => {
    throw new SpeedupError('NOTHING_TO_WRITE', `${script} ${problem}`)
  }
  const byHand = `Write it there by hand, into its config: ${line}`
  if (!['.yml', '.yaml'].includes(extname(script))) leave(`is not YAML, which is all that can be edited. ${byHand}`)
  const text = readFileSync(script, 'utf8')
  const written = () => {
    try {
      return parse(text)
    } catch (error) {
      return leave(`cannot be read: ${(error as Error).message.split('\n')[0]}`)
    }
  }
  if (written()?.config?.plugins?.speedup !== undefined)
    leave(`has the plugin already. What it will do: npx artillery-speedup run ${script} --dry-run`)
  const changed = withSetting(text, { path: ['config', 'plugins', 'speedup', 'app'], value })
  writeFileSync(script, changed ?? leave(`can't be edited. ${byHand}`))
  return line
}
