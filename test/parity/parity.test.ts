import { networkInterfaces } from 'node:os'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { answerScripts } from './answer-scripts.ts'
import { badScripts } from './bad-scripts.ts'
import { flowScripts } from './flow-scripts.ts'
import { observe } from './observe.ts'
import { runScript } from './run-script.ts'
import { sendingScripts } from './sending-scripts.ts'

const hasIPv6 = Object.values(networkInterfaces()).flat().some((found) => found?.address === '::1')

describe('both clients make the same load', function () {
  this.timeout(120_000)

  for (const script of [...sendingScripts, ...answerScripts, ...flowScripts, ...badScripts]) {
    it(script.name, async function () {
      if (script.app?.host === '::1' && !hasIPv6) this.skip()
      const [expected, found] = await Promise.all([runScript(script, 'artillery'), runScript(script, 'auto')])
      expect(observe(found)).to.eql(observe(expected))
      expect(clientOf(found)).to.eql(script.because === undefined ? ['lean', null] : ['artillery', script.because])
      expect(clientOf(expected)[0]).to.equal('artillery')
    })
  }
})

function clientOf({ telemetry }: import('./run-script.ts').Outcome) {
  const { name, because } = telemetry.find(({ source }) => source === 'client') ?? {}
  return [name, because]
}
