import { availableParallelism } from 'node:os'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { aSource, aVariant, refusal } from '../support/settings.ts'

const read = (variants: object) => readSettings(aSource({ variants }))
const twoVariants = 'A comparison needs at least two, for example { single: { mode: single }, clustered: { mode: cluster } }.'

describe('reading the variants', () => {
  it('keeps the order written, and takes the first as the baseline', () => {
    const { variants, baseline } = read({ four: { mode: 'cluster', workers: 4 }, two: { mode: 'cluster', workers: 2 }, single: {} })
    expect(variants.map(({ name }) => name)).to.eql(['four', 'two', 'single'])
    expect(baseline).to.equal('four')
  })

  it('takes the mode from a name that is one', () => {
    const variants = { single: {}, cluster: {}, pm2: {}, 'reuse-port': {}, command: { command: 'node app.js' }, url: { url: 'http://127.0.0.1:4100' } }
    expect(read(variants).variants.map(({ mode }) => mode)).to.eql(Object.keys(variants))
  })

  it('takes the mode from the key that stands for one', () => {
    const { variants } = read({ single: {}, threads: { command: 'node app.js' }, staging: { url: 'https://a.example' }, farm: { ecosystem: 'primes.yml' } })
    expect(variants.map(({ mode }) => mode)).to.eql(['single', 'command', 'url', 'pm2'])
  })

  it('lets the mode decide, not the name', () => {
    expect(read({ single: { mode: 'cluster', workers: 3 }, cluster: { mode: 'single' } }).variants).to.eql([
      aVariant({ name: 'single', mode: 'cluster', workers: 3 }),
      aVariant({ name: 'cluster', mode: 'single' })
    ])
  })

  it('turns the numbers of a command into texts', () => {
    const [, threads] = read({ single: {}, threads: { command: ['node', 'server.js', '--threads', 2] } }).variants
    expect(threads).to.deep.include({ mode: 'command', command: ['node', 'server.js', '--threads', '2'] })
  })

  it('turns the numbers and truths of an environment and of arguments into texts', () => {
    expect(read({ single: {}, cluster: { env: { UV_THREADPOOL_SIZE: 8, DEBUG: false, NAME: 'a' }, args: ['--threads', 2, true], scheduling: 'none' } }).variants[1])
      .to.deep.include({ env: { UV_THREADPOOL_SIZE: '8', DEBUG: 'false', NAME: 'a' }, args: ['--threads', '2', 'true'], scheduling: 'none' })
  })

  it('leaves a command as it is written', () => {
    const { variants } = read({ line: { command: 'node server.js --threads 2 && true' }, list: { command: ['node', 'server.js'], env: { A: 1 }, workers: 3 } })
    expect(variants).to.eql([
      aVariant({ name: 'line', mode: 'command', workers: null, command: 'node server.js --threads 2 && true' }),
      aVariant({ name: 'list', mode: 'command', workers: 3, command: ['node', 'server.js'], env: { A: '1' } })
    ])
  })

  it('makes a variant of each number of workers, at the place of the one that was written', () => {
    const given = { mode: 'cluster', workers: [4, 1, 2], scheduling: 'none', env: { A: 'a' }, args: ['x'] }
    const same = { mode: 'cluster' as const, scheduling: 'none' as const, env: { A: 'a' }, args: ['x'], sweep: 'clustered' }
    expect(read({ single: {}, clustered: given, last: { mode: 'cluster', workers: 3 } }).variants).to.eql([
      aVariant(),
      aVariant({ ...same, name: 'clustered 1', workers: 1 }),
      aVariant({ ...same, name: 'clustered 2', workers: 2 }),
      aVariant({ ...same, name: 'clustered 4', workers: 4 }),
      aVariant({ name: 'last', mode: 'cluster', workers: 3 })
    ])
  })

  it('compares the numbers of workers of an only variant', () => {
    const { variants, baseline } = read({ cluster: { sweep: 'auto' } })
    expect(variants.map(({ name }) => name)).to.include.members(['cluster 1', 'cluster 2'])
    expect(variants.map(({ sweep }) => sweep)).to.eql(variants.map(() => 'cluster'))
    expect(baseline).to.equal('cluster 1')
  })

  const workers = 'It must be a whole number from 1 to 256, auto, max, or a list of several numbers.'
  const severalWorkers = 'It must be a list of at least two different numbers, such as [1, 2, 4]; for one, write the number alone.'
  const modes = 'single, cluster, pm2, reuse-port, ports, command, url'
  const refused: [string, object, string][] = [
    ['an unknown mode', { single: {}, two: { mode: 'clusterd' } }, `plugins.speedup.variants.two.mode is "clusterd". It must be one of ${modes} (did you mean cluster?).`],
    ['a mode that can’t be told from the name', { single: {}, two: {} }, `plugins.speedup.variants.two.mode is missing. It must be one of ${modes}.`],
    ['a mode that two keys stand for', { single: {}, two: { command: 'node a.js', url: 'https://a.example' } }, `plugins.speedup.variants.two.mode is missing. It must be one of ${modes}.`],
    ['an unknown key', { single: {}, cluster: { worker: 2 } },
      'plugins.speedup.variants.cluster.worker is no option (did you mean workers?). Options of plugins.speedup.variants.cluster: mode, workers, sweep, scheduling, env, args, command, ecosystem, url, thresholds.'],
    ['0 workers', { single: {}, cluster: { workers: 0 } }, `plugins.speedup.variants.cluster.workers is 0. ${workers}`],
    ['1.5 workers', { single: {}, cluster: { workers: 1.5 } }, `plugins.speedup.variants.cluster.workers is 1.5. ${workers}`],
    ['257 workers', { single: {}, cluster: { workers: 257 } }, `plugins.speedup.variants.cluster.workers is 257. ${workers}`],
    ['workers as a text', { single: {}, cluster: { workers: '2' } }, `plugins.speedup.variants.cluster.workers is "2". ${workers}`],
    ['one number of workers in a list', { cluster: { workers: [2] } }, `plugins.speedup.variants.cluster.workers is [2]. ${severalWorkers}`],
    ['a number of workers twice', { cluster: { workers: [1, 2, 1] } }, `plugins.speedup.variants.cluster.workers is [1,2,1]. ${severalWorkers}`],
    ['half a worker in a list', { cluster: { workers: [1, 1.5] } }, 'plugins.speedup.variants.cluster.workers[1] is 1.5. It must be a whole number from 1 to 256.'],
    ['a sweep that is not auto', { cluster: { sweep: [1, 2] } }, 'plugins.speedup.variants.cluster.sweep is [1,2]. It must be one of auto.'],
    ['a command that is empty', { single: {}, command: { command: '' } },
      'plugins.speedup.variants.command.command is "". It must be a command line, or a list of the program and its arguments, such as [node, server.js].'],
    ['a command of nothing', { single: {}, command: { command: [] } },
      'plugins.speedup.variants.command.command is []. It must be a command line, or a list of the program and its arguments, such as [node, server.js].'],
    ['a list in an environment', { single: {}, cluster: { env: { PATH: ['/bin'] } } },
      'plugins.speedup.variants.cluster.env.PATH is ["/bin"]. It must be a text, a number, true or false.'],
    ['a variant left empty', { single: null, cluster: {} }, 'plugins.speedup.variants.single is null. It must be a map of keys to values.'],
    ['variants as a list', ['single', 'cluster'], 'plugins.speedup.variants is ["single","cluster"]. It must be a map of keys to values.'],
    ['only one variant', { single: {} }, `plugins.speedup.variants has only one variant. ${twoVariants}`],
    ['no variant', {}, `plugins.speedup.variants has no variant. ${twoVariants}`],
    ['a variant without a name', { single: {}, ' ': { mode: 'cluster' } }, 'plugins.speedup.variants has a variant without a name.'],
    ['a variant that is named as one of several', { clustered: { mode: 'cluster', workers: [1, 2] }, 'clustered 2': { mode: 'single' } },
      'plugins.speedup.variants.clustered makes a variant for each number of workers, one of them named "clustered 2"; but there is another variant of that name. Rename one of the two.']
  ]
  it('says which variant makes a name twice, wherever it stands', () => {
    expect(refusal(() => read({ 'clustered 2': { mode: 'single' }, clustered: { mode: 'cluster', workers: [1, 2] } })).message)
      .to.match(/^plugins\.speedup\.variants\.clustered makes a variant for each number of workers, one of them named "clustered 2"/)
  })

  for (const [what, variants, message] of refused) {
    it(`refuses ${what}`, () => {
      expect(refusal(() => read(variants))).to.eql({ code: 'INVALID_SETTINGS', message })
    })
  }

  it('takes as many workers as may run in parallel where nothing is said', () => {
    expect(read({ single: {}, cluster: {}, 'reuse-port': {}, pm2: {} }).variants.map(({ workers }) => workers)).to.eql([1, ...Array(3).fill(availableParallelism())])
  })
})
