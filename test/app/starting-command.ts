import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { afterEach, before, beforeEach } from 'mocha'
import { openWorkbench, type Workbench } from '../../plugin/processes/guard.ts'
import { startVariant, type RunningVariant } from '../../plugin/app/start-variant.ts'
import { apps, freePort } from '../support/project.ts'
import { aVariant, scriptFile, someSettings } from '../support/settings.ts'
import type { App } from '../../plugin/concepts/settings.ts'

type Start = (command: string | string[], rest?: Partial<App> & { signal?: AbortSignal }) => Promise<RunningVariant>

interface StartingCommand {
  start: Start
  refusal: (...given: Parameters<Start>) => Promise<{ code: string, message: string }> // why it did not start
  folder: () => string // in which it runs
  port: () => number // that it should listen on
  logFile: () => string
  output: () => string // so far
}

/** A line that serves. */
export const hello = `'${process.execPath}' '${apps}hello.js'`

/** @returns how a message about it begins */
export const named = (command: string): string => `Variant other: the command \`${command}\``

const settings = someSettings()

/**
 * In a describe block: a variant of mode command in each test, ended with it. Where there is no /proc, the tests are left
 * out: processes that hide can't be found there.
 */
export function startingCommand(): StartingCommand {
  let workbench: Workbench
  const running: RunningVariant[] = []
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

  const start: Start = async (command, { signal = new AbortController().signal, ...app } = {}) => {
    const target = { url: `http://127.0.0.1:${port}`, hostname: '127.0.0.1', port, protocol: 'http:' as const }
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
