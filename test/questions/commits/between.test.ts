import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'chai'
import { bisectLog, commitsBetween } from '../../../plugin/questions/commits/versions/git.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { aRepository } from '../../support/repository.ts'

describe('the commits between two', () => {
  const folder = temporaryFolder()
  let number = 0
  const repositoryOf = (name = `repository-${++number}`) => aRepository(folder.path(name))
  const subjects = (commits: { subject: string }[]) => commits.map(({ subject }) => subject)

  it('are those after good up to bad, the oldest first, with what tells them', () => {
    const { folder: at, commit, git } = repositoryOf()
    commit({ a: '0' }, 'before')
    const good = commit({ a: '1' }, 'good')
    const odd = commit({ a: '2' }, 'an "odd" one: \u00e9, $(id) | %H')
    const bad = commit({ a: '3' }, 'bad')
    const found = commitsBetween(at, 'HEAD~2', 'main')
    expect(found.map(({ sha }) => sha)).to.eql([good, odd, bad])
    expect(found[1]).to.deep.include({ subject: 'an "odd" one: \u00e9, $(id) | %H', author: 'A', parents: [good] })
    expect(found[1].date).to.equal(git('log', '-1', '--format=%as', odd))
  })

  it('have a branch as its merge, and none that do not come from good', () => {
    const { folder: at, commit, git } = repositoryOf()
    commit({ a: '0' }, 'root')
    git('checkout', '--quiet', '-b', 'branch')
    const good = commit({ b: '1' }, 'good, of the branch')
    commit({ b: '2' }, 'of the branch')
    git('checkout', '--quiet', 'main')
    const fork = commit({ a: '1' }, 'of main')
    git('merge', '--quiet', '--no-ff', '--message', 'the merge', 'branch')
    commit({ a: '2' }, 'bad')
    expect(subjects(commitsBetween(at, fork, 'main'))).to.eql(['of main', 'the merge', 'bad'])
    expect(subjects(commitsBetween(at, good, 'main'))).to.eql(['good, of the branch', 'the merge', 'bad'])
    expect(commitsBetween(at, fork, 'main')[1].parents).to.have.length(2)
  })

  it('are refused where there are none, or the order is another, with what to write instead', () => {
    const { folder: at, commit, git } = repositoryOf()
    commit({ a: '0' }, 'root')
    const base = git('rev-parse', '--short=7', 'HEAD')
    git('checkout', '--quiet', '-b', 'branch')
    commit({ a: '1' })
    git('checkout', '--quiet', 'main')
    commit({ b: '1' })
    const flaws: [good: string, bad: string, problem: string][] = [
      ['main', 'HEAD', 'main and HEAD are the same commit ('],
      ['main', 'main~1', 'main~1 comes before main. The good commit is named first: bisect main~1 main'],
      [
        'branch',
        'main',
        `branch does not come before main, so no commit between them can be named. Both come from ${base}: bisect ${base} main`
      ],
      ['mian', 'main', 'there is no commit "mian"'],
      ['main~1', 'v9', 'Variant bad: there is no commit "v9"']
    ]
    for (const [good, bad, problem] of flaws)
      expect(() => commitsBetween(at, good, bad), `${good} ${bad}`).to.throw(problem)
  })

  it('of a shallow clone name what to fetch', () => {
    const { folder: at, commit } = repositoryOf('deep')
    const sha = commit({ a: '0' }, 'root')
    commit({ a: '1' })
    commit({ a: '2' })
    const shallow = folder.path('shallow')
    execFileSync('git', ['clone', '--quiet', '--depth', '2', `file://${at}`, shallow])
    expect(() => commitsBetween(shallow, sha, 'HEAD')).to.throw(/there is no commit .* git fetch --unshallow /)
    expect(subjects(commitsBetween(shallow, 'HEAD~1', 'HEAD'))).to.have.length(2)
  })

  it('have a log that git takes up', () => {
    const { folder: at, commit, git, write } = repositoryOf()
    for (let i = 0; i < 9; i++) commit({ a: String(i) }, `number ${i}`)
    const commits = commitsBetween(at, 'HEAD~8', 'HEAD')
    const [good, , , skipped, fast, , , slow, bad] = commits
    const marks = [
      { commit: good, is: 'good' as const },
      { commit: skipped, is: 'skip' as const },
      { commit: fast, is: 'good' as const },
      { commit: slow, is: 'bad' as const },
      { commit: bad, is: 'bad' as const }
    ]
    const log = bisectLog(marks, null)
    expect(log).to.include(`# bad: [${bad.sha}] number 8\ngit bisect bad ${bad.sha}\n`).and.not.include('first bad')
    expect(bisectLog(marks, slow)).to.match(new RegExp(`# first bad commit: \\[${slow.sha}\\] number 7\n$`))
    write({ '../replayed.log': log })
    git('bisect', 'replay', join('..', 'replayed.log'))
    const left = git('rev-list', '--bisect-vars', 'refs/bisect/bad', '--not', `refs/bisect/good-${fast.sha}`)
    expect(left).to.match(/bisect_all=3\b/)
    // Those on both sides of what was found are told.
    write({
      '../replayed.log': bisectLog([...marks.slice(0, 2), { commit: commits[6], is: 'good' }, ...marks.slice(3)], slow)
    })
    expect(git('bisect', 'replay', join('..', 'replayed.log'))).to.include(`${slow.sha} is the first bad commit`)
  })
})
