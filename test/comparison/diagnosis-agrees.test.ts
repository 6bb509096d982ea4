import { expect } from 'chai'
import { diagnosisOf, everyMetric, lazy, slower, taking, type Facts } from '../support/diagnosis-of.ts'
import { seededUniform } from '../support/random.ts'

/** What no sentence may claim beside an effect that was measured. */
const contradictions = {
  faster: /little to gain|\bno gain\b|gain(?:s|ed)? nothing|add nothing|cannot help|(?:is|are|it) slower/,
  same: /\b(?:so|by|and) (?:clustering|adding workers) helps\b|helps? all the same|gets more done|multipl|help by waiting/,
  slower:
    /\b(?:so|by|and) (?:clustering|adding workers) helps\b|helps? all the same|gets more done|multipl|help by waiting/
}
const effects = { faster: everyMetric(1.45, [1.3, 1.6]), same: everyMetric(1.01, [0.95, 1.08]), slower }

describe('a diagnosis of whatever was seen', () => {
  const random = seededUniform(20261127)
  const upTo = (most: number) => most * random()
  /** @returns of a process that is busy by any part, on a machine that others take any part of */
  function anyFacts(): Facts {
    const busy = upTo(1)
    const cpu = upTo(2) * busy
    const machine = { cores: 4, app: cpu + upTo(0.8), generator: upTo(1), others: upTo(0.8), stolen: upTo(0.6) }
    const latencies = taking({ queueMs: upTo(20), waitingMs: upTo(40), computingMs: upTo(20), generatorMs: upTo(2) })
    return {
      baseline: { ...lazy(busy), ...latencies, cpu, machine, gc: upTo(0.4) },
      candidate: { utilization: upTo(1), cpu: upTo(2), machine: { ...machine, app: upTo(2) } }
    }
  }

  for (const [effect, estimates] of Object.entries(effects)) {
    it(`never contradicts that the candidate is ${effect === 'same' ? 'neither faster nor slower' : effect}`, () => {
      const codes = new Set<string>()
      for (let i = 0; i < 4000; i++) {
        const facts = { ...anyFacts(), estimates }
        const { code, message } = diagnosisOf(facts)
        codes.add(code)
        expect(message, JSON.stringify(facts)).not.to.match(contradictions[effect as keyof typeof contradictions])
      }
      expect(codes).to.include.all.keys('busy-elsewhere', 'waiting', 'blocked', 'machine-full', 'partly-busy')
    })
  }
})
