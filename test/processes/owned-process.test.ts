import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { openWorkbench, startGuard } from '../../plugin/processes/guard.ts'
import { keepShort } from '../../plugin/processes/last-lines.ts'
import { markVariable, membersAmong, membersOf, signalMembers, type Kin } from '../../plugin/processes/members.ts'
import { startOwned } from '../../plugin/processes/owned-process.ts'
import { openFiles } from '../../plugin/processes/proc.ts'
import { expectNobody } from '../app/starting.ts'
import { temporaryFolder } from '../support/folder.ts'
import { livingProcesses, waitUntilGone } from '../support/strays.ts'
import { startingOwned } from './starting-owned.ts'

/**
 * Goes on until SIGTERM, then takes its time to say goodbye. A shell waits for what it started before it minds a
 * signal.
 */
const polite = (name: string) =>
  `trap 'sleep 0.3; echo ${name} left; exit 0' TERM; echo ${name} runs; while :; do sleep 0.02; done`
const deaf = "trap '' TERM; echo deaf runs; while :; do sleep 0.02; done"

describe('a process that we own', () => {
  const { start, shell } = startingOwned()

  it('tells its exit code, or which signal ended it, and that nobody is left', async () => {
    const { owned, output } = shell('echo hello; exit 3')
    expect(owned.exit()).to.equal(null)
    expect(await owned.exited).to.eql({ code: 3, signal: null, leftOthers: false })
    expect(owned.exit()).to.eql(await owned.exited)
    expect(output()).to.equal('hello\n')
    expect(await owned.stop(1)).to.equal(false)
    expect(await shell('kill -9 $$').owned.exited).to.eql({ code: null, signal: 'SIGKILL', leftOthers: false })
  })

  // What it ends with when it could not be found, or can't be run, is tested in test/app/command.test.ts.
  it('is asked by SIGTERM once, with all that it started, whether in its session or not', async () => {
    const count = `n=0; trap 'n=$((n+1)); echo $0 $n' TERM; echo $0 runs; while :; do sleep 0.02; done`
    const argv = ['-c', 'sh -c "$COUNT" inside & setsid sh -c "$COUNT" outside & wait']
    const { owned, output, printed } = start({ file: '/bin/sh', argv, env: { ...process.env, COUNT: count } })
    await printed(/inside runs/, /outside runs/)
    const stopped = owned.stop(600)
    await printed(/inside 1/, /outside 1/)
    // For who would ask again.
    await delay(500)
    await owned.kill()
    await stopped
    expect(
      output()
        .split('\n')
        .filter((line) => /\d/.test(line))
        .sort()
    ).to.eql(['inside 1', 'outside 1'])
  })

  it('has all the time that it is given for the rest of it to leave, when its first process has left', async () => {
    const { owned, output, printed } = shell(`(${polite('child')}) & setsid sh -c "${polite('daemon')}" & sleep 100`)
    await printed(/child runs/, /daemon runs/)
    expect(await owned.stop(60)).to.equal(false)
    expect(output()).to.include('child left').and.include('daemon left')
    expectNobody(owned)
  })

  it("is told from others: a number of one that has left may be another's", () => {
    const { owned } = shell('sleep 100')
    expect(membersAmong([process.pid, owned.kin.group], owned.kin)).to.eql([owned.kin.group])
  })

  it('is killed when it does not leave in time, with who has left its session', async () => {
    const { owned, printed } = shell(`setsid sh -c "${deaf}" & sleep 100`)
    await printed(/deaf runs/)
    expect(membersOf(owned.kin)?.filter(({ isInGroup }) => !isInGroup)).to.not.be.empty
    expect(await owned.stop(0.2)).to.equal(true)
    expectNobody(owned)
    expect(await owned.exited).to.deep.include({ signal: 'SIGTERM', leftOthers: false })
  })

  it('is killed at once by who can’t wait, also while it is given time', async () => {
    const { owned, printed } = shell(`(${deaf}) & sleep 100`)
    await printed(/deaf runs/)
    // It leaves no file behind but its log.
    expect(openFiles(`/proc/${owned.kin.group}`).find((file) => file.includes(owned.kin.mark))).to.match(
      / \(deleted\)$/
    )
    const stopped = owned.stop(600)
    while (owned.exit() === null) await delay(10)
    await owned.kill()
    expectNobody(owned)
    expect(await stopped).to.equal(false)
  })

  it('tells that it left others behind, whom it ends: in its group, and outside of its session', async () => {
    for (const line of ['sleep 100 &', 'setsid sleep 100 &', 'setsid sh -c "setsid sleep 100 & sleep 100" &']) {
      const { owned } = shell(line)
      expect(await owned.exited, line).to.eql({ code: 0, signal: null, leftOthers: true })
      expectNobody(owned)
    }
  })

  it('is a daemon, too, that writes its title over its environment', async function () {
    if (spawnSync('perl', ['-v']).error !== undefined) this.skip()
    const script =
      'if (fork) { sleep 100 } POSIX::setsid(); $0 = "x" x 100_000; $| = 1; print "daemon runs $$\\n"; sleep 100'
    const { owned, printed } = start({ file: 'perl', argv: ['-MPOSIX', '-e', script] })
    const [, pid] = /runs (\d+)/.exec(await printed(/runs \d+/)) ?? []
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).to.not.include('=')
    expect(membersOf(owned.kin)).to.deep.include({ pid: Number(pid), isInGroup: false, isZombie: false })
    expect(await owned.stop(60)).to.equal(false)
    expectNobody(owned)
  })

  it('is asked alone when it is a program of ours, which ends what it started itself; what it leaves is killed', async () => {
    const script = `
      const { spawn } = require('node:child_process')
      spawn('/bin/sh', ['-c', ${JSON.stringify(polite('child'))}], { stdio: 'inherit' })
      spawn('/bin/sh', ['-c', ${JSON.stringify(polite('daemon'))}], { stdio: 'inherit', detached: true })
      process.on('SIGTERM', () => process.exit(0))
      process.send('up')`
    const { owned, output, printed } = start({ argv: ['-e', script], isStranger: false })
    await printed(/child runs/, /daemon runs/)
    expect(await owned.stop(60)).to.equal(false)
    expectNobody(owned)
    expect(output()).to.not.include('left')
  })
})

describe('a log', () => {
  const folder = temporaryFolder()
  const mostBytes = 16 * 2 ** 20
  const longest = `${'x'.repeat(1023)}\n`.repeat(mostBytes / 1024)

  it('is shortened to its end when it has become long, and once more at the end', async () => {
    const log = folder.write('log', 'first\n')
    const end = keepShort(log)
    appendFileSync(log, `${longest}last\n`)
    while (statSync(log).size > mostBytes) await delay(20)
    appendFileSync(log, 'after\n')
    const kept = readFileSync(log, 'utf8')
    expect(kept.length).to.be.within(60_000, 100_000)
    expect(kept)
      .to.match(/x\nlast\nafter\n$/)
      .and.not.include('first')
    end()
    expect(statSync(log).size).to.equal(16_384)
  })

  it('keeps no more than a message can quote when its process has ended: of many runs there are many logs', () => {
    const log = folder.write('short', 'a line\n')
    keepShort(log)()
    expect(readFileSync(log, 'utf8')).to.equal('a line\n')
    appendFileSync(log, `${longest}last\n`)
    keepShort(log)()
    expect(readFileSync(log, 'utf8'))
      .to.match(/x\nlast\n$/)
      .and.have.lengthOf(16_384)
    const end = keepShort(log)
    rmSync(log)
    expect(end).to.not.throw()
  })
})

const script = fileURLToPath(new URL('./fixtures/owner.ts', import.meta.url))

describe('what was started is ended when its owner was killed', () => {
  /** Has an owner run a line of a shell that starts two processes, and kills the owner. */
  async function expectEnd(line: string, kill: (owner: ReturnType<typeof spawn>, outer: string) => void) {
    const [mark, outer] = [randomUUID(), randomUUID()]
    const env = { ...process.env, SPEEDUP_TEST_MARK: mark, [markVariable]: outer }
    const owner = spawn(process.execPath, [script, line], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const [folder] = await once(owner.stdout.setEncoding('utf8'), 'data')
    while (livingProcesses(mark).filter((one) => one.includes('sleep 987654')).length < 2) await delay(10)
    kill(owner, outer)
    await waitUntilGone(mark)
    expect(existsSync(folder.trim())).to.equal(false)
  }

  const lines: Record<string, string> = {
    'in a session of its own, which does not mind SIGTERM': `setsid sh -c "trap '' TERM; while :; do sleep 987654; done" & sleep 987654`,
    'in a session of its own, when who started it has left': 'setsid sh -c "setsid sleep 987654 &" & exec sleep 987654'
  }
  for (const [where, line] of Object.entries(lines)) it(where, () => expectEnd(line, (owner) => owner.kill('SIGKILL')))

  it('although it has only just begun its program, so that nothing showed whose it was', async () => {
    const mark = randomUUID()
    const guard = startGuard()
    guard.watch({ group: NaN, mark })
    const over = guard.close()
    await delay(500)
    const late = spawn('sleep', ['987654'], { env: { ...process.env, [markVariable]: mark } })
    const exited = once(late, 'exit')
    await Promise.race([exited, over.then(() => late.kill('SIGTERM'))])
    await exited
    expect(late.signalCode).to.equal('SIGKILL')
  })

  it('and nobody waits for what the system could not start', async () => {
    const workbench = openWorkbench()
    const [watched, released]: string[][] = [[], []]
    const watch = (kin: Kin) => (watched.push(kin.mark), workbench.guard.watch(kin))
    const release = (kin: Kin) => (released.push(kin.mark), workbench.guard.release(kin))
    const launch = { argv: ['x'.repeat(1_000_000)], env: process.env, cwd: '/', logFile: workbench.createLog('long') }
    expect(() => startOwned(launch, { ...workbench.guard, watch, release })).to.throw('E2BIG')
    expect(released).to.eql(watched).and.have.length(1)
    await workbench.close()
  })

  it('by whoever had started the owner itself', () =>
    expectEnd('setsid sleep 987654 & sleep 987654', (_owner, outer) =>
      signalMembers({ group: NaN, mark: outer }, 'SIGKILL')
    ))
})
