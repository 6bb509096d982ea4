import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { applying, shortSha } from '../../../concepts/wording.ts'
import { fail } from '../../../versions/cache.ts'
import { suggest } from '../../../settings/shapes.ts'

const run = promisify(execFile)
const mostOutput = 2 ** 26

const git = (folder: string, words: string[]) =>
  spawnSync('git', words, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: mostOutput,
    env: { ...process.env, LC_ALL: 'C' }
  })

/** @returns what git prints, without the last line feed; null: it failed */
export function ask(folder: string, ...words: string[]) {
  const { status, stdout } = git(folder, words)
  return status === 0 ? stdout.trimEnd() : null
}

/** @returns the topmost folder of the repository. @throws SpeedupError NOT_PREPARED */
export function repositoryOf(folder: string, variant: string) {
  const { error, status, stdout, stderr } = git(folder, ['rev-parse', '--show-toplevel'])
  const { GIT_DIR: fixed, GIT_WORK_TREE: tree } = process.env
  const refuse = (why: string) => fail(`Variant ${variant} has a commit, but ${why}`)
  if (error !== undefined) refuse(`git can't be run (${error.message}). Install it.`)
  // Without the other, git takes any folder for the topmost one.
  if (fixed !== undefined && (status !== 0 || tree === undefined))
    refuse(
      `the environment variable GIT_DIR is ${fixed}, as in a hook of git, so that git does not look for the repository ` +
        `that ${folder} is in. Unset it: env -u GIT_DIR npx artillery run ...`
    )
  if (status === 0) return stdout.trimEnd()
  const [, owned] = /dubious ownership in repository at '(.*)'/.exec(stderr) ?? []
  if (owned !== undefined)
    refuse(
      `git does not read ${owned}, which belongs to another user ("dubious ownership"), as in a container. ` +
        `If you trust what is in it: git config --global --add safe.directory '${owned}'`
    )
  return refuse(`${folder} is in no git repository (git says: ${stderr.trim().split('\n')[0]}).`)
}

/** @returns whether files differ from the last commit, those that git does not know aside */
export const isDirty = (repository: string) => Boolean(ask(repository, 'status', '--porcelain', '--untracked-files=no'))

/**
 * @param ref anything that git takes for a commit, or `merge-base` and such a ref: where the branch left it
 * @returns the whole SHA. @throws SpeedupError NOT_PREPARED, with the nearest names, or what to fetch
 */
export function shaOf(repository: string, ref: string, variant: string) {
  const [, base] = /^merge-base\s+(\S+)$/.exec(ref.trim()) ?? []
  // What comes from a branch elsewhere may be here as that of the remote only.
  const name = base ?? ref.trim()
  const found = [name, `origin/${name}`].flatMap(
    (each) => ask(repository, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${each}^{commit}`) ?? []
  )[0]
  if (found === undefined) {
    const names = ask(repository, 'for-each-ref', '--format=%(refname:short)')?.split('\n') ?? []
    fail(
      `Variant ${variant}: there is no commit ${JSON.stringify(name)} in ${repository}${suggest(name, names)}.${howToDeepen(repository)}`
    )
  }
  if (base === undefined) return found
  return (
    ask(repository, 'merge-base', found, 'HEAD') ??
    fail(`Variant ${variant}: ${name} and the current commit have no commit in common here.${howToDeepen(repository)}`)
  )
}

/** @returns where commits may be missing, how to fetch them, behind a space */
const howToDeepen = (repository: string) =>
  ask(repository, 'rev-parse', '--is-shallow-repository') === 'true'
    ? ' This is a shallow clone: git fetch --unshallow fetches the rest; in GitHub Actions, give actions/checkout fetch-depth: 0.'
    : ''

/** Puts the files of a commit into an empty folder, without touching the repository's index or files. */
export async function checkOut(repository: string, sha: string, folder: string, signal: AbortSignal) {
  const env = { ...process.env, GIT_INDEX_FILE: `${folder}.index` }
  const options = { cwd: repository, env, signal, maxBuffer: mostOutput }
  for (const words of [
    ['read-tree', sha],
    ['checkout-index', '--all', '--force', `--prefix=${folder}/`]
  ])
    await run('git', words, options)
}

/** @returns what a checkout lacks, as sentences */
export function lackingIn(folder: string, repository: string, sha: string) {
  const isLarge = /filter=lfs/.test(ask(repository, 'show', `${sha}:.gitattributes`) ?? '')
  return applying([
    existsSync(join(folder, '.gitmodules')) &&
      'Its submodules are empty folders here: name them in app.copy, or let setup fetch them.',
    isLarge &&
      ask(repository, 'config', 'filter.lfs.smudge') === null &&
      'Its files of Git LFS are pointers, as git-lfs is not set up here.'
  ])
}

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
    fail(`${from} and ${to} are the same commit (${shortSha(good)}): there is none between them that could be slower.`)
  if (isBefore(bad, good)) fail(`${to} comes before ${from}. The good commit is named first: bisect ${to} ${from}`)
  if (!isBefore(good, bad)) {
    const base = ask(repository, 'merge-base', good, bad)
    const instead =
      base === null
        ? 'They have no commit in common here.'
        : `Both come from ${shortSha(base)}: bisect ${shortSha(base)} ${to}`
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

function read(repository: string, ...words: string[]) {
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
export function bisectLog(marks: readonly Mark[], found: Commit | null) {
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
