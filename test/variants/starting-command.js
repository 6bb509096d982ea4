import { expect } from 'chai'
import { existsSync, readFileSync } from 'node:fs'
import { afterEach, before, beforeEach } from 'mocha'
import { openWorkbench } from '../../plugin/processes/workbench.js'
import { startVariant } from '../../plugin/variants/start-variant.js'
import { apps, freePort } from '../support/project.js'
import { aVariant, scriptFile, someSettings } from '../support/settings.js'
/**
 * @import { App } from '../../plugin/vocabulary.js'
 * @import { Workbench } from '../../plugin/processes/workbench.js'
 * @import { RunningVariant } from '../../plugin/variants/start-variant.js'
 */

/**
 * @typedef {(command: string | string[], rest?: Partial<App> & { signal?: AbortSignal }) => Promise<RunningVariant>} Start
 *
 * @typedef {object} StartingCommand
 * @property {Start} start
 * @property {(...given: Parameters<Start>) => Promise<{ code: string, message: string }>} refusal why it did not start
 * @property {() => string} folder in which it runs
 * @property {() => number} port that it should listen on
 * @property {() => string} logFile
 * @property {() => string} output so far
 */

/** A line that serves. */
export const hello = `'${process.execPath}' '${apps}hello.js'`

/** @param {string} command @returns {string} how a message about it begins */
export const named = (command) => `Variant other: the command \`${command}\``

const settings = someSettings()

/**
 * In a describe block: a variant of mode command in each test, ended with it. Where there is no /proc, the tests are left
 * out: processes that hide can't be found there.
 *
 * @returns {StartingCommand}
 */
export function startingCommand() {
  /** @type {Workbench} */
  let workbench
  /** @type {RunningVariant[]} */
  const running = []
  let logFile = ''
  let port = 0
  before(function () {
    if (!existsSync('/proc/self/stat')) this.skip()
  })
  beforeEach(async () => {
    workbench = openWorkbench()
    port = await freePort()
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ stop }) => stop()))
    await workbench.close()
  })

  /** @type {Start} */
  const start = async (command, { signal = new AbortController().signal, ...app } = {}) => {
    const target = { url: `http://127.0.0.1:${port}`, hostname: '127.0.0.1', port, protocol: /** @type {const} */ ('http:') }
    const variant = aVariant({ name: 'other', mode: 'command', workers: null, env: { SAID: 'by the variant' }, command })
    const { guard, folder: cwd } = workbench
    logFile = workbench.createLog('app')
    const started = await startVariant({ ...settings, app: { ...settings.app, script: null, cwd, ...app }, variant, target, logFile, guard, scriptFile }, signal)
    running.push(started)
    return started
  }
  return {
    start,
    refusal: (...given) => start(...given).then(() => expect.fail('It started.'), ({ code, message }) => ({ code, message })),
    folder: () => workbench.folder,
    port: () => port,
    logFile: () => logFile,
    output: () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '')
  }
}
