import { networkInterfaces } from 'node:os'
import { expect } from 'chai'
import { answerScripts } from './answer-scripts.ts'
import { badScripts } from './bad-scripts.ts'
import { flowScripts } from './flow-scripts.ts'
import { observe } from './observe.ts'
import { countUsers, runScripts, type Outcome, type ParityScript } from './run-script.ts'
import { sendingScripts } from './sending-scripts.ts'

const hasIPv6 = Object.values(networkInterfaces())
  .flat()
  .some((found) => found?.address === '::1')

const scripts = [...sendingScripts, ...answerScripts, ...flowScripts, ...badScripts].filter(
  ({ name }) => hasIPv6 || name !== 'IPv6'
)
const groups = Map.groupBy(scripts, ({ group }) => group)
const runBoth = (scripts: ParityScript[]) =>
  Promise.all([runScripts(scripts, 'artillery'), runScripts(scripts, 'auto')])

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

describe('both clients make the same load', () => {
  for (const [group, scripts] of groups) {
    it(`of scripts ${group}`, async () => {
      const [byArtillery, byUs] = await runBoth(scripts)
      const [expected, found] = [byArtillery, byUs].map(observe)
      // One by one: nobody could read the difference of all.
      for (const key of Object.keys(expected) as (keyof typeof expected)[])
        expect(found[key], `${key}: ${differing(found[key], expected[key])}`).to.eql(expected[key])
      for (const script of scripts) {
        const { name, because } = script
        expect(clientOf(byUs, name)).to.include(
          because === undefined ? { name: 'lean', because: null } : { name: 'artillery', because }
        )
        expect(clientOf(byArtillery, name)).to.include({ name: 'artillery' })
        expect(found.counters[`vusers.created_by_name.${name}`], name).to.equal(countUsers(script))
      }
    })
  }
})
