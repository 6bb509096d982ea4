import { expect } from 'chai'
import { bracket, type Bounds } from '../../../plugin/questions/capacity/statistics/replay-search.ts'
import { isGenerous, leftOver, nextLevel, readings } from '../../../plugin/questions/capacity/statistics/readings.ts'
import { isOverloaded, type Step } from '../../../plugin/questions/capacity/statistics/seen-step.ts'
import { lastingRoom, queueOf, saturationOf } from '../../../plugin/questions/capacity/statistics/readings.ts'

const rateBounds: Bounds = { start: 100, least: 0.2, most: 20_000, isWhole: false }
const step = (level: number, room: number, others: Partial<Step> = {}): Step => ({
  level,
  room,
  busy: null,
  answered: null,
  seconds: 6,
  leastQueue: 0,
  ...others
})
const next = (level: number) => ({ next: level, isLong: false })

describe('the first part of a search', () => {
  it('grows while the level holds, by what is left of its event loops', () => {
    expect(bracket([], rateBounds)).eql(next(100))
    expect(bracket([step(100, 5)], rateBounds)).eql(next(200))
    expect(bracket([step(100, 5, { busy: 0.3 })], rateBounds)).eql(next(300))
    expect(bracket([step(100, 5, { busy: 0.01 })], rateBounds)).eql(next(800))
  })

  it('ends at a bound that is in the way, although not exactly as many users come as were asked for', () => {
    const bounds = { ...rateBounds, least: 10, most: 150 }
    expect(bracket([step(147, 2)], bounds)).eql({ end: 'not exhausted' })
    expect(bracket([step(10.4, 0.5)], bounds)).eql({ end: 'not reached' })
  })

  it('ends where no load says anything, because the load generator was late in each', () => {
    expect(bracket([], { ...rateBounds, least: 1, most: 1 })).eql({ end: 'void' })
  })

  it('takes what contradicts itself for noise near the limit', () => {
    const contradictory = [step(100, 0.9), step(110, 1.1)]
    expect(bracket(contradictory, rateBounds)).eql({ found: true })
    const level = nextLevel(contradictory, [], rateBounds.most)
    expect(level).within(90, 125)
    expect(readings(contradictory, [step(level, 1)])[0]).closeTo(level, 1e-6)
  })

  it('tries whole numbers of users only, and no number twice', () => {
    const bounds = { start: 4, least: 1, most: 1000, isWhole: true }
    for (let limit = 1; limit < 60; limit++) {
      const steps: Step[] = []
      for (let found = bracket(steps, bounds); 'next' in found; found = bracket(steps, bounds)) {
        expect(Number.isInteger(found.next)).equal(true)
        expect(steps.map(({ level }) => level)).not.include(found.next)
        steps.push(step(found.next, (limit + 0.5) / found.next))
      }
      expect(bracket(steps, bounds)).eql({ found: true })
      expect(nextLevel(steps, [], bounds.most)).above(0)
    }
  })
})

describe('the first part of a search of users who come at a rate', () => {
  const [kept, missed] = [step(100, 5, { answered: 100, seconds: 2 }), step(130, 0.5, { answered: 130, seconds: 2 })]
  const beyond = (level: number) => step(level, 0.2, { answered: 140 })

  it('goes on to more than the app can do, twice in long loads, which say what that is', () => {
    expect(bracket([kept, missed], rateBounds)).eql({ next: 162.5, isLong: true })
    expect(bracket([kept, missed, beyond(210)], rateBounds)).eql({ next: 168.6, isLong: true })
    expect(bracket([kept, step(130, 0.5, { answered: 130 }), beyond(210), beyond(175)], rateBounds)).eql({
      found: true
    })
    expect(bracket([kept, missed], { ...rateBounds, most: 140 })).eql({ found: true })
  })

  it('goes on to where a queue settles, if it grows for long at the limit', () => {
    const loads = [kept, step(132, 100, { answered: 132 }), beyond(175), beyond(210), beyond(175)]
    expect(isGenerous(loads)).equal(true)
    expect(bracket(loads, rateBounds)).eql({ next: 116.3, isLong: true })
    expect(
      bracket([...loads, ...[115, 117, 116].map((level) => step(level, 20, { answered: level }))], rateBounds)
    ).eql({ found: true })
  })

  it('takes a load whose queue grew by more than chance for missed, however long its users may wait', () => {
    const room = 30
    expect(isOverloaded(step(120, room, { answered: 100, seconds: 10 }))).equal(true)
    expect(isOverloaded(step(120, room, { answered: 112, seconds: 2 }))).equal(false)
    expect(bracket([step(120, room, { answered: 100, seconds: 10 })], rateBounds)).eql(next(60))
  })
})

describe('what a load says of the capacity', () => {
  const beyond = (level: number) => step(level, 0.05, { answered: 500 })
  const before = [step(300, 2, { answered: 300 }), beyond(600), beyond(620)]

  it('is read from how room falls to saturation', () => {
    expect(saturationOf(before)).equal(500)
    // 200/s below saturation, half of the limit was seen: a little more than 100/s, as the load was short.
    expect(queueOf(before, 500)).closeTo(100 * (1 + (0.45 * 4 * 500) / (200 ** 2 * 6)), 1e-6)
    expect(readings(before, [step(400, lastingRoom(step(400, 1), 500) ** -1, { answered: 400 })])[0]).closeTo(400, 1e-6)
    expect(readings(before, [step(380, 1.3, { answered: 380 })])[0]).within(395, 410)
  })

  it('is what was answered, less what the queue of the limit needs, where more came than that', () => {
    expect(readings(before, [step(550, 0.1, { answered: 505 })])[0]).closeTo(505 - queueOf(before, 502), 3)
  })

  it('is never above what was answered, however long the limit is', () => {
    const long = [step(420, 100, { answered: 420 }), ...[600, 620].map((level) => step(level, 3, { answered: 500 }))]
    const during = [step(600, 2, { answered: 490 }), step(600, 4, { answered: 510 })]
    expect(isGenerous(long)).equal(true)
    readings(long, during).forEach((reading, i) => expect(reading).below(Number(during[i].answered)))
    expect(nextLevel(long, during, 20_000)).within(590, 610)
  })

  it('is never less than half of the load', () => {
    expect(readings(before, [step(1100, 0, { answered: 0 })])).eql([550])
  })

  it('leaves over what all rounds have in common: more of it, the longer the queue of the limit is, and the fewer users came', () => {
    const usual = leftOver(before, [])
    expect(usual).within(0.02, 0.06)
    expect(
      leftOver(
        before.map((each) => ({ ...each, seconds: each.seconds / 4 })),
        []
      )
    ).above(usual)
    expect(leftOver([step(300, 4, { answered: 300 }), ...before.slice(1)], [])).below(usual)
    expect(leftOver([step(10, 2), step(13, 0.5)], [])).equal(0)
  })
})
