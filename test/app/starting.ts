import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { afterEach, beforeEach } from 'mocha'
import { startVariant } from '../../plugin/app/modes.ts'
import type { RunningVariant, StartRequest } from '../../plugin/app/runner.ts'
import type { PreloadOptions } from '../../plugin/messages/app.ts'
import { openWorkbench, type Workbench } from '../../plugin/processes/guard.ts'
import { hasMembers } from '../../plugin/processes/members.ts'
import { freePort } from '../support/project.ts'
import { aVariant, scriptFile, someSettings } from '../support/settings.ts'
import type { App, Target, Variant } from '../../plugin/concepts/settings.ts'

type Start = (
  variant: Partial<Variant>,
  app?: Partial<App> & { signal?: AbortSignal } & Pick<PreloadOptions, 'usualPort'> &
    Pick<StartRequest, 'preload' | 'doing'>
) => Promise<RunningVariant>

const settings = someSettings()

/** As long as they need on a busy machine, unless a test says otherwise. */
const patient = { readyTimeoutSeconds: 30, stopTimeoutSeconds: 20 }

/** In a describe block: variants that are started here, ended with each test. */
export function starting() {
  let workbench: Workbench
  const running: RunningVariant[] = []
  let [port, logFile] = [0, '']
  const url = () => `http://127.0.0.1:${port}`
  beforeEach(async () => {
    workbench = openWorkbench()
    port = await freePort()
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ stop }) => stop()))
    await workbench.close()
  })

  const start: Start = async (
    variant,
    { signal = new AbortController().signal, preload, usualPort, doing, ...app } = {}
  ) => {
    const { guard, folder: cwd } = workbench
    logFile = workbench.createLog('app')
    const request = {
      variant: aVariant(variant),
      target: { ...settings.target, url: url(), port },
      logFile,
      guard,
      scriptFile,
      ...(doing && { doing }),
      preload: { ...preload, ...(usualPort && { usualPort }) }
    }
    running.push(
      await startVariant(
        { ...settings, app: { ...settings.app, ...patient, script: null, cwd, ...app }, ...request },
        signal
      )
    )
    return running[running.length - 1]
  }
  return {
    start,
    /** @returns why it did not start */
    refusal: (...request: Parameters<Start>) => rejectionOf(start(...request)),
    folder: () => workbench.folder, // in which it runs
    port: () => port, // that it should listen on
    url, // of that port
    logFile: () => logFile,
    output: () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '') // so far
  }
}

/**
 * Settings with two variants, one that is started here and one of mode url with these targets, and a request to start
 * the latter.
 */
export function urlRequest(
  targets: Target[],
  { insecure = false, generator = null, ...app }: Partial<App & Pick<StartRequest, 'insecure' | 'generator'>> = {}
) {
  const guard = { watch: () => {}, release: () => {}, watchFolder: () => {}, close: async () => {} }
  const variant = aVariant({ name: 'staging', mode: 'url', workers: null, targets })
  const changed = {
    app: { ...settings.app, script: null, ...app },
    variants: [aVariant(), variant],
    insecure,
    generator
  }
  return { ...settings, ...changed, variant, logFile: '/nowhere/app.log', guard }
}

/** Of what has ended, nobody is left. */
export function expectNobody({ kin }: Pick<RunningVariant, 'kin'>) {
  expect(kin !== null && hasMembers(kin)).to.equal(false)
}

/** @returns of the SpeedupError with which it rejects */
export function rejectionOf(promise: Promise<unknown>): Promise<{ code: string; message: string }> {
  return promise.then(
    () => expect.fail('It did not reject.'),
    ({ code, message }) => ({ code, message })
  )
}
