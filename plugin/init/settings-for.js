import { dirname, relative } from 'node:path'
import { readSettings } from '../settings/read-settings.js'
/**
 * @import { Settings } from '../vocabulary.js'
 * @import { FoundApp } from './find-app.js'
 * @import { Trying } from './try-app.js'
 */

/**
 * @param {FoundApp} app
 * @param {Trying} trying
 * @param {string} target
 * @returns {Settings} read as the plugin reads them
 */
export function settingsFor({ script, args, nodeArgs, env }, { project, scenarioFile, wishes }, target) {
  const variables = Object.fromEntries(Object.entries(env).filter(([name]) => name !== 'PORT'))
  const timeout = wishes.readyTimeoutSeconds === null ? {} : { readyTimeout: wishes.readyTimeoutSeconds }
  const speedup = { app: { script: relative(dirname(scenarioFile), script), args, nodeArgs, env: variables, ...timeout } }
  const scenario = { config: { target, plugins: { speedup } }, scenarios: [{ flow: [] }] }
  return readSettings({ script: scenario, scriptFile: scenarioFile, configFile: scenarioFile, workingDirectory: project.folder })
}
