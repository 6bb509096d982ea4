import { expect } from 'chai'
import { describe, it } from 'mocha'
import { inOrderOfStart } from '../../plugin/record/condense-run.ts'

const ordered = (pids: string[]) => inOrderOfStart(pids.map((pid) => ({ pid }))).map(({ pid }) => pid)

describe('the order of workers', () => {
  it('is that of their numbers', () => {
    expect(ordered(['9', '1000', '10', '999'])).to.eql(['9', '10', '999', '1000'])
  })

  it('is that of their names where an app gave some, behind those with a number', () => {
    expect(ordered(['web-b', '12', 'Web-a', 'ä', 'web-a', '7'])).to.eql(['7', '12', 'Web-a', 'web-a', 'web-b', 'ä'])
  })

  it('leaves the given list as it is', () => {
    const given = [{ pid: '2' }, { pid: '1' }]
    inOrderOfStart(given)
    expect(given).to.eql([{ pid: '2' }, { pid: '1' }])
  })
})
