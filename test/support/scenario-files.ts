import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import type { ScriptSource, Settings } from '../../plugin/concepts/settings.ts'
import { workingDirectory } from './settings.ts'

/** @param scriptFile absolute path, JSON or YAML */
export const sourceOf = (scriptFile: string, workingDirectory: string): ScriptSource => ({
  script: parse(readFileSync(scriptFile, 'utf8')),
  scriptFile,
  configFile: scriptFile,
  workingDirectory
})

/** @returns what the plugin reads from a file, given from the root of this project, such as scenarios/primes.yml */
export const settingsOf = (file: string): Settings =>
  readSettings(sourceOf(`${workingDirectory}/${file}`, workingDirectory))
