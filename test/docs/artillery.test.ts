import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { tableIn } from '../support/markdown.ts'

const tests = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(new URL('../../docs/artillery.md', import.meta.url), 'utf8')

/** The beginning of each row, and what its test is called, or a part of the script that the test runs. */
const testOf: Record<string, string[]> = {
  'engine http': ['compares the app of its README by the scenario that init writes'],
  'engines ws': ['refuses scenarios of other engines than http, and HTTP/2, by name'],
  'HTTP/1.1 over TLS': ['HTTPS whose certificate nobody looks at', 'HTTPS whose certificate is not trusted'],
  'HTTP/2': ['has a request with http2: true, but only HTTP'],
  'IPv6 targets': ["asking('IPv6'"],
  phases: [
    'users that come calmly',
    'carries a verdict on throughput above the capacity of one process',
    "'users-skipped': { severity"
  ],
  loop: ['ifTrue, probability, loops by count, over a list and while true, think, parallel'],
  methods: [
    'methods, with and without a body, and auth',
    'qs, json, body and form with templates',
    'redirects that are followed, with cookies on the way'
  ],
  capture: ['capture by JSON path, regexp, header and selector'],
  'file uploads': ["asking('file uploads'"],
  'http.timeout': [
    'are silent for 8 s at most, or as long as http.timeout says',
    'six users who share a pool of two connections',
    "asking('config.http.defaults'"
  ],
  payload: ['users with rows of a CSV file'],
  hooks: [
    'hooks of the scenario and of steps, with callbacks and promises',
    'leaves a scenario to Artillery’s client for all that is measured'
  ],
  processors: ['takes a script and a processor in TypeScript', 'overrides, variables, dotenv, payload, processor'],
  'scenario files in': ['takes a script and a processor in TypeScript', 'gives each run all files of a script'],
  'before and after': ['scenario-name, before and after working'],
  'several scenarios': [
    'artillery run with several scenarios',
    'take the scenario that its weight gives each in a mix'
  ],
  environments: ['keeps environment, config, overrides, variables, dotenv, payload, processor, scenario-name'],
  '--quiet': ['artillery run with several scenarios, in GitHub Actions, with --quiet'],
  '--output': ['its values work in the summary, the output file and ensure conditions'],
  'plugin ensure': [
    'its values work in the summary, the output file and ensure conditions',
    'is refused where it is of the outer run, by its place'
  ],
  'plugins expect': ['the plugins expect, metrics-by-endpoint, apdex and fake-data', 'and exits as a hook says'],
  'run-fargate': [
    'the command line of a load generator that is known by its metrics',
    'is an error with the reason when Artillery does not know a flag'
  ],
  '--platform': ["launchedOn: 'aws:lambda'"],
  Windows: ["platform: 'win32'"]
}

describe('the page of what works of Artillery', () => {
  const features = tableIn(page)
    .slice(1)
    .map(([feature]) => feature)
  const sources = readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith(join('docs', 'artillery.test.ts')))
    .map((name) => readFileSync(join(tests, name), 'utf8').replaceAll(/\(\s+/g, '('))

  it('has a row for each feature, and each row has a test', () => {
    expect(features).to.have.lengthOf(Object.keys(testOf).length)
    for (const feature of features)
      expect(
        Object.keys(testOf).filter((row) => feature.startsWith(row)),
        feature
      ).to.have.lengthOf(1)
  })

  for (const [row, titles] of Object.entries(testOf)) {
    it(`names what is tested: ${row}`, () => {
      for (const title of titles)
        expect(
          sources.some((source) => source.includes(title)),
          title
        ).to.equal(true)
    })
  }
})
