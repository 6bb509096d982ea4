import { expect } from 'chai'
import { describe, it } from 'mocha'
import { scalePhases } from '../../plugin/settings/read-scenarios.ts'
import { aSource } from '../support/settings.ts'

/** @param name of a module of the Artillery that is installed */
async function load(name: string): Promise<any> {
  return (await import(new URL(`../../node_modules/artillery/dist/lib/${name}`, import.meta.url).href)).default
}

describe('what Artillery itself demands of a script', function () {
  this.timeout(30_000)

  it('is a config.target even where every variant has a url, so one is to be repeated there', async () => {
    const validate = await load('util/validate-script.js')
    const { script } = aSource()
    const told = [undefined, 'https://old.example'].map((target) => validate({ ...script, config: { ...script.config, target } }))
    expect(told).to.eql(['"config.target" is required', undefined])
  })

  it('is whole users, which multiplied phases have', async () => {
    const divide = await load('dist.js')
    const phases = [{ duration: 10, arrivalRate: 33 }, { duration: 10, arrivalRate: 33, rampTo: 101 }, { duration: 10, arrivalCount: 333 }]
    expect(() => divide({ config: { phases: [{ duration: 10, arrivalRate: 16.5 }] } }, 1)).to.throw()
    for (const threads of [1, 2, 3, 7]) {
      const parts = divide({ config: { phases: scalePhases(phases, 0.5) } }, threads)
      const rates = parts.map((part: any) => part.config.phases[0].arrivalRate)
      expect(rates.reduce((sum: number, rate: number) => sum + rate)).to.equal(17)
    }
  })
})
