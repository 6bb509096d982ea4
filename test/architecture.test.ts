import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { tokensOf, weightsOf } from '../tools/weight.ts'

const plugin = fileURLToPath(new URL('../plugin', import.meta.url))

/**
 * Which folder, or file at the top, may import from which: down only. So measuring can't see analysing, and the report
 * needs a comparison only.
 */
const allowed: Record<string, string> = {
  'index.ts': 'artillery generator internals load-thread messages',
  'cli.ts': 'commands settings',
  commands: 'artillery comparison init kit machine processes record report settings speedup.ts versions',
  init: 'app load-thread processes settings',
  kit: 'artillery comparison processes record report settings statistics',
  artillery: 'speedup.ts internals messages record report settings',
  'speedup.ts': 'app comparison experiment load measure record report settings versions',
  experiment: 'app load machine measure messages processes record sources statistics',
  settings: 'machine record statistics',
  versions: 'processes settings',
  load: 'measure messages processes record',
  remote: 'app generator machine messages processes statistics',
  measure: 'messages record statistics',
  generator: 'internals machine messages record',
  'load-thread': 'internals machine messages record',
  record: 'messages',
  app: 'machine messages primaries processes sources',
  primaries: 'messages processes',
  'in-app': 'machine messages processes',
  internals: '',
  messages: 'processes',
  machine: 'processes',
  comparison: 'statistics',
  report: 'statistics',
  sources: '',
  statistics: '',
  processes: '',
  concepts: '',
  'package-files.ts': ''
}
/**
 * Modules of their own, however little they hold: started by their path, loaded into apps without anything else, or
 * what all types of figures are made of.
 */
const mayBeSmall = [
  'concepts/figures.ts',
  'in-app/share-port.ts',
  'in-app/tag-process.ts',
  'in-app/tag-responses.ts',
  'package-files.ts',
  'primaries/reuse-port-primary.ts'
]

const allowedEverywhere = ['concepts', 'package-files.ts']

/** @returns what it imports: statically, dynamically by a literal, by JSDoc */
const importsOf = (source: string): string[] =>
  [...source.matchAll(/(?:\bfrom|\bimport\s*\(?)\s*(['"])([^\s'"]+)\1/g)].map(([, , specifier]) => specifier)

/**
 * @returns the folder of an absolute path below plugin/, or its name at the top. A part of a question is named as the
 * folder whose arrows it keeps to: questions/losses/measure/aftermath.ts is of measure, questions/losses/kit.ts of kit;
 * of a row with several tables, so is each: questions/report-page.ts is of report
 */
function placeOf(file: string): string {
  const [first, second, part = second] = relative(plugin, file).split(sep)
  return first === 'questions' ? part.replace(/(?:-\w+)?\.ts$/, '') : first
}

const files = readdirSync(plugin, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.includes('node_modules') && !name.startsWith(`dist${sep}`))
  .map((name) => join(plugin, name))
const edges = files.flatMap((file) =>
  importsOf(readFileSync(file, 'utf8')).map((specifier) => ({
    from: relative(plugin, file),
    place: placeOf(file),
    specifier,
    to: specifier.startsWith('.') ? placeOf(join(dirname(file), specifier)) : null
  }))
)

describe('the architecture', () => {
  it('is read from the imports', () => {
    const found = edges.filter(({ from }) => from === 'index.ts').map(({ to }) => to)
    expect(found).to.include.members(['artillery', 'generator'])
  })

  it('knows every folder', () => {
    expect([...new Set(files.map(placeOf))].sort()).to.eql(Object.keys(allowed).sort())
  })

  for (const [place, targets] of Object.entries(allowed)) {
    it(`lets ${place} import from ${targets || 'no other folder'}`, () => {
      const permitted = [place, ...targets.split(' '), ...allowedEverywhere]
      const found = edges.filter(({ place: from, to }) => from === place && to !== null && !permitted.includes(to))
      expect(found.map(({ from, specifier }) => `${from} imports ${specifier}`)).to.eql([])
    })
  }
})

describe('the imports', () => {
  it('of a question are of no other', () => {
    const questionOf = (file: string) => /^questions[\\/](\w+)[\\/]/.exec(file)?.[1]
    const across = edges.filter(({ from, specifier }) => {
      const [own, other] = [from, join(dirname(from), specifier)].map(questionOf)
      return own !== undefined && other !== undefined && own !== other
    })
    expect(across.map(({ from, specifier }) => `${from} imports ${specifier}`)).to.eql([])
  })

  it('go round in no circle, types included', () => {
    const imports = Map.groupBy(edges, ({ from }) => join(plugin, from))
    let left = new Set(files)
    // What imports nothing that is left is in no circle.
    for (let before = Infinity; left.size < before;) {
      before = left.size
      left = new Set(
        [...left].filter((file) => imports.get(file)?.some(({ specifier }) => left.has(join(dirname(file), specifier))))
      )
    }
    expect([...left]).to.eql([])
  })
})

describe('what is started by its path', () => {
  it('is named in quotes where it is called: so tools/pack.ts knows what to pack', () => {
    const unnamed = files.filter((file) => /\bbuiltModule\((?!'|name: string\))/.test(readFileSync(file, 'utf8')))
    expect(unnamed.map((file) => relative(plugin, file))).to.eql([])
  })
})

describe('the wall clock, which may be set at any moment', () => {
  it('tells dates, and times from elsewhere; all else is told by machine/clock.ts, or by performance.now() within a process', () => {
    const readers = files.filter((file) =>
      /\bDate\.now\b|\btimeOrigin\b|\bnew Date\(\)/.test(
        readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\/|\/\/.*/g, '')
      )
    )
    expect(readers.map((file) => relative(plugin, file)).sort()).to.eql([
      'app/modes/url.ts',
      'experiment/load-apps.ts',
      'load-thread/lean/lean-response.ts', // hooks read dates there
      'load-thread/make-load.ts',
      'speedup.ts'
    ])
  })
})

describe('what knows little', () => {
  it('is what is deployed with an app: it brings nothing along but what tags its responses, and does so without a fault', () => {
    const small = ['in-app/tag-responses.ts', 'processes/harmless.ts']
    const brought = edges.filter(({ from }) =>
      ['in-app/tag-process.ts', 'in-app/worker-pid.ts', ...small].includes(from.replaceAll(sep, '/'))
    )
    const ours = brought
      .filter(({ to }) => to !== null)
      .map(({ from, specifier }) => join(dirname(from), specifier).replaceAll(sep, '/'))
    expect([...new Set(ours)].sort()).to.eql(small)
    expect(brought.filter(({ to, specifier }) => to === null && !specifier.startsWith('node:'))).to.eql([])
  })

  it('are the charts of the report: nothing of the pages they are on', () => {
    const charts = edges.filter(({ from }) =>
      from.match(/^report.charts\b|^questions.*\b(disturbed-run|curves|icicle)\b/)
    )
    expect(charts).to.not.be.empty
    expect(
      charts.filter(({ from, specifier }) => /^report.(page|history)\b/.test(join(dirname(from), specifier)))
    ).to.eql([])
  })
})

describe('the packages that the plugin uses', () => {
  const isPackage = (specifier: string) => !specifier.startsWith('.') && !specifier.startsWith('node:')
  const used = edges.filter(({ specifier }) => isPackage(specifier))

  it('are exactly its dependencies', () => {
    const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(plugin, 'package.json'), 'utf8'))
    expect(
      [...new Set(used.map(({ specifier }) => specifier))]
        .filter((name) => !Object.hasOwn(peerDependencies, name))
        .sort()
    ).to.eql(Object.keys(dependencies).sort())
  })

  it('include jstat for the statistics alone, and those of d3 for the report', () => {
    const placesOf = (name: string) => [
      ...new Set(used.filter(({ specifier }) => specifier === name).map(({ place }) => place))
    ]
    expect(['jstat', 'd3-scale', 'd3-shape'].map(placesOf)).to.eql([['statistics'], ['report'], ['report']])
  })
})

describe('the weight', () => {
  const repository = join(plugin, '..')
  const [ofPlugin, ofTests] = ['plugin', 'test'].map((name) => weightsOf(join(repository, name)))
  const sum = (weights: Record<string, number>) => Object.values(weights).reduce((all, tokens) => all + tokens, 0)

  it('is that of names, numbers, strings and signs, however they are broken into lines, and not of comments', () => {
    expect(tokensOf('const a = [1, "two words"] // three')).to.equal(8)
    expect(tokensOf('/** of\n it */\nconst a = [\n  1,\n  "two words"\n]')).to.equal(8)
    expect(tokensOf('`of ${a + 1} and ${b}`'), 'the text, two holes, what is in them').to.equal(7)
  })

  // What a feature adds must be worth it, and what it makes superfluous goes with it: these figures fall rather than
  // rise.
  it('is at most 402,600 tokens of the plugin in 408 files, and 584,500 of tests', () => {
    expect(sum(ofPlugin)).to.be.at.most(402_600)
    expect(files).to.have.length.at.most(408)
    expect(sum(ofTests)).to.be.at.most(584_500)
    expect(ofPlugin['speedup.ts'], 'the plan').to.be.at.most(700)
  })

  it('of a file is at most 3,200 tokens, and at least 100 but for doors and for what is started by its path', () => {
    expect(Object.keys(ofPlugin).filter((file) => ofPlugin[file] > 3200)).to.eql([])
    const small = Object.keys(ofPlugin).filter((file) => ofPlugin[file] < 100 && !/\.d\.ts$|\.js$/.test(file))
    expect(small).to.eql(mayBeSmall)
  })

  it('of a folder is in the map of CONTRIBUTING.md', () => {
    const map = readFileSync(join(repository, 'CONTRIBUTING.md'), 'utf8')
    const rows = [...map.matchAll(/^\| `([\w.-]+)\/?` \|/gm)].map(([, name]) => name)
    expect([...rows, 'package-files.ts'].sort()).to.eql([...Object.keys(allowed), 'questions'].sort())
  })
})
