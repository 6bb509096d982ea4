import { networkInterfaces } from 'node:os'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { answerScripts } from './answer-scripts.ts'
import { badScripts } from './bad-scripts.ts'
import { flowScripts } from './flow-scripts.ts'
import { observe } from './observe.ts'
import { runScripts, together, type Outcome } from './run-script.ts'
import { sendingScripts } from './sending-scripts.ts'

const hasIPv6 = Object.values(networkInterfaces()).flat().some((found) => found?.address === '::1')

describe('both clients make the same load', function () {
  this.timeout(120_000)

  for (const scripts of together([...sendingScripts, ...answerScripts, ...flowScripts, ...badScripts])) {
    it(scripts.map(({ name }) => name).join('; '), async function () {
      if (scripts[0].app?.host === '::1' && !hasIPv6) this.skip()
      const [expected, found] = await Promise.all([runScripts(scripts, 'artillery'), runScripts(scripts, 'auto')])
      expect(observe(found)).to.eql(observe(expected))
      for (const { name, because } of scripts) {
        expect(clientOf(found, name)).to.eql(because === undefined ? ['lean', null] : ['artillery', because])
        expect(clientOf(expected, name)[0]).to.equal('artillery')
        expect(found.metrics.counters[`vusers.created_by_name.${name}`]).to.equal(found.metrics.counters['vusers.created'] / scripts.length)
      }
    })
  }
})

function clientOf({ telemetry }: Outcome, script: string) {
  const { name, because } = telemetry.find(({ source, scenario }) => source === 'client' && scenario === script)
  return [name, because]
}
