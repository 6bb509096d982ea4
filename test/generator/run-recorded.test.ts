import { expect } from 'chai'
import { describe, it } from 'mocha'
import { temporaryFolder } from '../support/folder.ts'
import { refused, standIn, target } from './stand-in.ts'

const finished = { event: 'finished', cpuMs: 9, errors: {}, users: 20, skippedUsers: 0, shortestSessionMs: 5, beganMs: 1, lastArrivalMs: 2 }
const tell = (event: object) => `process.send({ 'artillery-plugin-speedup': ${JSON.stringify(event)} })\n`
const loading = tell({ event: 'loading', cpuMs: 4 })
const staying = 'setInterval(() => {}, 1000)\n'

describe('a child artillery run', () => {
  const run = standIn(temporaryFolder())

  it('has its outcome, however it ends then, and is heard as it goes, but for messages that are not ours', async () => {
    const heard: string[] = []
    const strange = "for (const message of ['hello', 7, null, {}]) process.send(message)\n"
    const script = `${strange}${loading}${tell(finished)}process.exitCode = 1`
    const outcome = await run(script, { heard: ({ event, cpuMs }) => heard.push(`${event} ${cpuMs}`) })
    expect(outcome).to.deep.include({ users: 20, shortestSessionMs: 5, beganMs: 1, lastArrivalMs: 2 })
    expect(heard).to.eql(['loading 4', 'finished 9'])
  })

  it('is told its order and its command line', async () => {
    const script = `const errors = { order: process.env.ARTILLERY_SPEEDUP_RUN, argv: process.argv.slice(2).join(' ') }
      process.send({ 'artillery-plugin-speedup': { event: 'finished', errors } })`
    const { errors } = (await run(script)) as { errors: any }
    expect(JSON.parse(errors.order)).to.deep.include({ telemetryFile: '/t.ndjson', answersFile: null, pidHeader: 'x-worker-pid', targets: [target] })
    expect(errors.argv).to.equal('run /job.yml --quiet --target http://127.0.0.1:3030')
  })

  it('has failed when it ends before its last user has finished, with what it said last', async () => {
    const error = await refused(run(`${loading}console.error('no such file'); process.exitCode = 3`))
    const message = 'exited with code 3 before its last user had finished. Its last lines:\n    no such file'
    expect(error).to.include({ code: 'GENERATOR_FAILED', message: `The load generator (a child artillery run) ${message}` })
    expect((await refused(run("process.kill(process.pid, 'SIGKILL')"))).message).to.include('was ended by SIGKILL before')
  })

  it('is ended when it has loaded for as long as it may, and that is no error', async () => {
    const heard: string[] = []
    const answered = `;(await import('node:fs')).appendFileSync(JSON.parse(process.env.ARTILLERY_SPEEDUP_RUN).samplesFile, '1,2,200,3,1\\n')\n`
    expect(await run(loading + answered + staying, { atMostSeconds: 0.2, heard: ({ event }) => heard.push(event) })).to.equal(null)
    expect(heard).to.eql(['loading'])
  })

  for (const [what, script] of [
    ['before the app has answered at all, however long that takes', `${loading}setTimeout(() => { ${tell(finished)} process.disconnect() }, 600)`],
    ['before it has begun to load', `setTimeout(() => { ${loading}; ${tell(finished)} }, 600)`]
  ]) {
    it(`is not ended ${what}`, async () => {
      expect(await run(script, { atMostSeconds: 0.2 })).to.include({ users: 20 })
    })
  }

  it('is killed when it is given up, for the reason of that', async () => {
    const reason = new Error('no longer wanted')
    const giveUp = new AbortController()
    const error = await refused(run(loading + staying, { signal: giveUp.signal, heard: () => giveUp.abort(reason) }))
    expect(error).to.equal(reason)
  })
})
