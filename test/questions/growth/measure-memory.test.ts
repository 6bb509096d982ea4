import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { signOf, type Reading } from '../../../plugin/questions/growth/concepts.ts'
import { builtModule } from '../../../plugin/package-files.ts'
import { temporaryFolder } from '../../support/folder.ts'

/**
 * Keeps a megabyte more whenever it is told to, of which half is outside of the heap, and leaves another as garbage.
 */
const keeper = `
const kept = []
let garbage
process.on('message', () => {
  kept.push(Array.from({ length: 62_500 }, (_, i) => i + 0.5), Buffer.alloc(500_000))
  garbage = Buffer.alloc(1_000_000)
  garbage.own = garbage
  garbage = null
  process.send('done')
})
process.send('begun')`

describe('in the app, what reads its memory', () => {
  const folder = temporaryFolder()

  async function start(name: string, argv: string[], code: string) {
    const feet = folder.path(name)
    mkdirSync(feet)
    const script = folder.write(`${name}/app.mjs`, code)
    const preload = builtModule('in-app/preload.js')
    const watcher = builtModule('questions/growth/in-app/measure-memory.js').href
    preload.search = String(new URLSearchParams({ watcher, watchFolder: feet, owner: String(process.pid) }))
    const child = spawn(process.execPath, [...argv, '--import', preload.href, script], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc']
    })
    await heard(child, 'begun')
    const read = async (foot: number): Promise<Reading> => {
      const file = join(feet, `${child.pid}-${foot}.json`)
      writeFileSync(join(feet, signOf(foot)), '')
      while (!existsSync(file) && child.exitCode === null) await delay(10)
      return JSON.parse(readFileSync(file, 'utf8'))
    }
    const keep = async () => {
      child.send('keep')
      await heard(child, 'done')
    }
    return { child, read, keep }
  }

  const heard = async (child: ChildProcess, wanted: string) => {
    for (;;) if ((await once(child, 'message'))[0] === wanted) return
  }

  const ways: Record<string, [argv: string[], code: string]> = {
    'as it is': [[], keeper],
    'with --inspect': [['--inspect=127.0.0.1:0'], keeper],
    'with an inspector of its own': [
      [],
      `import { Session } from 'node:inspector'\nconst session = new Session()\nsession.connect()\nsession.post('HeapProfiler.enable')\nsession.post('Profiler.enable')\nsession.post('Profiler.start')\n${keeper}`
    ],
    'with functions of Node replaced': [
      [],
      `import fs from 'node:fs'\nfs.existsSync = fs.writeFileSync = () => { throw new Error('none') }\nprocess.memoryUsage = () => ({})\n${keeper}`
    ]
  }
  for (const [name, [argv, code]] of Object.entries(ways)) {
    it(`tells what stays once garbage is collected, and leaves the app alone: ${name}`, async () => {
      const { child, read, keep } = await start(name.replaceAll(' ', '-'), argv, code)
      try {
        await keep()
        const before = await read(0)
        for (let i = 0; i < 4; i++) await keep()
        const after = await read(1)
        expect((after.heapBytes - before.heapBytes) / 2e6).to.be.within(0.9, 1.1)
        expect((after.externalBytes - before.externalBytes) / 2e6).to.be.within(0.9, 1.1)
        expect([child.exitCode, after.descriptors - before.descriptors]).to.eql([null, 0])
      } finally {
        child.kill('SIGKILL')
      }
    })
  }

  it('puts no function gc in the way of the app', async () => {
    const code = `import { runInNewContext } from 'node:vm'\nconst types = [typeof gc, runInNewContext('typeof gc')]\nprocess.on('message', () => process.send('done'))\nif (types.every((type) => type === 'undefined')) process.send('begun')`
    const { child } = await start('gc', [], code)
    child.kill('SIGKILL')
  })
})
