import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SpeedupError } from '../concepts/errors.ts'
import { suggest } from '../settings/shapes.ts'

const run = promisify(execFile)
const mostOutput = 2 ** 26

/** @returns what git prints, without the last line feed; null: it failed */
function ask(folder: string, ...words: string[]) {
  const { status, stdout } = spawnSync('git', words, { cwd: folder, encoding: 'utf8', maxBuffer: mostOutput })
  return status === 0 ? stdout.trimEnd() : null
}

/** @returns the topmost folder of the repository. @throws SpeedupError NOT_PREPARED */
export const repositoryOf = (folder: string, variant: string): string =>
  ask(folder, 'rev-parse', '--show-toplevel') ??
  fail(`Variant ${variant} has a commit, but ${folder} is in no git repository, or git is not installed.`)

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
const howToDeepen = (repository: string) =>
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
