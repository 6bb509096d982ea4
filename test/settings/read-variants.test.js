import { expect } from 'chai'
import { describe, it } from 'mocha'
import { availableParallelism } from 'node:os'
import { readSettings } from '../../plugin/settings/read-settings.js'
import { aSource, refusal } from '../support/settings.js'

const read = (/** @type {object} */ variants) => readSettings(aSource({ variants }))
const twoVariants = 'A comparison needs at least two, for example { single: { mode: single }, clustered: { mode: cluster } }.'

describe('reading the variants', () => {
  it('keeps the order written, and takes the first as the baseline', () => {
    const { variants, baseline } = read({ four: { mode: 'cluster', workers: 4 }, two: { mode: 'cluster', workers: 2 }, single: {} })
    expect(variants.map(({ name }) => name)).to.eql(['four', 'two', 'single'])
    expect(baseline).to.equal('four')
  })

  it('takes the mode from a name that is one', () => {
    expect(read({ single: {}, cluster: {} }).variants.map(({ mode }) => mode)).to.eql(['single', 'cluster'])
  })

  it('lets the mode decide, not the name', () => {
    expect(read({ single: { mode: 'cluster', workers: 3 }, cluster: { mode: 'single' } }).variants).to.eql([
      { name: 'single', mode: 'cluster', workers: 3, scheduling: 'round-robin', env: {} },
      { name: 'cluster', mode: 'single', workers: 1, scheduling: 'round-robin', env: {} }
    ])
  })

  it('takes as many workers as may run in parallel for auto', () => {
    expect(read({ single: {}, cluster: { workers: 'auto' } }).variants[1].workers).to.equal(availableParallelism())
  })

  it('turns the numbers and truths of an environment into texts', () => {
    expect(read({ single: {}, cluster: { env: { UV_THREADPOOL_SIZE: 8, DEBUG: false, NAME: 'a' }, scheduling: 'none' } }).variants[1])
      .to.deep.include({ env: { UV_THREADPOOL_SIZE: '8', DEBUG: 'false', NAME: 'a' }, scheduling: 'none' })
  })

  const workers = 'It must be a whole number from 1 to 256, or auto.'
  /** @type {[string, object, string][]} */
  const refused = [
    ['an unknown mode', { single: {}, two: { mode: 'clusterd' } }, 'plugins.speedup.variants.two.mode is "clusterd". It must be one of single, cluster (did you mean cluster?).'],
    ['a mode that can’t be told from the name', { single: {}, two: {} }, 'plugins.speedup.variants.two.mode is missing. It must be one of single, cluster.'],
    ['an unknown key', { single: {}, cluster: { worker: 2 } },
      'plugins.speedup.variants.cluster.worker is no option (did you mean workers?). Options of plugins.speedup.variants.cluster: mode, workers, scheduling, env, thresholds.'],
    ['0 workers', { single: {}, cluster: { workers: 0 } }, `plugins.speedup.variants.cluster.workers is 0. ${workers}`],
    ['1.5 workers', { single: {}, cluster: { workers: 1.5 } }, `plugins.speedup.variants.cluster.workers is 1.5. ${workers}`],
    ['workers as a text', { single: {}, cluster: { workers: '2' } }, `plugins.speedup.variants.cluster.workers is "2". ${workers}`],
    ['workers of a single process', { single: { workers: 2 }, cluster: {} },
      'plugins.speedup.variants.single.workers is set, but mode single has one process. Set mode: cluster, or leave workers out.'],
    ['scheduling of a single process', { single: { scheduling: 'none' }, cluster: {} },
      'plugins.speedup.variants.single.scheduling is set, but mode single has one process. Set mode: cluster, or leave scheduling out.'],
    ['a list in an environment', { single: {}, cluster: { env: { PATH: ['/bin'] } } },
      'plugins.speedup.variants.cluster.env.PATH is ["/bin"]. It must be a text, a number, true or false.'],
    ['a variant left empty', { single: null, cluster: {} }, 'plugins.speedup.variants.single is null. It must be a map of keys to values.'],
    ['variants as a list', ['single', 'cluster'], 'plugins.speedup.variants is ["single","cluster"]. It must be a map of keys to values.'],
    ['only one variant', { single: {} }, `plugins.speedup.variants has only one variant. ${twoVariants}`],
    ['no variant', {}, `plugins.speedup.variants has no variant. ${twoVariants}`],
    ['a variant without a name', { single: {}, ' ': { mode: 'cluster' } }, 'plugins.speedup.variants has a variant without a name.']
  ]
  for (const [what, variants, message] of refused) {
    it(`refuses ${what}`, () => {
      expect(refusal(() => read(variants))).to.eql({ code: 'INVALID_SETTINGS', message })
    })
  }
})
