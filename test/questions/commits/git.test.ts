import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import {
  bisectLog,
  checkOut,
  commitsBetween,
  isDirty,
  lackingIn,
  repositoryOf,
  shaOf
} from '../../../plugin/questions/commits/versions/git.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { aRepository } from '../../support/repository.ts'
import { refusal } from '../../support/settings.ts'

describe('a commit', () => {
  const folder = temporaryFolder()
  const { signal } = new AbortController()
  let repository: ReturnType<typeof aRepository>
  let first: string
  let second: string
  let third: string

  before(() => {
    repository = aRepository(folder.path('a shop, mit Umlaut ä'))
    first = repository.commit({ 'server.js': 'one', 'lib/a b.js': 'same' })
    repository.git('tag', 'v1.0.0')
    second = repository.commit({ 'server.js': 'two' })
    repository.git('checkout', '--quiet', '-b', 'faster', first)
    third = repository.commit({ 'server.js': 'three' })
  })

  it('is found by any ref, or where a branch was left', () => {
    const found = [
      'main',
      'v1.0.0',
      'HEAD',
      'HEAD~1',
      first.slice(0, 8),
      'merge-base main',
      ' merge-base  v1.0.0 '
    ].map((ref) => shaOf(repository.folder, ref, 'before'))
    expect(found).to.eql([second, first, third, first, first, first, first])
    expect(repositoryOf(join(repository.folder, 'lib'), 'before')).to.equal(repository.folder)
  })

  it('that is not there is refused by its name, with the nearest one, or with what to fetch', () => {
    expect(refusal(() => shaOf(repository.folder, 'mian', 'before'))).to.include({
      code: 'NOT_PREPARED',
      message: `Variant before: there is no commit "mian" in ${repository.folder} (did you mean main?).`
    })
    expect(refusal(() => shaOf(repository.folder, '--all', 'before')).message).to.include('there is no commit "--all"')
    const shallow = aRepository(folder.path('shallow'))
    shallow.git('fetch', '--quiet', '--depth=1', `file://${repository.folder}`, 'faster')
    shallow.git('checkout', '--quiet', 'FETCH_HEAD')
    expect(refusal(() => shaOf(shallow.folder, 'merge-base main', 'before')).message).to.match(
      /there is no commit "main" .* This is a shallow clone: git fetch --unshallow fetches the rest; in GitHub Actions, give actions\/checkout fetch-depth: 0\.$/
    )
  })

  describe('is refused', () => {
    const { env } = process
    afterEach(() => void (process.env = env))
    /** @returns why, in such an environment */
    const why = (at: string, own: Record<string, string>) => {
      process.env = { ...env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', ...own }
      const { code, message } = refusal(() => repositoryOf(at, 'before'))
      expect(code).to.equal('NOT_PREPARED')
      return message.replace('Variant before has a commit, but ', '')
    }

    it('where there is no repository', () => {
      mkdirSync(folder.path('plain'))
      expect(why(folder.path('plain'), { LC_ALL: 'de_DE.UTF-8' })).to.equal(
        `${folder.path('plain')} is in no git repository (git says: fatal: not a git repository (or any of the parent directories): .git).`
      )
    })

    it('where git is not installed', () => {
      expect(why(repository.folder, { PATH: folder.path('nowhere') })).to.equal(
        "git can't be run (spawnSync git ENOENT). Install it."
      )
    })

    it('where the repository is another user’s, as in a container, with how to trust it', () => {
      const at = join(repository.folder, 'lib')
      // Git's own switch to try that.
      expect(why(at, { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' })).to.equal(
        `git does not read ${repository.folder}, which belongs to another user ("dubious ownership"), as in a container. ` +
          `If you trust what is in it: git config --global --add safe.directory '${repository.folder}'`
      )
    })

    it('in a hook of git, whose GIT_DIR names a repository, be it the right one', () => {
      const at = join(repository.folder, 'lib')
      for (const fixed of ['.git', join(repository.folder, '.git')]) {
        expect(why(at, { GIT_DIR: fixed })).to.equal(
          `the environment variable GIT_DIR is ${fixed}, as in a hook of git, so that git does not look for the repository that ${at} is in. ` +
            'Unset it: env -u GIT_DIR npx artillery run ...'
        )
      }
      process.env = { ...env, GIT_DIR: join(repository.folder, '.git'), GIT_WORK_TREE: repository.folder }
      expect(repositoryOf(at, 'before'), 'with its folder').to.equal(repository.folder)
    })
  })

  it('is checked out beside the repository, whose files and index stay as they are', async () => {
    repository.write({ 'server.js': 'edited', 'new.js': 'new' })
    repository.git('add', 'new.js')
    const status = repository.git('status', '--porcelain')
    const target = folder.path('checked out')
    mkdirSync(target)
    await checkOut(repository.folder, second, target, signal)
    expect(['server.js', 'lib/a b.js'].map((name) => readFileSync(join(target, name), 'utf8'))).to.eql(['two', 'same'])
    expect(existsSync(join(target, 'new.js'))).to.equal(false)
    expect([repository.git('status', '--porcelain'), repository.git('rev-parse', 'HEAD')]).to.eql([status, third])
    expect(isDirty(repository.folder)).to.equal(true)
    repository.git('reset', '--quiet', '--hard')
    expect(isDirty(repository.folder)).to.equal(false)
  })

  it('says what it lacks: submodules, and files of Git LFS', async () => {
    const large = aRepository(folder.path('large'))
    const sha = large.commit({ '.gitattributes': '*.bin filter=lfs', '.gitmodules': '' })
    const target = folder.path('large checked out')
    mkdirSync(target)
    await checkOut(large.folder, sha, target, signal)
    const said = lackingIn(target, large.folder, sha)
    expect(said[0]).to.equal('Its submodules are empty folders here: name them in app.copy, or let setup fetch them.')
    expect(lackingIn(repository.folder, repository.folder, third)).to.eql([])
  })
})

describe('the commits between two', () => {
  const folder = temporaryFolder()
  let number = 0
  const made = (name = `repository-${++number}`) => aRepository(folder.path(name))
  const subjects = (commits: { subject: string }[]) => commits.map(({ subject }) => subject)

  it('are those after good up to bad, the oldest first, with what tells them', () => {
    const { folder: at, commit, git } = made()
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
    const { folder: at, commit, git } = made()
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
    const { folder: at, commit, git } = made()
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
    const { folder: at, commit } = made('deep')
    const sha = commit({ a: '0' }, 'root')
    commit({ a: '1' })
    commit({ a: '2' })
    const shallow = folder.path('shallow')
    execFileSync('git', ['clone', '--quiet', '--depth', '2', `file://${at}`, shallow])
    expect(() => commitsBetween(shallow, sha, 'HEAD')).to.throw(/there is no commit .* git fetch --unshallow /)
    expect(subjects(commitsBetween(shallow, 'HEAD~1', 'HEAD'))).to.have.length(2)
  })

  it('have a log that git takes up', () => {
    const { folder: at, commit, git, write } = made()
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
