import { mkdirSync, truncateSync } from 'node:fs'
import { expect } from 'chai'
import { builtModule } from '../../../plugin/package-files.ts'
import { summarise } from '../../../plugin/questions/profile/experiment/summarise.ts'
import { temporaryFolder } from '../../support/folder.ts'
import type { CpuProfileNode, RawProfile } from '../../../plugin/questions/profile/concepts.ts'

type Frame = [name: string, url?: string, line?: number, column?: number]

const root = '/home/me/shop'
const known = { variant: 'single', file: 'single.cpuprofile', missing: [], seconds: 1, root }
const [idle, program, collector]: Frame[] = [['(idle)'], ['(program)'], ['(garbage collector)']]
const onApp = (name: string, line: number = 10, file: string = 'server.js'): Frame => [
  name,
  `file://${root}/${file}`,
  line
]
const onNode = (name: string, line: number = 100): Frame => [name, 'node:net', line]

/**
 * @param stacks of each sample, from the first called to what ran, 1 ms each; ticks: lines of the last function of a
 * stack
 */
function rawOf(
  stacks: Frame[][],
  { ticks = [], ...rest }: Partial<RawProfile> & { ticks?: [sample: number, line: number, ticks: number][] } = {}
): RawProfile {
  const nodes: CpuProfileNode[] = [nodeOf(1, ['(root)'])]
  const samples = stacks.map((stack) =>
    stack.reduce((above, frame) => {
      const parent = nodes[above - 1]
      const same = parent.children?.find(
        (id) => JSON.stringify(nodes[id - 1].callFrame) === JSON.stringify(nodeOf(id, frame).callFrame)
      )
      if (same !== undefined) return same
      nodes.push(nodeOf(nodes.length + 1, frame))
      ;(parent.children ??= []).push(nodes.length)
      return nodes.length
    }, 1)
  )
  for (const [sample, line, count] of ticks)
    (nodes[samples[sample] - 1].positionTicks ??= []).push({ line, ticks: count })
  const profile = {
    nodes,
    samples,
    timeDeltas: samples.map(() => 1000),
    startTime: 5000,
    endTime: 5000 + 1000 * samples.length
  }
  return { pid: '7', responses: 10, blocked: [], profile, ...rest }
}

const nodeOf = (id: number, [functionName, url = '', line = 0, column = 0]: Frame): CpuProfileNode => ({
  id,
  callFrame: {
    functionName,
    scriptId: url === '' ? '0' : '9',
    url: url === 'eval' ? '' : url,
    lineNumber: line - 1,
    columnNumber: column
  }
})

const times = (count: number, stack: Frame[]): Frame[][] => Array.from({ length: count }, () => stack)
const summaryOf = (stacks: Frame[][], rest?: Parameters<typeof rawOf>[1]) => summarise([rawOf(stacks, rest)], known)
/** @returns of each function what it is and its ms, most of its own first */
const rowsOf = (stacks: Frame[][]) =>
  summaryOf(stacks).functions.map(({ name, place, owner, selfMs, totalMs }) => [name, place, owner, selfMs, totalMs])

describe('a profile of a variant', () => {
  const handler = onApp('handler', 30)

  it('tells the time in each function, with and without what it called', () => {
    const rows = rowsOf([
      ...times(3, [onNode('emit'), handler]),
      ...times(5, [onNode('emit'), handler, onApp('isPrime', 12, 'sieves/trial.js')]),
      [onNode('emit')]
    ])
    expect(rows).to.eql([
      ['isPrime', 'sieves/trial.js:12', 'app', 5, 5],
      ['handler', 'server.js:30', 'app', 3, 8],
      ['emit', 'node:net:100', 'node', 1, 9]
    ])
  })

  it('adds up all processes, and tells idle time apart', () => {
    const raws = [
      rawOf([...times(3, [handler]), [idle]]),
      rawOf([...times(2, [handler]), [idle], [program], [collector]], { responses: 5 })
    ]
    const { processes, responses, busyMs, idleMs, owners, functions } = summarise(raws, known)
    expect([processes, responses, busyMs, idleMs, functions[0].selfMs]).to.eql([2, 15, 7, 2, 5])
    expect(owners).to.eql({ app: 5, dependency: 0, node: 0, native: 1, 'garbage collection': 1 })
  })

  it('counts no time twice where functions call themselves, or each other, however deep', () => {
    const [a, b] = [onApp('a', 1), onApp('b', 2)]
    const deep = Array.from({ length: 3000 }, (_, i) => (i % 2 === 0 ? a : b))
    expect(rowsOf([deep, [a, a, a], [...deep, a]])).to.eql([
      ['a', 'server.js:1', 'app', 2, 3],
      ['b', 'server.js:2', 'app', 1, 2]
    ])
  })

  it('says C++ that Node or a package calls by their function, and of an addon who called it', () => {
    const [pbkdf2, hash]: Frame[] = [
      ['pbkdf2Sync', 'node:internal/crypto/pbkdf2', 66],
      ['hash', `file://${root}/node_modules/@a/hash/index.js`, 3]
    ]
    const rows = rowsOf([
      ...times(3, [handler, pbkdf2, ['run']]),
      ...times(2, [handler, ['HashTask']]),
      [handler, hash, ['Hasher']]
    ])
    expect(rows.slice(0, 3).map(([name, place, owner]) => [name, place, owner])).to.eql([
      ['pbkdf2Sync', 'node:internal/crypto/pbkdf2:66', 'node'],
      ['(native code)', null, 'native'],
      ['hash', '@a/hash/index.js:3', 'dependency']
    ])
    expect(summaryOf([[handler, onApp('sum'), ['HashTask']]]).functions[0].calledBy).to.eql({
      name: 'sum',
      place: 'server.js:10'
    })
  })

  it('says a regular expression by its pattern, as its user’s code', () => {
    const { name, owner, calledBy } = summaryOf([[onNode('emit'), handler, ['RegExp: ^(a+)+$']]]).functions[0]
    expect([name, owner, calledBy]).to.eql(['RegExp: ^(a+)+$', 'app', { name: 'handler', place: 'server.js:30' }])
  })

  it('names the function of the app that most of the time of others came by', () => {
    const [few, many] = [onApp('few', 1), onApp('many', 2)]
    const { functions } = summaryOf([
      [few, onNode('write')],
      ...times(2, [few, many, onNode('emit'), onNode('write')]),
      [onNode('write')]
    ])
    expect(functions[0]).to.include({ name: 'write', selfMs: 4 })
    expect(functions[0].calledBy).to.eql({ name: 'many', place: 'server.js:2' })
  })

  it('tells of garbage what ran just before', () => {
    const { functions } = summaryOf([
      [handler],
      [collector],
      [collector],
      [onApp('clean', 3)],
      [collector],
      [idle],
      [collector]
    ])
    expect(functions.find(({ owner }) => owner === 'garbage collection')?.calledBy).to.eql({
      name: 'handler',
      place: 'server.js:30'
    })
  })

  const files: [what: string, url: string, place: string, owner: string][] = [
    [
      'a package in a package',
      `file://${root}/node_modules/a/node_modules/@b/c/lib/x.js`,
      '@b/c/lib/x.js:5',
      'dependency'
    ],
    ['a package of pnpm', `file://${root}/node_modules/.pnpm/a@1/node_modules/a/x.js`, 'a/x.js:5', 'dependency'],
    ['a file with a space', `file://${root}/my%20app.js`, 'my app.js:5', 'app'],
    ['a path without a scheme', `${root}/lib/x.js`, 'lib/x.js:5', 'app'],
    [
      'a file of the app outside of its folder',
      'file:///home/me/work/packages/shared/src/x.js',
      'shared/src/x.js:5',
      'app'
    ],
    ['a URL that is no path', 'file://%2/x', 'file://%2/x:5', 'app'],
    ['evaluated code', 'eval', 'evaluated code:5', 'app'],
    ['WebAssembly', 'wasm://wasm/0a1b', 'WebAssembly:5', 'app']
  ]
  for (const [what, url, place, owner] of files) {
    it(`knows whose it is, and shortens its path: ${what}`, () =>
      expect(rowsOf([[['f', url, 5]]])).to.eql([['f', place, owner, 1, 1]]))
  }

  it('leaves out what our own preload does, and has Node do, but not what the app does through it', () => {
    const ours: Frame = ['onRequest', builtModule('in-app/tag-responses.js').href, 3]
    const observing: Frame[][] = [
      [onNode('emit'), ours],
      [onNode('emit'), ours, ['now']],
      [onNode('emit'), ours, onNode('setHeader'), ['validate']]
    ]
    const { functions, busyMs } = summaryOf([
      ...observing,
      [onNode('emit'), ours, handler],
      [onNode('emit'), handler, ours, onNode('respond')]
    ])
    expect(functions.map(({ name, totalMs }) => [name, totalMs])).to.have.deep.members([
      ['handler', 2],
      ['emit', 2],
      ['respond', 1]
    ])
    expect(busyMs).to.equal(2)
  })

  it('tells in which line most of a function’s time was, unless that is its first, or none', () => {
    const lineOf = (...ticks: [number, number, number][]) => summaryOf(times(4, [handler]), { ticks }).functions[0].line
    expect([
      lineOf([0, 31, 1], [0, 33, 3]),
      lineOf([0, 30, 4]),
      lineOf([0, 31, 1], [0, 32, 1], [0, 33, 1], [0, 34, 1]),
      lineOf()
    ]).to.eql([33, null, null, null])
  })

  it('bounds names, and takes out what would steer a terminal', () => {
    const [{ name, place }] = summaryOf([
      [['\x1b[31m\u202e\ud800\u061c\u200b\ufeff' + 'x'.repeat(5000), `file://${root}/${'y'.repeat(5000)}%1b.js`, 1]]
    ]).functions
    expect(name)
      .to.have.length(120)
      .and.match(/^\ufffd{5}x+…$/)
    expect(place).to.have.length.below(170)
    expect(place).to.not.match(/\x1b/)
  })

  it('is a tree without what is too short to be seen, and says no function that it does not have', () => {
    const { tree, functions } = summaryOf([
      ...times(996, [onNode('emit'), handler]),
      ...times(4, [onNode('emit'), onApp('rare', 1)]),
      ...Array.from({ length: 30 }, (_, i) => [onApp(`once${i}`, i)])
    ])
    expect(tree).to.eql({
      function: -1,
      totalMs: 1030,
      children: [{ function: 10, totalMs: 1000, children: [{ function: 0, totalMs: 996, children: [] }] }]
    })
    expect(functions[10].name).to.equal('emit')
    expect(functions).to.have.length(11)
  })

  it('names what ran while a loop was blocked, by the stack that most of it was in', () => {
    const stacks = [
      ...times(5, [onNode('emit'), handler]),
      ...times(60, [onNode('emit'), handler, onApp('isPrime', 12)]),
      ...times(30, [onNode('emit'), handler, onApp('log', 3)]),
      ...times(5, [idle])
    ]
    const { blocked } = summaryOf(stacks, {
      blocked: [
        { fromUs: 10_000, toUs: 100_000 },
        { fromUs: 10_000, toUs: 12_000 },
        { fromUs: 9e9, toUs: 9.1e9 }
      ]
    })
    expect(
      blocked.map(({ pid, ms, share, stack }) => [pid, ms, Number(share.toFixed(2)), stack.map(({ name }) => name)])
    ).to.eql([
      ['7', 90, 0.67, ['emit', 'handler', 'isPrime']],
      ['7', 2, 1, ['emit', 'handler', 'isPrime']]
    ])
  })

  it('keeps the five longest stretches', () => {
    const blocked = Array.from({ length: 8 }, (_, i) => ({ fromUs: 5000, toUs: 6000 + 1000 * i }))
    expect(summaryOf(times(20, [handler]), { blocked }).blocked.map(({ ms }) => ms)).to.eql([8, 7, 6, 5, 4])
  })
})

describe('a source map', () => {
  const { path, write } = temporaryFolder()
  // Function f of the built file, line 1, is in line 3 of the source; its line 2 is in line 5.
  const mapOf = (source: string, more: object = {}) => ({
    version: 3,
    sources: [source],
    names: [],
    mappings: 'AAEA;AAEA',
    ...more
  })
  const inline = (map: object | string) =>
    `data:application/json;base64,${Buffer.from(typeof map === 'string' ? map : JSON.stringify(map)).toString('base64')}`
  let count = 0
  function placeBy(url: string, folder: string = '.') {
    mkdirSync(path(folder), { recursive: true })
    const name = `${folder}/built${count++}.js`
    const file = write(name, `function f() {\n  work()\n}\n//# sourceMappingURL=${url}\n`)
    const raw = rawOf(times(3, [['f', `file://${file}`, 1]]), { ticks: [[0, 2, 3]] })
    const { place, line, owner } = summarise([raw], { ...known, root: path('.') }).functions[0]
    return [place?.replace(/built\d+/, 'built'), line, owner]
  }

  const sources: [what: string, source: string, place: string, owner?: string][] = [
    ['beside the script', 'app.ts', 'app.ts:3'],
    ['in another folder', '../src/app.ts', 'src/app.ts:3'],
    ['of webpack', 'webpack:///./src/x.ts', 'src/x.ts:3'],
    ['of webpack with a name and a hash', 'webpack://shop/./src/x.ts?ab12', 'src/x.ts:3'],
    ['of another machine', '/home/ci/build/src/app.ts', 'build/src/app.ts:3'],
    ['of Windows', 'C:\\build\\x.ts', 'build/x.ts:3'],
    ['of Windows, as a URL', 'file:///C:/agent/work/1/src/x.ts', '1/src/x.ts:3'],
    ['of a package in a bundle', 'webpack:///./node_modules/express/lib/x.js', 'express/lib/x.js:3', 'dependency']
  ]
  for (const [what, source, place, owner = 'app'] of sources) {
    it(`is followed to a source ${what}`, () => expect(placeBy(inline(mapOf(source)))).to.eql([place, 5, owner]))
  }

  it('is followed in a file beside the script, in text, and with a root of its sources', () => {
    write('a.js.map', `)]}'\n${JSON.stringify(mapOf('app.ts', { sourceRoot: 'src' }))}`)
    expect(placeBy('a.js.map')).to.eql(['src/app.ts:3', 5, 'app'])
    expect(placeBy(`data:application/json,${encodeURIComponent(JSON.stringify(mapOf('app.ts')))}`)).to.eql([
      'app.ts:3',
      5,
      'app'
    ])
  })

  const built = ['built.js:1', 2, 'app']
  const useless: [what: string, url: () => string][] = [
    ['is missing', () => 'missing.map'],
    ['is no JSON', () => inline('{')],
    ['is no map', () => inline('[]')],
    ['has no mappings', () => inline({ version: 3 })],
    ['has mappings that are none', () => inline(mapOf('app.ts', { mappings: 7 }))],
    ['has sources that are none', () => inline(mapOf('app.ts', { sources: [7] }))],
    ['is empty', () => inline('')],
    ['is elsewhere', () => 'http://127.0.0.1:1/a.map'],
    ['is an absolute path', () => path('a.js.map')],
    ['is outside of its folder', () => '../a.js.map'],
    ['is a folder', () => '.'],
    ['is text that is not one', () => '%E0%A4%A'],
    [
      'is huge',
      () => {
        write('huge.map', '')
        truncateSync(path('huge.map'), 5e9)
        return 'huge.map'
      }
    ]
  ]
  for (const [what, url] of useless)
    it(`that ${what} is as if it were not there`, () => expect(placeBy(url(), 'lib')[0]).to.equal('lib/built.js:1'))

  const scripts: [what: string, name: string, isRead: boolean][] = [
    ['script of any kind of module', 'own.cjs', true],
    ['file that is no script, as evaluated code may call itself', 'secret.txt', false],
    ['file without an ending', 'secret', false]
  ]
  for (const [what, name, isRead] of scripts) {
    it(`is ${isRead ? '' : 'not '}looked for in a ${what}`, () => {
      const file = write(name, `f()\n//# sourceMappingURL=${inline(mapOf('app.ts'))}\n`)
      for (const url of [file, `file://${file}`]) {
        const { place } = summarise([rawOf([[['f', url, 1]]])], { ...known, root: path('.') }).functions[0]
        expect(place).to.equal(isRead ? 'app.ts:3' : `${name}:1`)
      }
    })
  }

  it('of a package is not followed: its users know its built files', () => {
    expect(placeBy(inline(mapOf('../src/x.ts')), 'node_modules/a')).to.eql(['a/built.js:1', 2, 'dependency'])
    expect(built).to.eql(placeBy('missing.map'))
  })
})
