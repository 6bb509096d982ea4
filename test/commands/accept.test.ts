import { mkdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { withSetting } from '../../plugin/init/with-setting.ts'
import { thresholdHint } from '../../plugin/init/templates.ts'
import { itFinds } from '../support/cases.ts'
import { callSpeedup as speedup } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult, aWarning } from '../support/results.ts'
import type { Comparison } from '../../plugin/concepts/comparison.ts'

const file = `# Primes, and why.
config:
  target: http://127.0.0.1:3000   # of ours
  plugins:
    speedup:
      app: ../server.js           # a path from here
      users: 20
      variants:
        single: {}
        clustered: { workers: 2 } # two

# What they do.
scenarios:
  - name: primes
    flow: [{ get: { url: / } }]
`

describe('setting a value in YAML', () => {
  const speedupOf = ['config', 'plugins', 'speedup']
  const set = (text: string, path: (string | number)[]) => withSetting(text, { path, value: 1.4 })
  const flow = 'config: { plugins: { speedup: { app: a.js } } } # all\n'
  itFinds({
    'adds a line below the last one of its map, with its indentation': [
      [
        set(file, [...speedupOf, 'thresholds', 'throughput']),
        file.replace('{ workers: 2 } # two\n', '{ workers: 2 } # two\n      thresholds: { throughput: 1.4 }\n')
      ],
      [
        set(file, ['scenarios', 0, 'speedup', 'thresholds', 'p95']),
        `${file.trimEnd()}\n    speedup: { thresholds: { p95: 1.4 } }\n`
      ]
    ],
    'adds it in a map in braces, before what is there': [
      [
        set(file, [...speedupOf, 'variants', 'clustered', 'thresholds', 'p95']),
        file.replace('{ workers: 2 }', '{ thresholds: { p95: 1.4 }, workers: 2 }')
      ],
      [
        set(flow, [...speedupOf, 'thresholds', 'p95']),
        'config: { plugins: { speedup: { thresholds: { p95: 1.4 }, app: a.js } } } # all\n'
      ]
    ],
    'takes the place of a value alone': [
      [set('a: { b: 1.2 } # c\n', ['a', 'b']), 'a: { b: 1.4 } # c\n'],
      [set('a:\n  b: 1.2   # c\n  d: 1\n', ['a', 'b']), 'a:\n  b: 1.4   # c\n  d: 1\n']
    ],
    'is refused where something else stands in its way': [
      [set('a: text\n', ['a', 'b']), null],
      [set('a:\n', ['a', 'b']), null],
      [set('a: &x { c: 1 }\nd: *x\n', ['a', 'b']), null],
      [set('a: { b: { c: 1 } }\n', ['a', 'b']), null]
    ]
  })
})

describe('artillery-speedup accept', () => {
  const folder = temporaryFolder()
  let count = 0

  /** Accepts a comparison that begins when all files have been written. */
  async function accepting(comparison: Partial<Comparison>, content: string = file, name = 'speedup.yml') {
    const place = `kept-${++count}`
    mkdirSync(folder.path(`${place}/report`), { recursive: true })
    const script = folder.write(`${place}/${name}`, content)
    const whole = { ...aComparison([aScenarioResult([aCandidate()])]), startedAt: '2999-01-01T00:00:00.000Z' }
    folder.write(`${place}/report/comparison.json`, JSON.stringify({ ...whole, file: name, ...comparison }))
    const { code, stdout, stderr } = await speedup(['accept', 'report'], { cwd: folder.path(place) })
    return { code, said: stdout + stderr, text: readFileSync(script, 'utf8') }
  }
  const scenarios = [aScenarioResult([aCandidate()])]

  it('writes the smaller of 0.8 times the speedup and the end of its interval, and says what was measured', async () => {
    const { code, said, text } = await accepting({ scenarios })
    expect([code, said]).to.eql([
      0,
      'speedup.yml: config.plugins.speedup.thresholds.throughput: 1.3 (measured: 1.66x [1.30, 2.12])\n'
    ])
    expect(text).to.include('\n      thresholds: { throughput: 1.3 }\n')
  })

  it('writes one for each of several candidates, and for each of several scenarios', async () => {
    const two = aScenarioResult([aCandidate(), aCandidate({ name: 'single' })])
    expect((await accepting({ scenarios: [two] })).text)
      .to.include('clustered: { thresholds: { throughput: 1.3 }, workers: 2 }')
      .and.include('single: { thresholds: { throughput: 1.3 } }')
    const more = `${file}  - name: search\n    flow: []\n`
    const faster = aScenarioResult([aCandidateWith([{ metric: 'throughput', speedup: 3, interval: [2.5, 3.5] }])], {
      scenario: 'search'
    })
    const { text } = await accepting({ scenarios: [...scenarios, faster] }, more)
    expect(text).to.include('speedup: { thresholds: { throughput: 1.3 } }\n  - name: search')
    expect(text).to.match(/flow: \[\]\n {4}speedup: \{ thresholds: \{ throughput: 2\.4 \} \}\n$/)
  })

  it('writes one for all that a list makes, the least of theirs', async () => {
    const list = file.replace('clustered: { workers: 2 }', 'clustered: { workers: [2, 4] }')
    const slower = aCandidateWith([{ metric: 'throughput', speedup: 1.2, interval: [1.15, 1.3] }])
    const candidates = [aCandidate({ name: 'clustered 2' }), { ...slower, name: 'clustered 4' }]
    const { said, text } = await accepting({ scenarios: [aScenarioResult(candidates)] }, list)
    expect(said).to.match(
      /^speedup\.yml: config\.plugins\.speedup\.variants\.clustered\.thresholds\.throughput: 1\.05 /
    )
    expect(text).to.include('clustered: { thresholds: { throughput: 1.05 }, workers: [2, 4] }')
  })

  it('writes the whole file that quick kept, once, without what it said of thresholds', async () => {
    const place = folder.path('kept-by-quick')
    mkdirSync(folder.path('kept-by-quick/report'), { recursive: true })
    const content = `${file.replace('app:', `${thresholdHint.trimStart()}      app:`)}`
    const whole = { ...aComparison([aScenarioResult([aCandidate()])]), file: 'scenarios/speedup.yml' }
    folder.write('kept-by-quick/report/comparison.json', JSON.stringify(whole))
    folder.write('kept-by-quick/report/speedup.yml', content)
    const written = () => readFileSync(`${place}/scenarios/speedup.yml`, 'utf8')
    const acceptIt = () => speedup(['accept', 'report'], { cwd: place })
    const first = await acceptIt()
    expect(first.stdout).to.match(/^scenarios\/speedup\.yml: config\.plugins\.speedup\.thresholds\.throughput: 1\.3 /)
    const text = written()
    expect(text).to.include('\n      thresholds: { throughput: 1.3 }\n').and.not.include('# thresholds')
    expect([await acceptIt(), written()]).to.eql([first, text])
    folder.write('kept-by-quick/scenarios/speedup.yml', file)
    expect((await acceptIt()).stderr).to.equal(
      'scenarios/speedup.yml is not what was compared, which report holds. Rename yours, and accept writes that.\n'
    )
  })

  const refused: Record<string, [Parameters<typeof accepting>, RegExp]> = {
    'a comparison that failed': [
      [{ verdict: 'fail' }],
      /^report failed: .* A lower threshold would hide that: if it is right, write it by hand\.$/m
    ],
    'one that did not finish': [[{ error: { code: 'INTERRUPTED', message: 'Ctrl-C.' } }], /^report did not finish: /],
    'one of which nothing is known': [
      [{ scenarios: [aScenarioResult([aCandidate()], { warnings: [aWarning({ severity: 'problem' })] })] }],
      /^report shows no speedup that could be required: /
    ],
    'a file that has changed since': [
      [{ startedAt: '2020-01-01T00:00:00.000Z' }],
      /^speedup\.yml has changed since it was compared\. Compare again, and accept that\.$/m
    ],
    'a file in TypeScript or JSON': [[{}, 'export const config = {}', 'speedup.ts'], /^speedup\.ts is not YAML, /],
    'a file that is not there': [
      [{ file: 'elsewhere/speedup.yml' }],
      /^report was made from elsewhere\/speedup\.yml, which is no file here\. /
    ],
    'a file whose options are elsewhere': [
      [{}, 'config: { plugins: }\n'],
      /^speedup\.yml can't be edited at config\.plugins\.speedup\.thresholds\.throughput\. Write it there: 1\.3$/m
    ]
  }
  for (const [title, [given, message]] of Object.entries(refused)) {
    it(`refuses ${title}, and leaves the file as it is`, async () => {
      const { code, said, text } = await accepting(...given)
      expect(code).to.equal(3)
      expect(said.replaceAll(/(?<!\.)\n(?=.)/g, ' ')).to.match(message)
      expect(text).to.equal(given[1] ?? file)
    })
  }
})
