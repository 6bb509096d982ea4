import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { Grown } from '../../../plugin/questions/growth/concepts.ts'
import { whatGrew } from '../../../plugin/questions/growth/init/what-grew.ts'
import { temporaryFolder } from '../../support/folder.ts'

/** Keeps something more in every way, each time that it is called. */
const keeper = `
import { writeHeapSnapshot } from 'node:v8'
import { remember } from 'pocket'
class Visit { constructor(n) { this.words = 'secret ' + n } }
export const exported = new Map()
const visits = []
const rooms = { lobby: new Set(), ['key-' + process.pid]: [] }
const handlers = []
const bodies = []
let chain = null
globalThis.table = {}
let n = 0
function handle() {
  n++
  exported.set(n, {})
  visits.push(new Visit(n))
  rooms.lobby.add({ n })
  rooms['key-' + process.pid].push([n])
  handlers.push(function onMessage() { return n })
  bodies.push(Buffer.alloc(5000, 1))
  chain = { chain }
  globalThis.table['user ' + n] = { n }
  remember({ n })
  setTimeout(handle, 2 ** 31 - 1)
}
for (const file of process.argv.slice(2)) {
  for (let i = 0; i < 500; i++) handle()
  writeHeapSnapshot(file)
}
process.exit()`

describe('what grew in a heap, between two snapshots', () => {
  const folder = temporaryFolder()
  let grown: Grown
  before(async () => {
    mkdirSync(folder.path('node_modules/pocket'), { recursive: true })
    folder.write('node_modules/pocket/package.json', '{ "type": "module", "exports": "./pocket.js" }')
    folder.write(
      'node_modules/pocket/pocket.js',
      'class Pocket { items = [] }\nconst pocket = new Pocket()\nexport const remember = (item) => pocket.items.push(item)'
    )
    const script = folder.write('app.mjs', keeper)
    const files = ['first', 'second'].map((name) => folder.path(name))
    await promisify(execFile)(process.execPath, [script, ...files])
    grown = whatGrew(files[0], files[1], folder.path('.'))
  })
  const holder = (name: string) => grown.holders.find((each) => each.name === name)
  const countOf = (kind: string) => grown.kinds.find(({ name }) => name === kind)?.count

  it('is held by variables of the app’s own code, by their names', () => {
    for (const name of [
      'the Array `visits` of app.mjs',
      'the Object `rooms` of app.mjs',
      'the Array `handlers` of app.mjs',
      'the Object `chain` of app.mjs',
      'what app.mjs exports'
    ])
      expect(holder(name), name).to.not.equal(undefined)
    expect(holder('the Array `bodies` of app.mjs')?.bytes).to.be.within(500 * 5000, 500 * 6000)
  })

  it('is held by a variable of a package, where the app’s own code does not reach it', () => {
    expect(holder('the Pocket `pocket` of node_modules/pocket/pocket.js')?.bytes).to.be.above(500 * 16)
  })

  it('is counted by kind, and functions by their files', () => {
    expect(['Visit', 'Buffer', 'function onMessage of app.mjs', 'Timeout'].map(countOf)).to.eql(Array(4).fill(500))
  })

  it('tells of no text, and of no key', () => {
    const names = [...grown.holders, ...grown.kinds].map(({ name }) => name)
    expect(names.join(' ')).to.not.match(/secret|user|key/)
  })

  it('has no holder where only Node holds it, or no variable', () => {
    const named = grown.holders.reduce((sum, { bytes }) => sum + bytes, 0)
    expect(grown.bytes - named, 'timers, and a table of all').to.be.at.least(500 * 200)
  })
})
