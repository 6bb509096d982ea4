import { requestCycle } from '../../plugin/settings/read-flow.ts'
import { readWithConfig } from './cases.ts'
import { itFinds } from '../support/cases.ts'

const [login, get] = [{ post: { url: '/login', json: { name: 'ada' } } }, { get: { url: '/' } }]
const asking = (url: string) => ({ get: { url } })
const cycleOf = (...flow: unknown[]) => requestCycle({ flow }, {})

describe('after how many requests those of a user begin anew', () => {
  itFinds({
    'is one, where a single step sends all, however often': [
      [cycleOf(get), 1],
      [cycleOf({ loop: [{ think: 1 }, get], count: 60 }, { log: 'over' }), 1],
      [cycleOf([{ loop: [[get]], whileTrue: 'isEarly' }]), 1]
    ],
    'is how many there are in the flow, with those in loops and beside one another': [
      [cycleOf(login, { function: 'pick' }, get), 2],
      [cycleOf(login, { loop: [get, { loop: [get], count: '3' }], count: 10 }), 41],
      [cycleOf({ parallel: [get, login] }, get), 3]
    ],
    'can’t be told where that depends on the user, on how long it goes on, or on what can’t be seen': [
      [cycleOf(login, { loop: [get], whileTrue: 'isEarly' }), null],
      [cycleOf(login, { loop: [get], count: '1-10' }), null],
      [cycleOf(login, { loop: [get], over: 'pages' }), null],
      [cycleOf(asking('/{{ page }}')), null],
      [cycleOf(asking('/{{ $loopCount }}')), null],
      [cycleOf({ post: { url: '/login', ifTrue: '$loopCount == 0' } }, get), null],
      [cycleOf({ get: { url: '/', beforeRequest: 'sign' } }), null],
      [requestCycle({ beforeRequest: 'sign', flow: [get] }, {}), null],
      [requestCycle({ flow: [get] }, { headers: { 'x-user': '{{ user }}' } }), null],
      [cycleOf(), null],
      [cycleOf({ think: 1 }), null]
    ],
    'does not depend on what is drawn anew for each request': [
      [cycleOf(asking('/{{ $randomNumber(1, 9) }}')), 1],
      [cycleOf(asking('/{{$uuid}}'), get), 2]
    ],
    'is unknown in a mix': [
      [
        readWithConfig(
          { mix: true },
          {},
          {
            script: {
              scenarios: [
                { name: 'a', flow: [get] },
                { name: 'b', flow: [get] }
              ]
            }
          }
        ).scenarios[0].cycle,
        null
      ]
    ]
  })
})
