import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { spentOn } from '../../../plugin/questions/profile/comparison.ts'
import { patternOf } from '../../../plugin/concepts/wording.ts'
import { openProfiling } from '../../../plugin/questions/profile/experiment/collect.ts'
import { summarise } from '../../../plugin/questions/profile/experiment/summarise.ts'
import { eventually } from '../../support/eventually.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { preloadedApps } from '../../in-app/preloaded-app.ts'
import type { CodeOwner, Profile } from '../../../plugin/questions/profile/concepts.ts'

const apps = fileURLToPath(new URL('../../fixtures/known-apps/', import.meta.url))

/** @returns where a text stands first, such as "hot-function.js:4" */
const placeOf = (file: string, text: string) => `${file}:${lineOf(file, text)}`
const lineOf = (file: string, text: string) =>
  readFileSync(apps + file, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1

describe('an app whose time is known to be spent on one thing', () => {
  const { path } = temporaryFolder()
  const { startFile } = preloadedApps()

  /**
   * Requests it, profiled as in a comparison, for 0.3 s, one request after the other, and at least three times.
   */
  async function profileOf(file: string): Promise<Profile> {
    const profiling = openProfiling(path('.'))
    const app = startFile(apps + file, profiling.folder)
    await app.port()
    profiling.begin()
    // A sign is seen at the next look.
    await delay(150)
    const end = performance.now() + 300
    for (let responses = 0; responses < 3 || performance.now() < end; responses++) await app.ask('/')
    profiling.end()
    await profiling.written(new AbortController().signal)
    const { raws, missing, seconds } = profiling.read()
    expect(missing).to.eql([])
    return summarise(raws, { variant: 'single', file: 'single.cpuprofile', missing, seconds, root: apps })
  }

  // V8 shows a regular expression under its own pattern once it has compiled it, and as its caller's until then.
  const known: [what: string, app: string, owner: CodeOwner, sentence: RegExp | string][] = [
    [
      'a hot function',
      'hot-function.js',
      'app',
      `is countPrimes (${placeOf('count-primes.js', 'function countPrimes')}), mostly line ${lineOf('count-primes.js', 'while (')}.`
    ],
    [
      'a function that was hot when the app started',
      'hot-at-start.js',
      'app',
      `is countPrimes (${placeOf('count-primes.js', 'function countPrimes')}), mostly line ${lineOf('count-primes.js', 'while (')}.`
    ],
    [
      'a regular expression that backtracks',
      'backtracking.js',
      'app',
      new RegExp(
        `is (RegExp: ${patternOf('^(\\w+\\s?)*$')}, called by )?${patternOf(`checkName (${placeOf('backtracking.js', 'function checkName')})`)}(, mostly line \\d+)?\\.$`
      )
    ],
    [
      'JSON of big objects',
      'big-json.js',
      'app',
      `is toBody (${placeOf('big-json.js', 'function toBody')}), mostly line ${lineOf('big-json.js', 'stringify(')}.`
    ],
    [
      'synchronous file reads',
      'read-files.js',
      'node',
      new RegExp(
        `is read\\w*Sync \\(node:fs:\\d+\\), called by loadTemplate ${patternOf(`(${placeOf('read-files.js', 'function loadTemplate')})`)}\\.$`
      )
    ],
    [
      'garbage by allocation',
      'garbage.js',
      'garbage collection',
      `is garbage collection, mostly right after remember (${placeOf('garbage.js', 'function remember')}).`
    ],
    [
      'a native addon',
      'addon.js',
      'native',
      `is (native code), called by checksum (${placeOf('addon.js', 'function checksum')}).`
    ],
    [
      'compiled TypeScript with a source map',
      'compiled/built/app.js',
      'app',
      `is rank (${placeOf('compiled/src/app.ts', 'function rank')}), mostly line ${lineOf('compiled/src/app.ts', 'sum +=')}.`
    ]
  ]
  for (const [what, app, owner, sentence] of known) {
    // Of the few samples in which a busy machine lets it run, most may be of something else.
    it(`is told by its name: ${what}`, () =>
      eventually(async () => {
        const profile = await profileOf(app)
        expect(profile.functions[0].owner).to.equal(owner)
        expect(spentOn(profile)).to.match(
          typeof sentence === 'string' ? new RegExp(`${patternOf(sentence)}$`) : sentence
        )
      }))
  }
})
