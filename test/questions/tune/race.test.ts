import { expect } from 'chai'
import { parse } from 'yaml'
import { search } from '../../../plugin/questions/tune/commands/race.ts'
import { SpeedupError } from '../../../plugin/concepts/errors.ts'
import { keptComparison } from '../../../plugin/kit/subject.ts'
import { kinds, changeOf, nameOf, together, type Change } from '../../../plugin/questions/tune/concepts.ts'
import { callSpeedup } from '../../support/cli.ts'
import { seededNormal } from '../../support/random.ts'
import { aComparison, aRacer, aScenarioResult, aVariantUse, unseen } from '../../support/results.ts'

/** How many times as fast each setting is; null: it does not start. */
type Gains = Record<string, number | null>

/** A whole search, with hardly any noise. @param pool cores that threads take beside the event loop */
async function searched(groups: Record<string, string[]>, gains: Gains, { pool = 0.5, seconds = 60 } = {}) {
  const normal = seededNormal(592)
  const compared: string[] = []
  const gainOf = (name: string) => {
    const own = gains[name]
    if (own === null) throw new SpeedupError('APP_DIED', `Variant ${name} ended.\nIts last lines: bad option`)
    return own ?? name.split(' ').reduce((all, part) => all * Number(gains[part] ?? 1), 1)
  }
  const compare: Parameters<typeof search>[0]['compare'] = async (changes) => {
    compared.push(changes.map(nameOf).join(', '))
    const candidates = changes
      .map(nameOf)
      .map((name) => aRacer(name, gainOf(name), { spread: 0.01, reach: 1.04, normal }))
    const variants = ['as it is', ...candidates.map(({ name }) => name)].map((name, i) =>
      aVariantUse({ name, workers: 1, workerMegabytes: 100 + 20 * i, utilization: 1, cpu: 1 + pool })
    )
    const result = aScenarioResult(candidates, { baseline: 'as it is', variants })
    return keptComparison({ comparison: aComparison([result]), folder: '/kept', page: '/kept/index.html' })
  }
  const given = Object.entries(groups).map(([kind, words]) => ({
    kind,
    changes: words.map((word) => changeOf(word) as Change)
  }))
  const [{ code, sentences }, told] = await unseen(() => search({ groups: given, compare, seconds }))
  return { code, text: sentences.join('\n'), compared, told }
}

describe('the search for settings that help', () => {
  it('measures the winner of each kind anew, and all together, and says what it costs and how to write it', async () => {
    const { code, text, compared } = await searched(
      { nodeArgs: ['--a', '--b', '--c'], env: ['X=1'] },
      { '--a': 1.2, '--b': 1, '--c': 0.7, 'X=1': 1.3 }
    )
    expect(code).to.equal(0)
    expect(compared).to.eql(['--a, --b, --c', 'X=1', '--a, X=1, X=1 --a'])
    expect(text)
      .to.match(
        /^X=1 --a helps: 1\.5\dx \[1\.\d+, 1\.\d+\] of the throughput, measured anew\. Memory of its processes: 100 MB → 160 MB\.\n/
      )
      .and.match(/\nThe others: --a 1\.\d+x \[.*\]; X=1 1\.\d+x \[.*\]\.\n/)
      .and.include(
        '\nTo keep it: start it by `X=1 node --a …`; in a scenario file: variants: { tuned: { mode: single, nodeArgs: [ --a ], env: { X: "1" } } }\nReport: /kept/index.html'
      )
    const [, line] = /in a scenario file: (.*)/.exec(text) ?? []
    expect(parse(line)).to.eql({ variants: { tuned: { mode: 'single', nodeArgs: ['--a'], env: { X: '1' } } } })
  })

  it('says that nothing helps, and exits with 1', async () => {
    const { code, text, compared } = await searched({ nodeArgs: ['--a', '--b'] }, { '--a': 0.99, '--b': 0.7 })
    expect([code, text]).to.eql([1, 'Nothing helps by more than 3 %, of --a and --b.'])
    expect(compared).to.eql(['--a, --b'])
  })

  it('looks again at those that are open, three times at most', async () => {
    const { compared } = await searched({ nodeArgs: ['--a', '--b', '--c'] }, { '--a': 1.2, '--b': 1.2, '--c': 0.7 })
    expect(compared.slice(0, 3)).to.eql(['--a, --b, --c', '--a, --b', '--a, --b'])
    expect(compared).to.have.length(4)
  })

  it('leaves out what does not start, by name, and goes on with the others', async () => {
    const { code, text, compared } = await searched(
      { nodeArgs: ['--a', '--no-such'] },
      { '--a': 1.5, '--no-such': null }
    )
    expect(code).to.equal(0)
    expect(compared.slice(0, 2)).to.eql(['--a, --no-such', '--a'])
    expect(text).to.include('\nLeft out: Variant --no-such ended.\n')
  })

  it('does not try the pool of threads where it is idle', async () => {
    const groups = { nodeArgs: ['--a'], pool: ['UV_THREADPOOL_SIZE=8'] }
    const [busy, idle] = [await searched(groups, {}), await searched(groups, {}, { pool: 0.02 })]
    expect(busy.compared[1]).to.equal('UV_THREADPOOL_SIZE=8')
    expect(idle.compared).to.not.include('UV_THREADPOOL_SIZE=8')
    expect(idle.told).to.include('pool: its threads are idle')
  })

  it('ends where the time is over after one look at each, and says so', async () => {
    const gains = { '--b': 1.02, '--c': 1.01 }
    const { code, text, compared } = await searched({ a: ['--a'], b: ['--b', '--c'] }, gains, { seconds: 0 })
    expect(compared).to.eql(['--a', '--b, --c'])
    expect(code).to.equal(2)
    expect(text).to.equal(
      'Nothing seems to help by more than 3 %, but the time was over before all was told. --time gives it more.'
    )
  })
})

describe('the settings that are tried', () => {
  const known = { cores: 4, nodeMajor: 24, nodeArgs: [], env: {} }
  const names = (kind: keyof typeof kinds, changes = {}) => kinds[kind]({ ...known, ...changes }).map(nameOf)

  it('are those that the app does not set itself, on as many cores as there are', () => {
    expect(names('workers')).to.eql(['4 workers', '3 workers'])
    expect(names('workers', { cores: 2 })).to.eql(['2 workers'])
    expect(names('workers', { cores: 1 })).to.eql([])
    expect(names('nodeArgs')).to.have.length(4)
    expect(names('nodeArgs', { nodeArgs: ['--max-semi-space-size=8'] })).to.eql([])
    expect(names('nodeArgs', { env: { NODE_OPTIONS: '--max-semi-space-size=8' } })).to.eql([])
    expect(names('production', { env: { NODE_ENV: 'production' } })).to.eql([])
    expect(names('pool', { env: { UV_THREADPOOL_SIZE: '4' } })).to.eql([])
    expect([22, 23, 24].flatMap((nodeMajor) => names('node', { nodeMajor }))).to.eql(['Node 24', 'Node 24', 'Node 26'])
  })

  it('go together', () => {
    const all = together([
      { workers: 2 },
      { nodeArgs: ['--a'] },
      { env: { X: '1' } },
      { env: { Y: '2' }, nodeArgs: ['--b'] }
    ])
    expect(nameOf(all)).to.equal('2 workers X=1 Y=2 --a --b')
  })
})

describe('artillery-speedup tune and upgrade', () => {
  for (const [words, message] of [
    [
      ['tune', '--only', 'heap'],
      '--only names "heap", which is no kind of setting. Choose from workers, nodeArgs, production, pool and node.'
    ],
    [['tune', '--try', 'fast please'], '--try is "fast please". It must be such as --no-opt, POOL=20 or 4'],
    [
      ['tune', ...Array.from({ length: 40 }, (_, i) => `--try=X=${i}`)],
      '--time is "10m". It must be at least 11m, which 40 settings take for one look at each'
    ],
    [['tune', '--time', 'soon'], '--time is "soon"'],
    [['upgrade', '22'], 'upgrade needs two versions of Node, such as 22 24'],
    [['upgrade', '24', '24'], 'upgrade is "24 24". It must be two different versions of Node'],
    [['upgrade', '22', 'latest'], 'upgrade.node is "latest"']
  ] as const)
    it(`refuses ${words.slice(0, 3).join(' ')} in a sentence`, async () => {
      const { code, stderr } = await callSpeedup([...words])
      expect(code).to.equal(3)
      expect(stderr).to.include(message)
    })
})
