import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { afterEach, beforeEach, describe, it } from 'mocha'
import { startArtillery } from '../support/artillery.ts'
import { shortScript, useProject } from '../support/project.ts'
import { livingProcesses, waitUntilGone } from '../support/strays.ts'

const pm2 = createRequire(import.meta.url).resolve('pm2/bin/pm2')

describe('PM2', () => {
  const project = useProject()
  let usersHome = ''
  /** Of this test alone: others have a PM2 at the same time. */
  const temporary = () => join(usersHome, 'tmp')
  const homes = () => readdirSync(temporary()).filter((name) => name.startsWith('pm2-'))
  const asUser = (...args: string[]) =>
    execFileSync(process.execPath, [pm2, ...args], { encoding: 'utf8', env: { ...process.env, PM2_HOME: usersHome } })
  beforeEach(() => {
    usersHome = mkdtempSync(join(tmpdir(), 'users-pm2-'))
    mkdirSync(temporary())
  })
  afterEach(() => {
    asUser('kill')
    rmSync(usersHome, { recursive: true, force: true })
  })

  it('that the user runs is left alone, and ours is gone even after SIGKILL', async () => {
    asUser('ping')
    const variants = { managed: { mode: 'pm2', workers: 2 }, single: {} }
    const script = shortScript(project, {
      options: { variants },
      config: { phases: [{ duration: 30, arrivalRate: 5 }] }
    })
    const artillery = startArtillery(project.write('job.json', script), {
      cwd: project.folder,
      env: { PM2_HOME: usersHome, TMPDIR: temporary() }
    })
    const isRunning = (what: string) => livingProcesses(artillery.mark).some((line) => line.includes(what))
    // The app's workers, and the load on them.
    while (!isRunning('hello.js') || !isRunning('--quiet')) {
      expect(artillery.child.exitCode, artillery.output()).to.equal(null)
      await delay(50)
    }
    expect(homes()).to.have.length(1)
    artillery.child.kill('SIGKILL')
    await artillery.ended
    await waitUntilGone(artillery.mark)
    expect(homes()).to.eql([])
    expect(asUser('jlist')).to.match(/\[\]\s*$/)
  })
})
