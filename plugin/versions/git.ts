import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SpeedupError } from '../concepts/errors.ts'
import { suggest } from '../settings/shapes.ts'

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
export function repositoryOf(folder: string, variant: string): string {
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
export const isDirty = (repository: string): boolean =>
  (ask(repository, 'status', '--porcelain', '--untracked-files=no') ?? '') !== ''

/**
 * @param ref anything that git takes for a commit, or `merge-base` and such a ref: where the branch left it
 * @returns the whole SHA. @throws SpeedupError NOT_PREPARED, with the nearest names, or what to fetch
 */
export function shaOf(repository: string, ref: string, variant: string): string {
  const [, base] = /^merge-base\s+(\S+)$/.exec(ref.trim()) ?? []
  // What comes from a branch elsewhere may be here as that of the remote only.
  const name = base ?? ref.trim()
  const found = [name, `origin/${name}`].flatMap(
    (each) => ask(repository, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${each}^{commit}`) ?? []
  )[0]
  if (found === undefined) unknown(repository, name, variant)
  if (base === undefined) return found
  return (
    ask(repository, 'merge-base', found, 'HEAD') ??
    fail(`Variant ${variant}: ${name} and the current commit have no commit in common here.${howToDeepen(repository)}`)
  )
}

/** @returns where commits may be missing, how to fetch them, behind a space */
export const howToDeepen = (repository: string) =>
  ask(repository, 'rev-parse', '--is-shallow-repository') === 'true'
    ? ' This is a shallow clone: git fetch --unshallow fetches the rest; in GitHub Actions, give actions/checkout fetch-depth: 0.'
    : ''

function unknown(repository: string, name: string, variant: string): never {
  const names = (ask(repository, 'for-each-ref', '--format=%(refname:short)') ?? '').split('\n').filter(Boolean)
  const more = `${suggest(name, names)}.${howToDeepen(repository)}`
  fail(`Variant ${variant}: there is no commit ${JSON.stringify(name)} in ${repository}${more}`)
}

/** Puts the files of a commit into an empty folder, without touching the repository's index or files. */
export async function checkOut(repository: string, sha: string, folder: string, signal: AbortSignal): Promise<void> {
  const env = { ...process.env, GIT_INDEX_FILE: `${folder}.index` }
  const options = { cwd: repository, env, signal, maxBuffer: mostOutput }
  await run('git', ['read-tree', sha], options)
  await run('git', ['checkout-index', '--all', '--force', `--prefix=${folder}/`], options)
}

/** @returns what a checkout lacks, as sentences */
export function lackingIn(folder: string, repository: string, sha: string): string[] {
  const isLarge = /filter=lfs/.test(ask(repository, 'show', `${sha}:.gitattributes`) ?? '')
  return [
    ...(existsSync(join(folder, '.gitmodules'))
      ? ['Its submodules are empty folders here: name them in app.copy, or let setup fetch them.']
      : []),
    ...(isLarge && ask(repository, 'config', 'filter.lfs.smudge') === null
      ? ['Its files of Git LFS are pointers, as git-lfs is not set up here.']
      : [])
  ]
}

/** @throws SpeedupError NOT_PREPARED */
export function fail(message: string): never {
  throw new SpeedupError('NOT_PREPARED', message)
}
