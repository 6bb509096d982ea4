import { dirname, relative } from 'node:path'
import { readSettings } from '../settings/read-settings.ts'
import type { Settings } from '../vocabulary.ts'
import type { FoundApp } from './find-app.ts'
import type { Trying } from './try-app.ts'

/** @returns read as the plugin reads them */
export function settingsFor({ script, args, nodeArgs, env }: FoundApp, { project, scenarioFile, wishes }: Trying, target: string): Settings {
  const variables = Object.fromEntries(Object.entries(env).filter(([name]) => name !== 'PORT'))
  const timeout = wishes.readyTimeoutSeconds === null ? {} : { readyTimeout: wishes.readyTimeoutSeconds }
  const speedup = { app: { script: relative(dirname(scenarioFile), script), args, nodeArgs, env: variables, ...timeout } }
  const scenario = { config: { target, plugins: { speedup } }, scenarios: [{ flow: [] }] }
  return readSettings({ script: scenario, scriptFile: scenarioFile, configFile: scenarioFile, workingDirectory: project.folder })
}
