import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { Gate } from '../../plugin/load-thread/gates.ts'
import type { GateNews } from '../../plugin/messages/load.ts'

/** A gate, what it told, and users who note what they do. */
function aGate() {
  const told: GateNews[] = []
  const did: string[] = []
  const gate = new Gate((news) => told.push(news), null)
  const leaves: Record<string, () => void> = {}
  /** A step begins, or waits. */
  const enter = (name: string, { user = {}, isRequest = true } = {}) => {
    const step = {
      ...{ user, isRequest, marks: 0 },
      begin() {
        did.push(`${name} begins`)
        leaves[name] = () => gate.leave(step)
      },
      refuse: () => did.push(`${name} is refused`)
    }
    gate.enter(step)
  }
  return { gate, told, did, enter, leave: (name: string) => leaves[name]() }
}

describe('the gate of a load that takes turns', () => {
  it('is open at first, holds who comes later, and lets them begin in their order when it opens', () => {
    const { gate, did, enter } = aGate()
    enter('a')
    gate.hold()
    enter('b')
    enter('c')
    expect(did).to.eql(['a begins'])
    gate.open()
    expect(did).to.eql(['a begins', 'b begins', 'c begins'])
  })

  it('rests when nothing is under way any more, at once where nothing is', () => {
    const { gate, told, enter, leave } = aGate()
    enter('a')
    enter('b', { isRequest: false })
    gate.hold()
    leave('a')
    expect(told).to.eql([])
    leave('b')
    expect(told).to.eql(['resting'])
    gate.open()
    gate.hold()
    expect(told).to.eql(['resting', 'at work', 'resting'])
  })

  it('is at work when each user whom it held has an answer, or pauses', () => {
    const { gate, told, enter, leave } = aGate()
    const [ada, bea, cleo] = [{}, {}, {}]
    gate.hold()
    enter('ada', { user: ada })
    enter('bea calls a function', { user: bea, isRequest: false })
    enter('cleo calls a function', { user: cleo, isRequest: false })
    gate.open()
    told.length = 0
    leave('ada')
    leave('bea calls a function')
    enter('bea', { user: bea })
    leave('cleo calls a function')
    gate.pause(cleo, () => {})
    expect(told).to.eql([])
    leave('bea')
    expect(told).to.eql(['at work'])
    enter('ada again', { user: ada })
    leave('ada again')
    expect(told).to.eql(['at work'])
  })

  it('has its answer when all that began before the mark has ended, whatever has begun since', () => {
    const { gate, told, enter, leave } = aGate()
    enter('a')
    enter('b')
    leave('b')
    gate.mark()
    enter('c')
    expect(told).to.eql([])
    leave('a')
    expect(told).to.eql(['answered'])
    leave('c')
    gate.mark()
    expect(told).to.eql(['answered', 'answered'])
  })

  it('refuses who waits and who comes when it has ended, and ends pauses', () => {
    const { gate, did, enter } = aGate()
    gate.pause({}, () => did.push('a pause ends'))
    gate.hold()
    enter('a')
    gate.end()
    enter('b')
    expect(did).to.eql(['a is refused', 'a pause ends', 'b is refused'])
    expect(gate.isOver()).to.equal(true)
  })

  it('has a pause stand still while it holds', async () => {
    const { gate, did } = aGate()
    const [begunMs, thinkMs, heldMs] = [performance.now(), 60, 150]
    const over = gate.pause({}, () => did.push('is ended'))
    setTimeout(() => over(() => did.push('goes on')), thinkMs)
    gate.hold()
    await delay(heldMs)
    expect(did).to.eql([])
    gate.open()
    while (did.length === 0) await delay(1)
    expect(did).to.eql(['goes on'])
    // Timers may be a millisecond early.
    expect(performance.now() - begunMs).to.be.above(thinkMs + heldMs - 5)
  })

  it('ends no pause that is over', async () => {
    const { gate, did } = aGate()
    gate.pause({}, () => did.push('is ended'))(() => did.push('goes on'))
    while (did.length === 0) await delay(1)
    gate.end()
    expect(did).to.eql(['goes on'])
  })
})
