import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { afterEach, describe, it } from 'mocha'
import { holderOf, type Holder } from '../../plugin/app/listeners.ts'
import { isListening } from '../../plugin/app/port.ts'
import { markVariable } from '../../plugin/processes/members.ts'
import { madeUpProc, type MadeUpProcess } from '../processes/made-up-proc.ts'
import { startingOwned } from '../processes/starting-owned.ts'
import { temporaryFolder } from '../support/folder.ts'
import { apps } from '../support/project.ts'
import { starting } from './starting.ts'

const mark = randomUUID()
const kin = { group: 7, mark }

describe('who listens on a port', () => {
  const folder = temporaryFolder()
  const header = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n'
  const row = (local: string, state: string, inode: number) =>
    `   0: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000     0        0 ${inode} 1 000000005bdf2f47 100 0 0 10 0\n`
  const open = ['/dev/null', 'socket:[12]']
  const ofOther = { group: 9, environment: [`${markVariable}=${randomUUID()}`] }

  const cases: [what: string, holder: Holder, processes: Record<number, MadeUpProcess>][] = [
    ['the app', 'ours', { 7: { group: 7, open } }],
    [
      'what the app has started in a session of its own',
      'ours',
      { 9: { group: 9, environment: [`${markVariable}=${mark}`], open } }
    ],
    [
      'the app, with one of another comparison, which shares the port',
      'another comparison',
      { 7: { group: 7, open }, 9: { ...ofOther, open: ['socket:[13]'] } }
    ],
    ['the app of another comparison', 'another comparison', { 7: { group: 7 }, 9: { ...ofOther, open } }],
    [
      'a program that nobody here has started, as that of a container',
      'a stranger',
      { 7: { group: 7 }, 9: { group: 9, open } }
    ],
    ['one whose files nobody may see', 'unknown', { 7: { group: 7 }, 9: { group: 9 } }]
  ]
  for (const [what, holder, processes] of cases) {
    it(`is ${what}`, () => {
      const proc = madeUpProc(folder, processes)
      folder.write(
        `${basename(proc)}/net/tcp`,
        `${header}${row('0100007F:1F90', '0A', 12)}${row('0100007F:1F90', '01', 14)}${row('00000000:1F91', '0A', 15)}`
      )
      folder.write(`${basename(proc)}/net/tcp6`, `${header}${row(`${'0'.repeat(32)}:1F90`, '0A', 13)}`)
      expect(holderOf(0x1f90, kin, proc)).to.equal(holder)
    })
  }

  it('is unknown where the system does not tell, and is not who only has a mark like ours from who started us', () => {
    expect(holderOf(0x1f90, kin, folder.path('nowhere'))).to.equal('unknown')
    const before = process.env[markVariable]
    process.env[markVariable] = randomUUID()
    try {
      const proc = madeUpProc(folder, {
        9: { group: 9, environment: [`${markVariable}=${process.env[markVariable]}`], open }
      })
      folder.write(`${basename(proc)}/net/tcp`, header + row('0100007F:1F90', '0A', 12))
      expect(holderOf(0x1f90, kin, proc)).to.equal('a stranger')
    } finally {
      before === undefined ? delete process.env[markVariable] : (process.env[markVariable] = before)
    }
  })
})

describe('an app that starts while another program takes its port', () => {
  const { start, refusal, port } = starting()
  const { start: startOther } = startingOwned()
  const other = temporaryFolder()
  const strangers: ChildProcess[] = []
  afterEach(() => Promise.all(strangers.splice(0).map((child) => child.kill('SIGKILL') && once(child, 'exit'))))
  const argv = [`${apps}hello.js`]
  const waiting = (line: string) => ({
    name: 'other',
    mode: 'command' as const,
    workers: null,
    command: `: > started; ${line}`
  })
  const env = () => ({ ...process.env, PORT: String(port()) })
  const takeAsStranger = () => void strangers.push(spawn(process.execPath, argv, { env: env(), stdio: 'ignore' }))
  const untilStarted = async (folder: string) => {
    while (!existsSync(join(folder, 'started'))) await delay(5)
  }

  it('is ready by its own server, though it tells nothing of it', async () => {
    const script = other.write(
      'tells-nothing.cjs',
      "process.disconnect(); require('node:http').createServer().listen(process.env.PORT, '127.0.0.1')"
    )
    const { reported } = await start({ name: 'single', mode: 'single' }, { script })
    expect(reported().workerPids).to.eql([])
  })

  it('is not said to be ready where that is the app of another comparison', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'speedup-test-'))
    try {
      const refused = refusal(waiting('sleep 100'), { cwd })
      await untilStarted(cwd)
      startOther({ argv, env: env() })
      const { code, message } = await refused
      expect(code).to.equal('PORT_TAKEN')
      expect(message).to.equal(
        `Variant other: while it started, another comparison has taken port ${port()} on 127.0.0.1, whose app would be measured instead. ` +
          'Let one comparison end before the other begins, or give config.target another port.'
      )
    } finally {
      rmSync(cwd, { recursive: true })
    }
  })

  it('is ready by what others do for a command, such as a container, but a single process is not', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'speedup-test-'))
    try {
      const started = start(waiting('sleep 100'), { cwd })
      await untilStarted(cwd)
      takeAsStranger()
      expect(await (await started).stop()).to.equal(false)
      strangers[0].kill('SIGKILL')
      while (await isListening({ hostname: '127.0.0.1', port: port() })) await delay(10)
      rmSync(join(cwd, 'started'))
      const script = join(cwd, 'waits.cjs')
      writeFileSync(script, "require('node:fs').writeFileSync('started', ''); setInterval(() => {}, 1000)")
      const refused = refusal({ name: 'single', mode: 'single' }, { script, cwd, readyTimeoutSeconds: 2 })
      await untilStarted(cwd)
      takeAsStranger()
      expect((await refused).message).to.match(
        /^Variant single: the app .*waits\.cjs did not listen on any port within 2 s .* Another program listens on port \d+ now\./
      )
    } finally {
      rmSync(cwd, { recursive: true })
    }
  })
})
