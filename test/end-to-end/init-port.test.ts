import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { findApp } from '../../plugin/init/find-app.ts'
import { choosePort, isFree } from '../../plugin/init/find-port.ts'
import { openWorkbench } from '../../plugin/processes/guard.ts'
import { isListening } from '../../plugin/app/port.ts'
import { freePort } from '../support/project.ts'
import { serving } from '../support/serving.ts'
import { refusalFrom, someProjects } from '../init/some-project.ts'
import { readWishes, type Wishes } from '../../plugin/init/questions.ts'

const noWishes = readWishes({ 'ready-timeout': '30' })
const serve = "require('node:http').createServer((_request, response) => response.end('hello'))"
const noHttp = "require('node:net').createServer((socket) => socket.end('?'))"
const urlOf = (port: number) => `http://127.0.0.1:${port}`
const obeying = { obeysPort: true, takenPort: null, otherPorts: [] }

describe('the port of an app', () => {
  const projects = someProjects()
  const serveBy = serving()
  /** By another program. */
  const take = (port: number) => serveBy(() => {}, { port })

  type Choosing = { hint?: number; wishes?: Partial<Wishes>; env?: Record<string, string>; signal?: AbortSignal }

  async function choose(
    source: string,
    { hint, wishes, env = {}, signal = new AbortController().signal }: Choosing = {}
  ) {
    const project = projects.make({ 'app.js': source, ...(hint && { '.env': `PORT=${hint}` }) })
    const app = { ...findApp(project, { app: 'app.js', port: null }), env }
    const workbench = openWorkbench()
    const trying = { project, wishes: { ...noWishes, ...wishes }, workbench }
    const { settings, routes: _, ...found } = await choosePort(app, trying, signal).finally(() => workbench.close())
    return { url: settings.target.url, ...found }
  }

  it('is the one of the source when it listens where PORT says, or the next free one', async () => {
    const hint = await freePort()
    const source = `${serve}.listen(process.env.PORT, '127.0.0.1')`
    expect(await choose(source, { hint })).to.eql({ url: urlOf(hint), ...obeying })
    await take(hint)
    const { url, ...rest } = await choose(source, { hint })
    expect(Number(new URL(url).port)).to.be.above(hint)
    expect(rest).to.eql({ ...obeying, takenPort: hint })
  })

  it('is the one that scripts.start sets, or that is wanted', async () => {
    const [set, wanted] = [await freePort(), await freePort()]
    const source = `${serve}.listen(process.env.PORT)`
    const command = { hint: 4000, env: { PORT: String(set) } }
    expect(await choose(source, command)).to.include({ url: urlOf(set), obeysPort: true })
    const wish = { ...command, wishes: { port: wanted } }
    expect(await choose(source, wish)).to.include({ url: urlOf(wanted), obeysPort: true })
  })

  it('is its own when it does not care for PORT, and of several the one that speaks HTTP', async () => {
    const [first, second] = [await freePort(), await freePort()]
    const source = `${noHttp}.listen(${first}); setTimeout(() => ${serve}.listen(${second}), 200)`
    const own = { url: urlOf(second), obeysPort: false, takenPort: null, otherPorts: [first] }
    expect(await choose(source, { hint: 4000 })).to.eql(own)
  })

  it('is found when a child of the app listens, on PORT or on a port of its own', async () => {
    const source = (port: string) =>
      `if (process.argv[2]) ${serve}.listen(${port}); else require('node:child_process').fork(__filename, ['child'])`
    expect(await choose(source('process.env.PORT'))).to.include({ obeysPort: true })
    const own = await freePort()
    expect(await choose(source(String(own)))).to.include({ url: urlOf(own), obeysPort: false })
  })

  it('is found on ::1 alone, by a name that leads there', async function () {
    const port = await freePort()
    const url = await choose(`${serve}.listen(${port}, '::1').on('error', () => process.exit(9))`).then(
      (found) => found.url,
      (reason) => String(reason)
    )
    if (/code 9/.test(url)) this.skip()
    expect(url).to.be.oneOf([`http://localhost:${port}`, `http://[::1]:${port}`])
    expect((await fetch(url).catch(() => null))?.ok, 'it is gone again').to.equal(undefined)
  })

  it('is none of an app that speaks no HTTP, and not the wanted one of an app that has one of its own', async () => {
    const [own, port] = [await freePort(), await freePort()]
    const why =
      'but sends no HTTP response there. If it uses HTTPS, make it use HTTP during the comparison. If another file starts the HTTP server: --app <file>.'
    expect(await refusalFrom(() => choose(`${noHttp}.listen(${own})`))).to.eql({
      code: 'APP_NOT_READY',
      message: `app.js listens on port ${own}, ${why}`
    })
    const message = `--port is ${port}, but app.js ignores PORT and listens on port ${own}. Make it listen on process.env.PORT, or omit --port.`
    expect(await refusalFrom(() => choose(`${serve}.listen(${own})`, { wishes: { port } }))).to.eql({
      code: 'INVALID_SETTINGS',
      message
    })
  })

  it('is missed when another program has it', async () => {
    const port = await freePort()
    await take(port)
    const own = await refusalFrom(() => choose(`${serve}.listen(${port}, '127.0.0.1')`))
    expect(own).to.have.property('code', 'PORT_TAKEN')
    expect(own.message).to.match(
      new RegExp(`^app\\.js ignores PORT and listens on port ${port}, which another program uses`)
    )
    const message = `--port is ${port}, but that port is in use or not permitted. Stop the program that uses it, or choose another port.`
    expect(await refusalFrom(() => choose(serve, { wishes: { port } }))).to.eql({ code: 'PORT_TAKEN', message })
  })

  it('is looked for no longer when it is interrupted, and the app is gone', async () => {
    const interruption = new AbortController()
    const port = await freePort()
    const source = `process.on('SIGTERM', () => {}); ${noHttp}.listen(${port})`
    const choosing = choose(source, { signal: interruption.signal }).catch((reason) => reason)
    while (!(await isListening({ hostname: '127.0.0.1', port }))) await delay(20)
    interruption.abort(new Error('Ctrl-C'))
    expect(await choosing).to.have.property('message', 'Ctrl-C')
    expect(await isFree(port)).to.equal(true)
  })
})
