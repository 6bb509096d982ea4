import { describe } from 'mocha'
import { trialLines } from '../../plugin/init/summary.ts'
import { itFinds } from '../support/cases.ts'
import { aTrial } from './some-project.ts'

describe('what init says', () => {
  const lines = (findings?: Parameters<typeof aTrial>[0]) => trialLines(aTrial(findings))
  const failures = { 429: 12, 'gives no HTTP answer (socket hang up)': 1 }
  const advice = 'If it limits how often one may ask, switch that off while you compare.'
  itFinds({
    'names the port, and why it is that': [
      [lines()[0], 'port     3030, since it listens where PORT says'],
      [lines({ takenPort: 3000 })[0], 'port     3030, since it listens where PORT says; not 3000, which another program has'],
      [lines({ obeysPort: false, otherPorts: [9229, 9230] }).slice(0, 2),
        ['port     3030, whatever PORT says', '         It listens on 9229 and 9230, too: --port chooses another one.']]
    ],
    'names the path, its pace and the load': [
      [lines({ path: { path: '/home', from: '/' } })[1],
        'path     /home (/ leads there) answers in 4.3 ms, and 200 times a second when 20 users ask at once'],
      [lines().slice(3), ['load     20 users, who ask again as soon as they have an answer']]
    ],
    'tells when the app fails under load': [
      [lines({ times: { ...aTrial().times, failures } })[2], new RegExp(`^ {9}But then not every answer is below 400: .*429.*\\. ${advice}$`)]
    ]
  })
})
