import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { afterEach, before, describe, it } from 'mocha'
import { readProcesses } from '../../plugin/machine/watch-machine.ts'
import { startVariant, type RunningVariant } from '../../plugin/app/start-variant.ts'
import { temporaryFolder } from '../support/folder.ts'
import { apps, freePort } from '../support/project.ts'
import { scriptFile, someSettings } from '../support/settings.ts'

const guard = { watch: () => {}, release: () => {}, watchFolder: () => {}, close: async () => {} }
const { app, variants, target, pidHeader } = someSettings()

describe('a variant that runs', () => {
  const folder = temporaryFolder()
  let running: RunningVariant | null = null
  before(function () {
    if (!existsSync('/proc/self/stat')) this.skip()
  })
  afterEach(() => running?.stop())

  for (const variant of variants) {
    it(`tells how busy each of its ${variant.workers} processes is, and nothing of another: ${variant.name}`, async () => {
      const port = await freePort()
      const given = { app: { ...app, script: `${apps}hello.js` }, variant, target: { ...target, port }, pidHeader, logFile: folder.path('log'), guard, scriptFile, insecure: false, generator: null }
      running = await startVariant(given, new AbortController().signal)
      const workers = running.workerPids()
      expect(workers).to.have.length(Number(variant.workers))
      // Nobody tells when a report has come.
      const reportsOf = (pid: string) => running?.usage().filter((report) => String(report.pid) === pid) ?? []
      while (!workers.every((pid) => reportsOf(pid).length >= 2)) await delay(50)
      expect(new Set(running.usage().map(({ pid }) => String(pid)))).to.eql(new Set(workers))
      const rssMegabytes = workers.reduce((sum, pid) => sum + reportsOf(pid)[0].rssBytes / 2 ** 20, 0)
      // Their primary is in the group as well.
      expect(Number(running.kin && readProcesses(running.kin)?.rssMegabytes) / rssMegabytes).to.be.within(0.7, 2)
    })
  }
})
