import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { runInThisContext } from 'node:vm'
import { expect } from 'chai'
import { createEndSignal, endSignal, filterLog } from '../../plugin/artillery/internals.ts'

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
