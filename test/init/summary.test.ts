import { expect } from 'chai'
import { describe, it } from 'mocha'
import { trialLines } from '../../plugin/init/summary.ts'
import { aTrial } from './some-project.ts'

describe('what init says', () => {
  const lines = (findings?: Parameters<typeof aTrial>[0]) => trialLines(aTrial(findings))

  it('names the port, and why it is that', () => {
    expect(lines()[0]).to.equal('port     3030, since it listens where PORT says')
    expect(lines({ takenPort: 3000 })[0]).to.equal('port     3030, since it listens where PORT says; not 3000, which another program has')
    expect(lines({ obeysPort: false, otherPorts: [9229, 9230] }).slice(0, 2)).to.eql([
      'port     3030, whatever PORT says',
      '         It listens on 9229 and 9230, too: --port chooses another one.'
    ])
  })

  it('names the path, its pace and the load', () => {
    const led = lines({ path: { path: '/home', from: '/' } })
    expect(led[1]).to.equal('path     /home (/ leads there) answers in 4.3 ms, and 200 times a second when 20 users ask at once')
    expect(lines().at(-1)).to.equal('load     20 users, who ask again as soon as they have an answer, for 8 s')
  })

  it('tells when the app fails under load', () => {
    const failures = { 429: 12, 'gives no HTTP answer (socket hang up)': 1 }
    const [, , failed] = lines({ times: { ...aTrial().times, failures } })
    expect(failed).to.match(/^ {9}But then not every answer is below 400: .*429.*\. If it limits how often one may ask, switch that off while you compare\.$/)
    expect(lines()).to.have.length(4)
  })
})
