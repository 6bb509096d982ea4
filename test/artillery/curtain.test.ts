import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { curtainFall, hangCurtain } from '../../plugin/artillery/internals.ts'

const impatient = { askEverySeconds: 0.01, giveUpAfterSeconds: 0.1 }

describe('the curtain between the main thread and the load thread', () => {
  it('keeps the waiting user until it falls, however long that takes', async () => {
    const curtain = hangCurtain()
    try {
      let isOver = false
      const waiting = curtainFall(impatient).then(() => (isOver = true))
      await delay(300)
      expect(isOver).to.equal(false)
      curtain.fall()
      await waiting
    } finally {
      curtain.close()
    }
  })

  it('lets a user go who comes when it has fallen', async () => {
    const curtain = hangCurtain()
    try {
      curtain.fall()
      await curtainFall(impatient)
    } finally {
      curtain.close()
    }
  })

  it('is given up when nobody hangs it: the plugin could not be loaded in the main thread', async () => {
    const thrown = await curtainFall(impatient).catch((error) => error)
    expect(thrown.message).to.match(/^artillery-plugin-speedup was loaded in a load thread, but not in Artillery’s main thread: nothing can be compared\./)
  })
})
