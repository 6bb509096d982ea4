import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { runInThisContext } from 'node:vm'
import { expect } from 'chai'
import { createEndSignal, endSignal, filterLog, withAllFiles } from '../../plugin/artillery/internals.ts'

describe('what Artillery prints', () => {
  it('is kept from its own reporter alone, and not from a file of the same name, or in a folder of that name', () => {
    const [globalEvents, printed] = [new EventEmitter(), [] as string[]]
    Object.assign(globalThis, { artillery: { globalEvents } })
    globalEvents.on('log', (line) => printed.push(line))
    filterLog(() => printed.push('before'))
    const files = [
      '/a/artillery/lib/console-reporter.js',
      'C:\\artillery\\dist\\lib\\console-reporter.js',
      '/lib/console-reporter.js',
      '/console-reporter/a.js'
    ]
    for (const filename of files)
      runInThisContext('(emit) => emit()', { filename })(() => globalEvents.emit('log', filename))
    Reflect.deleteProperty(globalThis, 'artillery')
    expect(printed).to.eql(['before', files[2], 'before', files[3]])
  })
})

describe('the files that Artillery merges into one script', () => {
  const flags = { count: '1', platform: 'local', quiet: true }
  for (const [words, given, expected] of [
    [['a.yml'], {}, undefined],
    [['a.yml', 'b.yml', 'c.yml'], {}, ['b.yml', 'c.yml']],
    [['--quiet', '-t', 'http://x', 'a.yml', '--output=o.json', 'b.yml'], { target: 'http://x' }, ['b.yml']],
    [['a.yml', '--config', 'b.yml'], { config: 'b.yml' }, undefined],
    [['a.yml', 'b.yml', '--config', 'a.yml'], { config: 'a.yml' }, ['b.yml']],
    [['a.yml', 'b.yml', '-i', 'c.yml', '-i', 'd.yml'], { input: ['c.yml', 'd.yml'] }, ['b.yml', 'c.yml', 'd.yml']],
    [['-i', 'c.yml', '--', 'a.yml'], { input: ['c.yml'] }, ['c.yml']]
  ] as [string[], object, string[] | undefined][])
    it(`all reach a child, given ${words.join(' ')}`, () =>
      expect(withAllFiles(words, { ...flags, ...given }).input).to.eql(expected))
})

const impatient = [0.01, 0.1] as const

describe('the end that the main thread tells the load thread', () => {
  let end: ReturnType<typeof createEndSignal>
  beforeEach(() => void (end = createEndSignal()))
  afterEach(() => end.close())

  it('is waited for, however long that takes', async () => {
    let isOver = false
    const waiting = endSignal(...impatient).then(() => (isOver = true))
    await delay(300)
    expect(isOver).to.equal(false)
    end.send()
    await waiting
  })

  it('is told to whoever asks later', async () => {
    end.send()
    await endSignal(...impatient)
  })

  it('is given up when nobody tells: the plugin could not be loaded in the main thread', async () => {
    end.close()
    const thrown = await endSignal(...impatient).catch((error) => error)
    expect(thrown.message).to.match(
      /^artillery-plugin-speedup was loaded in a load thread, but not in Artillery’s main thread: nothing can be compared\./
    )
  })
})
