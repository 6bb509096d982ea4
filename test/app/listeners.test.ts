import { disturb } from '../../plugin/questions/losses/app.ts'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { acceptorOf, connectedTo, holderOf, listeningPaths, listeningPorts } from '../../plugin/app/listeners.ts'
import { markVariable } from '../../plugin/processes/members.ts'
import { madeUpProc, type MadeUpProcess, type MadeUpSocket } from '../processes/made-up-proc.ts'
import { startingOwned } from '../processes/starting-owned.ts'
import { temporaryFolder } from '../support/folder.ts'
import { apps } from '../support/project.ts'
import { starting } from './starting.ts'

const mark = randomUUID()
const kin = { group: 7, mark }

describe('who listens on a port', () => {
  const folder = temporaryFolder()
  const port = 8080
  const sockets: MadeUpSocket[] = [
    { port, inode: 12 },
    { port, inode: 14, state: '01' },
    { port: 8081, inode: 15 },
    { port, inode: 13, isIpv6: true }
  ]
  const open = ['/dev/null', 'socket:[12]']
  const ofOther = { group: 9, environment: [`${markVariable}=${randomUUID()}`] }

  const cases: [what: string, holder: string, processes: Record<number, MadeUpProcess>][] = [
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
      expect(holderOf(port, kin, madeUpProc(folder, processes, sockets))).to.equal(holder)
    })
  }

  it('is unknown where the system does not tell, and is not who only has a mark like ours from who started us', () => {
    expect(holderOf(port, kin, folder.path('nowhere'))).to.equal('unknown')
    const { env } = process
    const starters = randomUUID()
    process.env = { ...env, [markVariable]: starters }
    try {
      const environment = [`${markVariable}=${starters}`]
      const proc = madeUpProc(folder, { 9: { group: 9, environment, open } }, sockets)
      expect(holderOf(port, kin, proc)).to.equal('a stranger')
    } finally {
      process.env = env
    }
  })
})

describe('the ports on which a process and its children listen', () => {
  const folder = temporaryFolder()
  const { start } = startingOwned()

  it('are those whose socket one of them has open, each once, lowest first; none where the system does not tell', () => {
    expect(listeningPorts(kin, folder.path('nowhere'))).to.eql([])
    expect(listeningPorts(kin, madeUpProc(folder, { 7: { group: 7, open: ['socket:[12]'] } }))).to.eql([])
    const has = (group: number, ...inodes: number[]) => ({
      group,
      open: ['/dev/null', ...inodes.map((inode) => `socket:[${inode}]`)]
    })
    const sockets = [
      { port: 8080, inode: 12 },
      { port: 8081, inode: 13 },
      { port: 50_000, inode: 14, state: '01' },
      { port: 3030, inode: 11, isIpv6: true },
      { port: 8080, inode: 12, isIpv6: true }
    ]
    const proc = madeUpProc(folder, { 7: has(7, 12), 8: has(7, 11, 14), 9: has(9, 13) }, sockets)
    expect(listeningPorts(kin, proc)).to.eql([3030, 8080])
  })

  it('are beside the Unix sockets on which they listen', async () => {
    const path = folder.path('an app.sock')
    const serve = `require('node:net').createServer((socket) => socket.end()).listen('${path}', () => console.log('listens'))`
    const { owned, printed } = start({ argv: ['-e', serve] })
    await printed(/listens/)
    expect([listeningPaths(owned.kin), listeningPorts(owned.kin)]).to.eql([[path], []])
    await owned.kill()
  })

  it('are known of a program that tells nothing, and of what it started', async () => {
    const serve =
      "require('node:net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })"
    const fork = `require('node:child_process').spawn(process.execPath, ['-e', \`${serve}\`], { detached: true, stdio: 'inherit' })`
    const { owned, printed } = start({ argv: ['-e', `${serve}; ${fork}`] })
    const lines = await printed(/\d+\n\d+\n/)
    const ports = lines.trim().split('\n').map(Number)
    expect(listeningPorts(owned.kin)).to.eql(ports.sort((a, b) => a - b))
    await owned.kill()
    expect(listeningPorts(owned.kin)).to.eql([])
  })
})

describe('an app that starts while another program takes its port', () => {
  const { start, refusal, port, folder } = starting()
  const { start: startOther } = startingOwned()
  const strangers: Server[] = []
  afterEach(() => strangers.splice(0).forEach((server) => server.close()))
  const argv = [`${apps}hello.js`]
  const waiting = { name: 'other', mode: 'command' as const, workers: null, command: ': > started; sleep 100' }
  const env = () => ({ ...process.env, PORT: String(port()) })
  /** As this process, which takes no time to start. */
  const takeAsStranger = () =>
    void strangers.push(createServer((socket) => socket.resume()).listen(port(), '127.0.0.1'))
  const untilStarted = async () => {
    while (!existsSync(join(folder(), 'started'))) await delay(5)
  }
  /** @returns its path, in the folder in which it runs */
  const write = (code: string) => {
    writeFileSync(join(folder(), 'app.cjs'), code)
    return join(folder(), 'app.cjs')
  }

  it('is ready by its own server, though it tells nothing of it, so that no worker can be disturbed', async () => {
    const script = write(
      "process.disconnect(); require('node:http').createServer().listen(process.env.PORT, '127.0.0.1')"
    )
    const app = await start({ name: 'single', mode: 'single' }, { script })
    expect(app.reported().workerPids).to.eql([])
    const found = await disturb({ kind: 'freeze', of: 'all', seconds: 600, at: 0 }, 0, app)
    expect(found).to.deep.include({ pids: [], doneMs: null, problem: 'no worker was found to disturb' })
  })

  it('is not said to be ready where that is the app of another comparison', async () => {
    const refused = refusal(waiting)
    await untilStarted()
    startOther({ argv, env: env() })
    expect(await refused).to.eql({
      code: 'PORT_TAKEN',
      message:
        `Variant other: while it started, another comparison has taken port ${port()} on 127.0.0.1, whose app would be measured instead. ` +
        'Let one comparison end before the other begins, or choose another port.'
    })
  })

  it('is ready by what others do for a command, such as a container', async () => {
    const started = start(waiting)
    await untilStarted()
    takeAsStranger()
    expect(await (await started).stop()).to.equal(false)
  })

  it('is not ready by that as a single process', async () => {
    const script = write("require('node:fs').writeFileSync('started', ''); setInterval(() => {}, 1000)")
    const refused = refusal({ name: 'single', mode: 'single' }, { script, readyTimeoutSeconds: 2 })
    await untilStarted()
    takeAsStranger()
    expect((await refused).message).to.match(
      /^Variant single: the app .*app\.cjs did not listen on any port within 2 s .* Another program listens on port \d+ now\./
    )
  })
})

describe('who has accepted a connection', () => {
  it('is told by its other end, of those who are asked about', async () => {
    const sockets: Socket[] = []
    const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const ours = connect((server.address() as AddressInfo).port, '127.0.0.1')
    try {
      await Promise.all([once(ours, 'connect'), once(server, 'connection')])
      const pid = String(process.pid)
      expect(acceptorOf(ours, ['1', pid])).to.equal(pid)
      expect(acceptorOf(ours, ['1'])).to.equal(undefined)
      expect(acceptorOf(ours, [pid, 'self']), 'two have it').to.equal(undefined)
    } finally {
      for (const socket of [ours, ...sockets]) socket.destroy()
      server.close()
    }
  })
})

describe('what a process has connected to', () => {
  it('is told by address, once for each connection, and not who has connected to it', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const sockets = [connect(port, '127.0.0.1'), connect({ port, host: '::ffff:127.0.0.1' })]
    try {
      await Promise.all(sockets.map((socket) => once(socket, 'connect')))
      const told = connectedTo(String(process.pid))
      expect(told.filter((to) => to === `127.0.0.1:${port}`)).to.have.length(2)
      expect(told.filter((to) => to.endsWith(`:${sockets[0].localPort}`))).to.eql([])
    } finally {
      for (const socket of sockets) socket.destroy()
      server.close()
    }
  })
})
