import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import type { Settings } from '../../plugin/concepts/settings.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** @returns what the plugin reads from a file, given from the root of this project, such as scenarios/primes.yml */
export function settingsOf(file: string): Settings {
  const scriptFile = root + file
  const script = parse(readFileSync(scriptFile, 'utf8'))
  return readSettings({ script, scriptFile, configFile: scriptFile, workingDirectory: root.slice(0, -1) })
}
