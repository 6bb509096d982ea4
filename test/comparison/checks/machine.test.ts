import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkMachine } from '../../../plugin/comparison/warnings/generator.ts'
import { aMachine, aRun } from '../../support/runs.ts'
import type { MachineUse } from '../../../plugin/concepts/run.ts'

/** @param rounds null: the system does not tell */
const check = (...rounds: (Partial<MachineUse> | null)[]) => checkMachine(rounds.map((machine, i) => aRun({ round: i + 1, machine: machine === null ? null : aMachine(machine) })), [])

describe('the check of the machine', () => {
  it('accepts that others take up to a tenth of it', () => expect(check({}, { others: 0.2 }, { others: 0.1, stolen: 0.1 })).to.eql([]))
  it('finds nothing where the system does not tell', () => expect(check(null)).to.eql([]))

  it('takes no work that a command has others do for a disturbance', () => {
    const run = (app: number) => [aRun({ variant: 'container', machine: aMachine({ app, others: 1.1 }) })]
    const variants = [{ name: 'container', mode: 'command' as const }]
    expect(checkMachine(run(0.01), variants)).to.eql([])
    expect(checkMachine(run(0.4), variants)[0].code).to.equal('machine-disturbed')
    expect(checkMachine(run(0.01), [{ name: 'container', mode: 'single' }])[0].code).to.equal('machine-disturbed')
  })

  it('warns above a tenth, of the worst round', () => {
    const [{ message, ...rest }, ...none] = check({}, { others: 0.25 }, { others: 0.5 })
    expect(none).to.eql([])
    expect(rest).to.eql({ code: 'machine-disturbed', severity: 'warning', variant: 'single', rounds: [2, 3] })
    expect(message).to.match(/^single, rounds 2 and 3: programs other than app and load generator took up to 25 % of the machine \(0\.50 of 2 cores\), /)
    expect(message).to.match(/Stop what else runs here, or repeat it at a quieter time\.$/)
    expect(message).not.to.include('hypervisor')
  })

  it('calls it a problem when it was above three tenths in any round', () => {
    const [{ severity, rounds, message }, ...none] = check({ others: 0.6 }, { others: 0.62 }, {})
    expect(none).to.eql([])
    expect({ severity, rounds }).to.eql({ severity: 'problem', rounds: [1, 2] })
    expect(check({ others: 0.6 }, { others: 0.5 })[0].severity, 'up to it').to.equal('warning')
    expect(message).to.include('up to 31 % of the machine (0.62 of 2 cores)')
  })

  it('counts what the hypervisor gave to others, and names it when that is the most', () => {
    const [{ message }] = check({ others: 0.1, stolen: 0.3 })
    expect(message).to.include('20 % of the machine (0.40 of 2 cores, mostly by the hypervisor for other machines)')
    expect(check({ others: 0.3, stolen: 0.1 })[0].message).to.include('20 % of the machine (0.40 of 2 cores)')
  })

  it('takes the share of the cores that may be used', () => {
    expect(check({ cores: 8, others: 0.5 })).to.eql([])
    expect(check({ cores: 0.5, others: 0.1 })[0].message).to.include('(0.10 of 0.5 cores)')
  })
})
