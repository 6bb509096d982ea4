import { networkInterfaces } from 'node:os'
import { expect } from 'chai'
import { answerScripts } from './answer-scripts.ts'
import { badScripts } from './bad-scripts.ts'
import { flowScripts } from './flow-scripts.ts'
import { hookScripts } from './hook-scripts.ts'
import { observe } from './observe.ts'
import { countUsers, runScripts, type Outcome, type ParityScript } from './run-script.ts'
import { sendingScripts } from './sending-scripts.ts'

const hasIPv6 = Object.values(networkInterfaces())
  .flat()
  .some((found) => found?.address === '::1')

const scripts = [...sendingScripts, ...answerScripts, ...flowScripts, ...badScripts, ...hookScripts].filter(
  ({ name }) => hasIPv6 || name !== 'IPv6'
)
const groups = Map.groupBy(scripts, ({ group }) => group)
const lacksOf = (scripts: ParityScript[]) =>
  scripts.flatMap(({ name: scenario, lack: because }) => (because === undefined ? [] : [{ scenario, because }]))
const runBoth = (scripts: ParityScript[]) =>
  Promise.all([runScripts(scripts, 'artillery'), runScripts(scripts, 'auto', lacksOf(scripts))])

/** @returns of a script */
const clientOf = ({ telemetry }: Outcome, script: string) =>
  telemetry.find(({ source, scenario }) => source === 'client' && scenario === script)

/** @returns what only one of two lists has: a difference of all would be cut before it shows anything */
function differing(found: unknown, expected: unknown) {
  if (!Array.isArray(found) || !Array.isArray(expected)) return ''
  const [ours, theirs] = [found, expected].map((all) => all.map((each) => JSON.stringify(each)))
  const only = (all: string[], others: string[]) => all.filter((each) => !others.includes(each)).join('\n')
  return `ours alone\n${only(ours, theirs)}\nArtillery's alone\n${only(theirs, ours)}\n`
}

describe('the lean client', () => {
  for (const [group, scripts] of groups) {
    const lacks = lacksOf(scripts)
    if (lacks.length === 0) continue
    it(`says of scripts ${group} what Artillery’s client must do, when a hook wants it`, async () => {
      const { telemetry } = await runScripts(scripts, 'auto')
      for (const { name } of scripts) {
        const found = telemetry.filter(({ source, scenario }) => source === 'lack' && scenario === name)
        expect([...new Set(found.map(({ because }) => because))], name).to.eql(
          lacks.filter(({ scenario }) => scenario === name).map(({ because }) => because)
        )
      }
    })
  }
})

describe('both clients make the same load', () => {
  for (const [group, scripts] of groups) {
    it(`of scripts ${group}`, async () => {
      const [byArtillery, byUs] = await runBoth(scripts)
      const [expected, found] = [byArtillery, byUs].map(observe)
      // One by one: nobody could read the difference of all.
      for (const key of Object.keys(expected) as (keyof typeof expected)[])
        expect(found[key], `${key}: ${differing(found[key], expected[key])}`).to.eql(expected[key])
      for (const script of scripts) {
        const { name, lack, because = lack } = script
        expect(clientOf(byUs, name)).to.include(
          because === undefined ? { name: 'lean', because: null } : { name: 'artillery', because }
        )
        expect(clientOf(byArtillery, name)).to.include({ name: 'artillery' })
        expect(found.counters[`vusers.created_by_name.${name}`], name).to.equal(countUsers(script))
      }
    })
  }
})
