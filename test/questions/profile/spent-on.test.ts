import { expect } from 'chai'
import { profileDifference, spentOn, withProfiles } from '../../../plugin/questions/profile/comparison.ts'
import { aCandidate, aScenarioResult } from '../../support/results.ts'
import { aFunction, aProfile, someProfiles } from '../../support/profiles.ts'
import type { ProfiledFunction } from '../../../plugin/questions/profile/concepts.ts'

const calledBy = { name: 'handler', place: 'server.js:30' }

describe('what the time of the baseline was spent on', () => {
  const sentences: [what: string, longest: Partial<ProfiledFunction>, sentence: string][] = [
    ['the app’s function', {}, '72 % of single’s busy time is isPrime (sieves/trial-division.js:12).'],
    [
      'the line of it',
      { line: 16 },
      '72 % of single’s busy time is isPrime (sieves/trial-division.js:12), mostly line 16.'
    ],
    [
      'who called Node',
      { name: 'pbkdf2Sync', place: 'node:internal/crypto/pbkdf2:66', owner: 'node', calledBy },
      '72 % of single’s busy time is pbkdf2Sync (node:internal/crypto/pbkdf2:66), called by handler (server.js:30).'
    ],
    [
      'who called an addon',
      { name: '(native code)', place: null, owner: 'native', calledBy },
      '72 % of single’s busy time is (native code), called by handler (server.js:30).'
    ],
    [
      'who used a regular expression',
      { name: 'RegExp: ^(a+)+$', place: null, calledBy },
      '72 % of single’s busy time is RegExp: ^(a+)+$, called by handler (server.js:30).'
    ],
    [
      'a dependency that nobody called',
      { name: 'handle', place: 'router/index.js:41', owner: 'dependency' },
      '72 % of single’s busy time is handle (router/index.js:41).'
    ],
    [
      'who left garbage',
      { name: '(garbage collector)', place: null, owner: 'garbage collection', calledBy },
      '72 % of single’s busy time is garbage collection, mostly right after handler (server.js:30).'
    ],
    [
      'the system',
      { name: '(program)', place: null, owner: 'native' },
      '72 % of single’s busy time is native code and the system, outside of any function.'
    ],
    [
      'a part that is just enough',
      { selfMs: 1000 },
      '10 % of single’s busy time is isPrime (sieves/trial-division.js:12).'
    ],
    [
      'whose code it is where no function stands out',
      { selfMs: 980 },
      'No single function accounts for 10 % of single’s busy time: 77 % is the app’s own code.'
    ]
  ]
  for (const [what, longest, sentence] of sentences) {
    it(`names ${what}`, () => expect(spentOn(aProfile({ functions: [aFunction(longest)] }))).to.equal(sentence))
  }

  it('is not told of less than 50 ms', () => expect(spentOn(aProfile({ busyMs: 49 }))).to.equal(null))

  it('is with each candidate, and the profiles are in the order of the variants', () => {
    const [single, clustered] = someProfiles()
    const found = withProfiles(aScenarioResult([aCandidate(), aCandidate({ name: 'pm2' })]), [clustered, single])
    const sentence = '72 % of single’s busy time is isPrime (sieves/trial-division.js:12).'
    expect(found.candidates.map(({ diagnosis }) => diagnosis.spentOn)).to.eql([sentence, sentence])
    expect(found.profiles.map(({ variant }) => variant)).to.eql(['single', 'clustered'])
    expect(found.profileDifferences.map(({ variant }) => variant)).to.eql(['clustered'])
  })

  it('is unknown where the baseline has no profile', () => {
    const [, clustered] = someProfiles()
    const { profiles, profileDifferences, candidates } = withProfiles(aScenarioResult([aCandidate()]), [clustered])
    expect([profiles.length, profileDifferences.length, candidates[0].diagnosis.spentOn]).to.eql([1, 0, null])
  })
})

describe('the difference between two profiles', () => {
  const [single, clustered] = someProfiles()

  it('is what takes more of a worker’s time for a response than before, and nothing that takes as much', () => {
    const emit = { name: 'emit', place: 'node:events:500', owner: 'node', baselineMs: 0, candidateMs: 0.375 }
    expect(profileDifference(single, clustered)).to.eql({
      variant: 'clustered',
      busy: { baselineMs: 5, candidateMs: 5.375 },
      factor: 1,
      owners: [{ owner: 'node', baselineMs: 0.45, candidateMs: 0.825 }],
      functions: [emit]
    })
  })

  it('is what takes less, too, and begins with what changed most', () => {
    const [isPrime, writev, ...rest] = single.functions
    const found = profileDifference(
      single,
      aProfile({ functions: [isPrime, { ...writev, selfMs: 450 }, ...rest.filter(({ name }) => name !== 'handle')] })
    )
    expect(found?.functions.map(({ name, baselineMs, candidateMs }) => [name, baselineMs, candidateMs])).to.eql([
      ['handle', 0.3, 0],
      ['writev', 0.45, 0.225]
    ])
  })

  it('is not what everything takes longer, as when processes share cores', () => {
    const functions = clustered.functions.map((each) => ({
      ...each,
      selfMs: 1.5 * each.selfMs * (each.name === 'writev' ? 2 : 1)
    }))
    const owners = {
      ...clustered.owners,
      app: 1.5 * clustered.owners.app,
      dependency: 1.5 * clustered.owners.dependency,
      node: 4000,
      native: 1500,
      'garbage collection': 900
    }
    const found = profileDifference(single, { ...clustered, busyMs: 1.5 * clustered.busyMs, functions, owners })
    expect([found?.factor, found?.functions.map(({ name }) => name), found?.owners.map(({ owner }) => owner)]).to.eql([
      1.5,
      ['writev', 'emit'],
      ['node']
    ])
  })

  const spent = (name: string, owner: ProfiledFunction['owner'], caller: string, selfMs: number) =>
    aFunction({ name, owner, selfMs, place: null, calledBy: { name: caller, place: `${caller}.js:1` } })
  const between = (...sides: [before: ProfiledFunction[], after: ProfiledFunction[]]) => {
    const [before, after] = sides.map((functions) => aProfile({ functions: [aFunction(), ...functions] }))
    return profileDifference(before, after)
  }

  it('adds up functions without a place that the same function called', () => {
    const native = (...ms: number[]) => ms.map((each) => spent('(native code)', 'native', 'handler', each))
    expect(between(native(2000, 40), native(2000, 60)))
      .to.include({ factor: 1 })
      .and.property('functions')
      .eql([])
    expect(between(native(2000, 40), native(3000, 60))?.functions).to.eql([
      { name: '(native code)', place: null, owner: 'native', baselineMs: 1.02, candidateMs: 1.53 }
    ])
    expect(between(native(2000), [spent('(native code)', 'native', 'other', 2000)])?.functions).to.have.length(2)
  })

  it('is no other garbage where another function left most of it', () => {
    const garbage = (caller: string) => [spent('(garbage collector)', 'garbage collection', caller, 2000)]
    expect(between(garbage('handler'), garbage('other'))?.functions).to.eql([])
  })

  const noise: [string, number, number, isTold: boolean][] = [
    ['fewer than 20 samples', 0, 19, false],
    ['less than 2 % of the busy time', 1000, 1190, false],
    ['what two equal functions differ by, by chance', 100, 140, false],
    ['more than chance', 100, 170, true]
  ]
  for (const [what, before, after, isTold] of noise) {
    it(`is ${isTold ? '' : 'not '}${what}`, () => {
      const busyMs = before < 1000 ? 1000 : 10_000
      const [a, b] = [before, after].map((selfMs) =>
        aProfile({ busyMs, functions: [aFunction({ name: 'rest', selfMs: 5000 }), aFunction({ selfMs })] })
      )
      expect(profileDifference(a, b)?.functions).to.have.length(isTold ? 1 : 0)
    })
  }

  it('is none where a variant answered nothing', () =>
    expect(profileDifference(single, aProfile({ responses: 0 }))).to.equal(null))
})

describe('what a version spends more on than the one before it', () => {
  const version = { code: 'version' as const, message: 'From single to clustered.', spentOn: null }
  const told = (before: Partial<ProfiledFunction>[], after: Partial<ProfiledFunction>[]) => {
    const [single, clustered] = [before, after].map((functions, i) =>
      aProfile({ variant: ['single', 'clustered'][i], responses: 1000, functions: functions.map(aFunction) })
    )
    const result = aScenarioResult([aCandidate({ diagnosis: version })])
    const { candidates, profileDifferences } = withProfiles(result, [single, clustered])
    return [candidates[0].diagnosis.spentOn, profileDifferences[0].functions.map(({ name }) => name)]
  }
  const other = { name: 'render', place: 'app.js:5', selfMs: 2000 }

  it('is the function whose time grew most, wherever its lines are now', () => {
    const found = told(
      [{ name: 'clone', place: 'service.js:10', selfMs: 1000 }, other],
      [{ name: 'clone', place: 'service.js:14', selfMs: 4000 }, other]
    )
    expect(found).to.eql(['clustered spends 3.0 ms more on each response in clone (service.js:14).', ['clone']])
  })

  it('is what the baseline was spent on where nothing takes longer', () => {
    const [sentence] = told([{ name: 'gone', place: 'app.js:1', selfMs: 3000 }, other], [other])
    expect(sentence).to.match(/% of single’s busy time is gone \(app\.js:1\)\.$/)
  })
})
