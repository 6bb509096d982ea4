import { ask, fail, howToDeepen, shaOf } from '../../versions/git.ts'

export interface Commit {
  sha: string
  parents: string[] // of a merge, the branch that was merged into first
  author: string
  date: string // such as 2026-11-28
  subject: string
}

/**
 * The commits among which one is searched for that is to blame: by first parents, so that a branch counts as its merge.
 *
 * @param from a commit, or a ref; to: a later one. @returns good, then those after it up to bad, the oldest first
 * @throws SpeedupError NOT_PREPARED: one of them is not there, or good does not come before bad
 */
export function commitsBetween(repository: string, from: string, to: string): [good: Commit, ...after: Commit[]] {
  const [good, bad] = [shaOf(repository, from, 'good'), shaOf(repository, to, 'bad')]
  const isBefore = (one: string, other: string) => ask(repository, 'merge-base', '--is-ancestor', one, other) !== null
  if (good === bad)
    fail(
      `${from} and ${to} are the same commit (${good.slice(0, 7)}): there is none between them that could be slower.`
    )
  if (isBefore(bad, good)) fail(`${to} comes before ${from}. The good commit is named first: bisect ${to} ${from}`)
  if (!isBefore(good, bad)) {
    const base = ask(repository, 'merge-base', good, bad)?.slice(0, 7)
    const instead =
      base === undefined ? 'They have no commit in common here.' : `Both come from ${base}: bisect ${base} ${to}`
    fail(
      `${from} does not come before ${to}, so no commit between them can be named. ${instead}${howToDeepen(repository)}`
    )
  }
  const range = `${good}..${bad}`
  // Of a branch, good may be a commit that was merged later.
  const later = new Set(ask(repository, 'rev-list', '--ancestry-path', range)?.split('\n'))
  const after = read(repository, '--first-parent', '--reverse', range).filter(({ sha }) => later.has(sha))
  return [read(repository, '-1', good)[0], ...after]
}

const separator = '\x1f'

function read(repository: string, ...words: string[]): Commit[] {
  const format = `--format=${['%H', '%P', '%an', '%as', '%s'].join('%x1f')}`
  return (ask(repository, 'log', '--no-show-signature', format, ...words) ?? '').split('\n').map((line) => {
    const [sha, parents, author, date, subject] = line.split(separator)
    return { sha, parents: parents.split(' ').filter(Boolean), author, date, subject }
  })
}

/** What is known of a commit between, in git's words. */
export interface Mark {
  commit: Commit
  is: 'good' | 'bad' | 'skip'
}

/**
 * @param marks the oldest first; found: null: not one alone
 * @returns as `git bisect log` has it, for `git bisect replay`
 */
export function bisectLog(marks: readonly Mark[], found: Commit | null): string {
  const isBad = ({ is }: Mark) => is === 'bad'
  // Of bad ones, git goes by the last that it is told.
  const told = [...marks.filter((mark) => !isBad(mark)), ...marks.filter(isBad).toReversed()]
  return [
    "git bisect start '--first-parent'",
    ...told.flatMap(({ commit, is }) => [`# ${is}: ${named(commit)}`, `git bisect ${is} ${commit.sha}`]),
    ...(found === null ? [] : [`# first bad commit: ${named(found)}`]),
    ''
  ].join('\n')
}

const named = ({ sha, subject }: Commit) => `[${sha}] ${subject}`
