import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { compare, readComparison } from '../../plugin/kit/compare.ts'

describe('comparing from code', () => {
  const file = 'scenarios/primes.yml'
  const refusal = (...words: any[]) =>
    compare(...(words as [any])).then(
      () => 'none',
      ({ code, message }) => `${code}: ${message}`
    )

  const cases: [string, any[], string][] = [
    [
      'no file',
      [],
      "INVALID_SETTINGS: The scenario file is missing. Give the path of a scenario file, such as 'scenarios/primes.yml', or an object with app, url, users and seconds."
    ],
    ['a number', [42], 'INVALID_SETTINGS: The scenario file is 42. Give the path'],
    ['a URL of the web', [new URL('https://example.com/primes.yml')], 'INVALID_SETTINGS: The scenario file is URL {'],
    [
      'a file that is not there',
      ['scenarios/prime.yml'],
      `INVALID_SETTINGS: There is no scenario file ${process.cwd()}/scenarios/prime.yml. Paths start at the working directory, ${process.cwd()}. For a file beside the test, give new URL`
    ],
    ['a folder', ['scenarios'], 'INVALID_SETTINGS: There is no scenario file'],
    [
      'a typo in the options',
      [file, { round: 5 }],
      'INVALID_SETTINGS: options.round is an unknown option (did you mean rounds?). Options: app, '
    ],
    ['a wrong value', [file, { rounds: 2 }], 'INVALID_SETTINGS: options.rounds is 2. It must be'],
    ['options that are none', [file, 'rounds'], 'INVALID_SETTINGS: options is "rounds". It must be'],
    [
      'a controller in the place of its signal',
      [file, { signal: new AbortController() }],
      'It must be an AbortSignal: give controller.signal.'
    ],
    [
      'something else in the place of the signal',
      [file, { signal: 60 }],
      'INVALID_SETTINGS: options.signal is 60. It must be an AbortSignal.'
    ],
    [
      'a signal that is no option',
      [file, {}, AbortSignal.timeout(1)],
      'INVALID_SETTINGS: compare takes a scenario file and options, or a single object. Give a signal as one of the options: { signal }.'
    ],
    [
      'progress that goes nowhere',
      [file, { onProgress: 'stderr' }],
      'INVALID_SETTINGS: options.onProgress is "stderr". It must be a function, true or false.'
    ],
    [
      'a typo in onProgress',
      [file, { onprogress: null }],
      'INVALID_SETTINGS: options.onprogress is an unknown option (did you mean onProgress?).'
    ]
  ]
  for (const [what, words, expected] of cases) {
    it(`refuses ${what} before anything is started`, async () => expect(await refusal(...words)).to.include(expected))
  }
})

describe('reading a comparison', () => {
  const folder = fileURLToPath(new URL('../../reports/examples/yes', import.meta.url))

  it('hands over one that was kept, by a path or a URL', () => {
    const comparison = readComparison('reports/examples/yes')
    expect(comparison).to.include({ folder, page: `${folder}/index.html`, verdict: 'pass' })
    expect(comparison.candidate().name).to.equal('clustered')
    expect(readComparison(new URL('../../reports/examples/yes', import.meta.url)).folder).to.equal(folder)
  })

  it('refuses what is none', () => {
    for (const [given, message] of [
      ['scenarios', 'is not a comparison folder'],
      [undefined, 'readComparison needs the folder of a comparison, such as ']
    ] as [any, string][]) {
      expect(() => readComparison(given))
        .to.throw(message)
        .with.property('code', 'NOT_A_RECORD')
    }
  })
})
