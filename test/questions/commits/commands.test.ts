import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { searchIn } from '../../../plugin/questions/commits/commands/bisect.ts'
import { SpeedupError } from '../../../plugin/concepts/errors.ts'
import { keptComparison } from '../../../plugin/kit/subject.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { seededNormal } from '../../support/random.ts'
import { aComparison, aRacer, aScenarioResult, unseen } from '../../support/results.ts'
import type { Commit } from '../../../plugin/questions/commits/versions/git.ts'
import type { Reason } from '../../../plugin/concepts/warnings.ts'

/** How quick each commit is, good first, as parts of it; null: it does not start; a code: why it can't be judged. */
type Levels = (number | null | Reason)[]

const commitOf = (at: number): Commit => ({
  sha: String(at).padStart(40, 'c'),
  parents: [],
  author: 'Ada',
  date: '2026-11-03',
  subject: `number ${at}`
})

describe('the search for the commit that made an app slower', () => {
  const folder = temporaryFolder()
  const ownFolder = process.cwd()
  before(() => process.chdir(folder.path('.')))
  after(() => process.chdir(ownFolder))

  /** Compares as told by the levels, with hardly any noise. */
  async function search(levels: Levels, seconds = 60) {
    const commits = levels.map((_, at) => commitOf(at)) as [Commit, ...Commit[]]
    const normal = seededNormal(59)
    const compared: string[] = []
    const compare: Parameters<typeof searchIn>[0]['compare'] = async (variants) => {
      const [baseline, ...names] = Object.keys(variants)
      compared.push(
        Object.values(variants)
          .map(({ subject }) => subject.slice('number '.length))
          .join(' ')
      )
      const levelOf = (name: string) => levels[commits.indexOf(variants[name])]
      const candidates = names.map((name) => {
        const level = levelOf(name)
        if (level === null) throw new SpeedupError('APP_DIED', `Variant ${name} ended.\nIts last lines: none`)
        const value = typeof level === 'number' ? level / Number(levelOf(baseline)) : 1
        return aRacer(name, value, {
          spread: 0.02,
          reach: 1.08,
          normal,
          reason: typeof level === 'number' ? null : level
        })
      })
      const comparison = aComparison([aScenarioResult(candidates, { baseline })])
      return keptComparison({ comparison, folder: '/kept', page: '/kept/index.html' })
    }
    const [ended] = await unseen(() => searchIn({ commits, compare, seconds }))
    const { code, sentences, found, log } = { found: null, log: '', ...ended }
    return { code, text: sentences.join('\n'), found: found && found.subject, log, compared }
  }

  it('ends with the first slow one, its author, what it does and git’s log, after comparing it with the one before', async () => {
    const { code, text, found, log, compared } = await search([1, 1, 1, 1, 1, 0.6, 0.6, 0.6, 0.6])
    expect([code, found]).to.eql([0, 'number 5'])
    expect(compared).to.eql(['0 8', '0 4 8', '0 6 8', '0 5 8', '4 5'])
    expect(text)
      .to.match(
        /^Slower since c{6}c "number 5", by Ada on 2026-11-03: 0\.\d\dx \[[\d., ]+\] of the throughput of ccccccc "number 4", the commit before it\.\n/
      )
      .and.include('\nReport: /kept/index.html\nTo go on by hand: git bisect replay ')
    expect(log.split('\n').filter((line) => !line.startsWith('#'))).to.eql([
      "git bisect start '--first-parent'",
      ...['good 0', 'good 4', 'bad 8', 'bad 6', 'bad 5'].map((mark) => {
        const [is, at] = mark.split(' ')
        return `git bisect ${is} ${commitOf(Number(at)).sha}`
      }),
      ''
    ])
    expect(readFileSync(folder.path('reports/bisect/git-bisect.log'), 'utf8')).to.equal(log)
  })

  it('needs one comparison of two neighbours', async () => {
    const { code, found, compared } = await search([1, 0.7])
    expect([code, found, compared]).to.eql([0, 'number 1', ['0 1']])
  })

  it('skips what does not start or fails, and lists what can’t be told apart without it', async () => {
    const past = await search([1, null, 1, 'errors', 1, 0.6, 0.6])
    expect([past.code, past.found]).to.eql([0, 'number 5'])
    expect(past.log).to.include(`git bisect skip ${commitOf(3).sha}`)
    const among = await search([1, 1, null, 0.6, 0.6])
    expect([among.code, among.found]).to.eql([2, null])
    expect(among.text).to.match(
      /^It became slower within these 2 commits, which can't be told apart: ccccccc "number 2", ccccccc "number 3"\. The last one has 0\./
    )
  })

  it('does not begin where bad is not slower, or that can’t be told', async () => {
    const faster = await search([1, 1, 1.5])
    expect([faster.code, faster.compared]).to.eql([1, ['0 2']])
    expect(faster.text).to.match(
      /^Faster: bad has 1\.\d\dx \[[\d., ]+\] of the throughput of good, so no commit between is to blame\.$/
    )
    const same = await search([1, 1, 1.01])
    expect(same.code).to.equal(2)
    expect(same.text).to.match(
      /^No measurable difference: bad has \d\.\d\dx \[[\d., ]+\] of the throughput of good after 3 rounds\./
    )
  })

  it('names none that is not measurably slower than the one before it', async () => {
    const { code, found, text } = await search([1, 0.96, 0.92, 0.88, 0.84, 0.8, 0.77, 0.74, 0.71])
    expect([code, found]).to.eql([2, null])
    expect(text).to.include('that is not measurably slower. Several commits may have made it slower, each a little.')
  })

  it('ends with what is left when the time is over', async () => {
    const { code, found, text } = await search([1, 1, 1, 0.6, 0.6], 0)
    expect([code, found]).to.eql([2, null])
    expect(text).to.match(
      /^The time is over: 97 % sure, one of 4 commits made it slower: .*"number 4"\. --time gives it more\.\n/
    )
  })

  it('ends with an error that is no commit’s own', async () => {
    const commits: [Commit, ...Commit[]] = [commitOf(0), commitOf(1)]
    const failure = new SpeedupError('PORT_TAKEN', 'Port 3000 is taken.')
    const compare = () => Promise.reject(failure)
    expect(await searchIn({ commits, compare, seconds: 1 }).catch((error) => error)).to.equal(failure)
  })
})
