import { trialLines } from '../../plugin/init/summary.ts'
import { itFinds } from '../support/cases.ts'
import { aTrial } from './some-project.ts'

describe('what init says', () => {
  const lines = (findings?: Parameters<typeof aTrial>[0]) => trialLines(aTrial(findings))
  const failures = { 429: 12, 'sends no HTTP response (socket hang up)': 1 }
  const advice = 'If the app limits the request rate, disable that while you compare.'
  itFinds({
    'names the port, and why it is that': [
      [lines()[0], 'port     3030, the app listens on PORT'],
      [lines({ takenPort: 3000 })[0], 'port     3030, the app listens on PORT; another program uses 3000'],
      [
        lines({ obeysPort: false, otherPorts: [9229, 9230] }).slice(0, 2),
        [
          'port     3030, the app ignores PORT',
          '         It also listens on 9229 and 9230. To choose another port: --port <number>'
        ]
      ]
    ],
    'names the path, its pace and the load': [
      [
        lines({ path: { path: '/home', from: '/', isGraphql: false, others: [] } })[1],
        'path     /home (redirected from /) answers in 4.3 ms; 200 responses/s with 20 concurrent users'
      ],
      [
        lines({ path: { path: '/graphql', from: null, isGraphql: true, others: [] } })[1],
        /^path {5}\/graphql \(GraphQL: \{ __typename \}\) answers in /
      ],
      [
        lines().slice(3),
        ['load     8 users in a closed load: each sends its next request as soon as it has a response']
      ]
    ],
    'tells when the app fails under load': [
      [
        lines({ times: { ...aTrial().times, failures } })[2],
        new RegExp(`^ {9}Under load, some responses fail: .*429.*\\. ${advice}$`)
      ]
    ]
  })
})
