import { expect } from 'chai'
import { itRefuses, readWithConfig } from './cases.ts'

/** There are no phases, unless they are given; before: a section of the script. */
type Given = { phases?: object[]; before?: object; [option: string]: unknown }
const read = ({ phases, before, ...options }: Given) =>
  readWithConfig({ alternate: 'slices', ...options }, { phases }, { script: { before } })

const phases = [{ duration: 10, arrivalRate: 10 }]
const begin = 'plugins.speedup.alternate is slices, but '

const impossible: [given: Given, why: string][] = [
  [
    { phases },
    "users come at the times of config.phases, and such a load can't pause. Replace config.phases by plugins.speedup.users, for example users: 20, or remove alternate."
  ],
  [
    { generator: { command: 'run' }, phases },
    "plugins.speedup.generator is set, and only the plugin's own load can pause. Remove one of the two."
  ],
  [
    { users: 8, before: { flow: [{ log: 'hello' }] } },
    'the script has a section before or after, which is run once for each load. Remove alternate, or that section.'
  ]
]

describe('the option alternate', () => {
  it('takes slices for users who go on, in any mode', () => {
    expect(read({ users: 8 }).alternate).to.equal('slices')
    const variants = {
      single: {},
      clustered: { mode: 'cluster', workers: 2 },
      other: { command: 'node server.js' },
      one: { instances: 2 }
    }
    expect(read({ users: 8, duration: '4s', variants }).alternate).to.equal('slices')
  })

  it('is slices where nothing is said and loads can pause, else runs', () => {
    const usual = (options: Given) => read({ ...options, alternate: undefined }).alternate
    expect(usual({ users: 8 })).to.equal('slices')
    for (const [options] of impossible) expect(usual(options), JSON.stringify(options)).to.equal('runs')
    expect(read({ users: 8, alternate: 'runs' }).alternate).to.equal('runs')
  })

  itRefuses(read, begin, impossible)
  itRefuses(read, 'plugins.speedup.alternate is "slice". ', [
    [{ users: 8, alternate: 'slice' }, 'It must be one of runs, slices (did you mean slices?).']
  ])
})
