import { expect } from 'chai'
import { describe, it } from 'mocha'
import { compareAnswers } from '../../plugin/comparison/compare-answers.ts'
import { Findings } from '../../plugin/comparison/findings.ts'
import { itFinds } from '../support/cases.ts'
import { someSettings } from '../support/settings.ts'
import type { Answer } from '../../plugin/concepts/run.ts'

/** @param bodies a letter for each answer */
const answers = (bodies: string, request: string = 'GET /'): Answer[] => [...bodies].map((hash) => ({ request, status: 200, hash }))

const differs = (byVariant: Record<string, Answer[]>) => new Findings(someSettings()).differ(byVariant)
const differ = (single: Answer[], clustered: Answer[]) => differs({ single, clustered })

const compare = (single: Answer[], clustered: Answer[], again: Answer[] | null) => compareAnswers({ single, clustered }, again, 'single')[0]

// After each start a counter begins anew; two workers count on their own.
const counter = answers('abcdefghij')
const counterOfTwo = answers('aabbccddee')

describe('answers', () => {
  itFinds({
    'do not differ when the same come in another order': [[differ(answers('aabb'), answers('baba')), false]],
    'differ when a body or a status does': [
      [differ(answers('aaaa'), answers('aaab')), true], [differ(answers('a'), [{ ...answers('a')[0], status: 500 }]), true],
      [differ(counter, counterOfTwo), true]
    ],
    'may be more from the faster variant': [
      [differ(answers('aa'), answers('aaaaaaaa')), false], [differ(answers('aaaaaaaa'), answers('aa')), false],
      [differ(answers('abcdef'), answers('abc')), false]
    ]
  })

  it('are compared for each method and URL', () => {
    const single = [...answers('a', 'GET /a'), ...answers('b', 'GET /b')]
    expect(differ(single, [...answers('b', 'GET /b'), ...answers('a', 'GET /a')])).to.equal(false)
    expect(differ(single, [...answers('b', 'GET /a'), ...answers('a', 'GET /b')])).to.equal(true)
  })

  it('do not differ where only one of the two was asked, or nobody', () => {
    expect(differ(answers('a', 'GET /a'), answers('b', 'GET /b'))).to.equal(false)
    expect(differ([], [])).to.equal(false)
  })

  it('differ when those of any candidate do, among several', () => {
    const byVariant = { four: answers('aa'), single: answers('aa'), two: answers('ab') }
    expect(differs(byVariant)).to.equal(true)
    expect(differs({ ...byVariant, two: answers('aa') })).to.equal(false)
  })

  it('may differ in one of twenty', () => {
    expect(differ(answers('a'.repeat(20)), answers(`${'a'.repeat(19)}b`))).to.equal(false)
    expect(differ(answers('a'.repeat(20)), answers(`${'a'.repeat(18)}bc`))).to.equal(true)
  })
})

describe('the comparison of answers', () => {
  it('is clean when nothing differed', () =>
    expect(compare(counter, counter, null)).to.eql({ variant: 'clustered', requests: 1, different: [], unsteady: [] }))
  it('blames the candidate for what the baseline repeats, such as a counter', () =>
    expect(compare(counter, counterOfTwo, counter)).to.eql({ variant: 'clustered', requests: 1, different: ['GET /'], unsteady: [] }))
  it('blames nobody for what the baseline itself does not repeat, such as the time', () =>
    expect(compare(answers('abcdef'), answers('ghijkl'), answers('mnopqr'))).to.eql({ variant: 'clustered', requests: 1, different: [], unsteady: ['GET /'] }))

  it('blames the candidate when it agrees with the baseline far less than the baseline with itself', () => {
    // Nine of ten agree between two starts of the baseline, six of ten with the candidate.
    const [single, again] = [answers('aaaaaaaaab'), answers('aaaaaaaaac')]
    expect(compare(single, answers('aaaaaadddd'), again).different).to.eql(['GET /'])
    expect(compare(single, answers('aaaaaaaaad'), again)).to.deep.include({ different: [], unsteady: ['GET /'] })
  })

  it('blames the candidate for one wrong answer in ten where the baseline is steady', () => {
    const steady = answers('aaaaaaaaaa')
    expect(compare(steady, answers('aaaaaaaaab'), steady)).to.deep.include({ different: ['GET /'], unsteady: [] })
  })

  it('does not drop what the second baseline was not asked, but blames nobody for it', () =>
    expect(compare(answers('a', 'GET /x'), answers('b', 'GET /x'), answers('a', 'GET /y')))
      .to.eql({ variant: 'clustered', requests: 1, different: [], unsteady: ['GET /x'] }))

  it('tells the requests apart, and counts those that both were asked', () => {
    const other = [...answers('x', 'GET /time'), ...answers('s', 'GET /same')]
    const single = [...counter, ...other, ...answers('a', 'GET /only-single')]
    const clustered = [...counterOfTwo, ...answers('y', 'GET /time'), ...answers('s', 'GET /same')]
    const again = [...counter, ...answers('z', 'GET /time'), ...answers('s', 'GET /same')]
    expect(compare(single, clustered, again)).to.eql({ variant: 'clustered', requests: 3, different: ['GET /'], unsteady: ['GET /time'] })
  })

  it('is made with each candidate, the baseline being any of the variants', () => {
    const byVariant = { clustered: counterOfTwo, single: counter, other: counterOfTwo }
    expect(compareAnswers(byVariant, counterOfTwo, 'clustered').map(({ variant, different }) => ({ variant, different }))).to.eql([
      { variant: 'single', different: ['GET /'] },
      { variant: 'other', different: [] }
    ])
  })
})
