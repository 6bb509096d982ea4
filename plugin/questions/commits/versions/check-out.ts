import { hash } from 'node:crypto'
import { cpSync, existsSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join, relative, sep } from 'node:path'
import { maskSecrets } from '../../../processes/mask-secrets.ts'
import { cached, cacheFolder, fail, prune, runLine, type Means } from '../../../versions/cache.ts'
import { shortSha } from '../../../concepts/wording.ts'
import { isSameVariant, type App, type Settings, type Variant } from '../../../concepts/settings.ts'
import { commits } from '../concepts.ts'
import { checkOut, isDirty, lackingIn, repositoryOf, shaOf } from './git.ts'

/** Before the first round: checks out, installs and sets up what a variant names by `commit`. */
export const commitsPrepared = { prepare, tell: tellOfTree }

/** @returns with the app's script and working directory in the files of the commit, by its SHA */
async function prepare(variant: Variant, app: App, { say, workbench, signal }: Means) {
  const { name, commit, dependencies, place } = variant
  if (commit === null || place === null) return variant
  // As git sees them.
  const [cwd, ...copy] = [app.cwd, ...app.copy].map((path) => realpathSync(path))
  const script = app.script && realpathSync(app.script)
  const from = script === null ? cwd : dirname(script)
  const repository = repositoryOf(from, name)
  const stray = copy.find((path) => !isIn(repository, path))
  if (stray !== undefined)
    fail(
      `app.copy has ${stray}, which has no place in a commit of ${repository}: it is outside. Remove it from app.copy.`
    )
  const sha = shaOf(repository, commit, name)
  const short = `${commit} (${shortSha(sha)})`
  const tell = (words: string) => say(`${name}: ${words}`)
  const movedTo = (folder: string) => (path: string) =>
    isIn(repository, path) ? join(folder, relative(repository, path)) : path
  // Anew for each comparison: git does not know them, so that they may have changed.
  const copyTo = (folder: string) => {
    for (const path of copy) cpSync(path, movedTo(folder)(path), { recursive: true })
  }
  const make = async (folder: string) => {
    tell(`checking out ${short}`)
    await checkOut(repository, sha, folder, signal)
    lackingIn(folder, repository, sha).forEach(tell)
    const moved = movedTo(folder)
    if (script !== null && !existsSync(moved(script)))
      fail(`Variant ${name}: ${short} has no file ${relative(repository, script)}. Choose a commit that has it.`)
    copyTo(folder)
    const install = installationFor(moved(from), folder)
    const path = [dirname(place.node.file), process.env.PATH ?? ''].join(delimiter)
    const run = async (line: string | null, cwd: string) => {
      if (line === null) return
      tell(maskSecrets(line))
      await runLine(line, { cwd, path, what: `Variant ${name}, ${short}` }, workbench, signal)
    }
    await run(install.line, install.folder)
    const added = commits.packagesOf(variant).map((each) => `'${each}'`)
    if (added.length > 0)
      await run([install.add, ...added].join(' '), packageFolder(moved(from), folder) ?? install.folder)
    await run(app.setup, install.folder)
  }
  const [major] = place.node.version.split('.')
  const made = JSON.stringify([repository, sha, major, process.arch, app.setup, copy, dependencies])
  const key = `${sha.slice(0, 12)}-${hash('sha256', made).slice(0, 8)}`
  const waiting = () => tell(`another comparison prepares ${short}; waiting`)
  const { folder, isNew } = await cached(key, make, { waiting, signal })
  const removed = isNew ? prune() : 0
  if (removed > 0) tell(`removed ${removed} versions from ${cacheFolder()} that were not used for longest`)
  if (!isNew) copyTo(folder)
  const moved = movedTo(folder)
  return { ...variant, commit: sha, place: { ...place, script: script && moved(script), cwd: moved(cwd) } }
}

const isIn = (folder: string, path: string) => path === folder || path.startsWith(folder + sep)

/** What would pass for a regression of the working tree, which is no commit. */
function tellOfTree({ variants, app: { script, cwd } }: Settings, say: Means['say']) {
  const tree = variants.find(
    ({ commit, command, targets }) => commit === null && command === null && targets.length === 0
  )
  if (tree === undefined || variants.every(({ commit }) => commit === null)) return
  const from = realpathSync(script === null ? cwd : dirname(script))
  const repository = repositoryOf(from, tree.name)
  const stale = staleIn(installationFor(from, repository))
  if (stale !== null)
    say(
      `${tree.name}: node_modules does not fit its lockfile (${stale}), so what differs may be the packages: install them first`
    )
  if (isDirty(repository)) return say(`${tree.name}: the working tree, with changes that are not committed`)
  const head = shaOf(repository, 'HEAD', tree.name)
  const same = variants.find(
    (variant) =>
      variant.commit === head && isSameVariant({ ...variant, commit: null, place: null }, { ...tree, place: null })
  )
  if (same !== undefined)
    say(`${same.name} and ${tree.name} are the same commit: what differs between them is this machine’s noise`)
}

const npm = { install: 'npm ci --no-audit --no-fund', add: 'npm install --save-exact --no-audit --no-fund' }
const bun = { install: 'bun install --frozen-lockfile', add: 'bun add --exact' }

/**
 * By the lockfile, which is found first from the app's folder upwards: what installs exactly what it says, and adds to
 * it.
 */
const installers: Record<string, typeof npm> = {
  'package-lock.json': npm,
  'npm-shrinkwrap.json': npm,
  'pnpm-lock.yaml': {
    install: 'pnpm install --frozen-lockfile',
    add: 'pnpm add --save-exact --ignore-workspace-root-check'
  },
  'bun.lock': bun,
  'bun.lockb': bun,
  'yarn.lock': { install: 'yarn install --frozen-lockfile', add: 'yarn add --exact --ignore-workspace-root-check' }
}
/** Yarn since 2 has other words, and a file of its own. */
const yarnBerry = { install: 'yarn install --immutable', add: 'yarn add --exact' }

/**
 * @param from the app's folder; top: of the repository's files
 * @returns by the lockfile, else by package.json alone. line, add: for a shell; line: null: it needs nothing; add: with
 * packages after it, in the folder of the app's package
 */
export function installationFor(from: string, top: string) {
  const found = nearest(from, top, Object.keys(installers))
  if (found !== null) {
    const isBerry = found.name === 'yarn.lock' && existsSync(join(found.folder, '.yarnrc.yml'))
    const { install, add } = isBerry ? yarnBerry : installers[found.name]
    return { folder: found.folder, line: install, add }
  }
  const folder = packageFolder(from, top)
  return folder === null
    ? { folder: top, line: null, add: npm.add }
    : { folder, line: 'npm install --no-package-lock --no-audit --no-fund', add: npm.add }
}

/** @returns that of the app's package; null: it has none */
const packageFolder = (from: string, top: string) => nearest(from, top, ['package.json'])?.folder ?? null

/** @returns the first of these files that is found from a folder upwards */
function nearest(from: string, top: string, names: string[]): { folder: string; name: string } | null {
  const name = names.find((each) => existsSync(join(from, each)))
  if (name !== undefined) return { folder: from, name }
  return from === top || dirname(from) === from ? null : nearest(dirname(from), top, names)
}

/**
 * @returns a package whose version in node_modules is not that of npm's lockfile, in words: the working tree would be
 * compared with other packages than its commit has; null: none, or it can't be told
 */
export function staleIn({ folder, line }: ReturnType<typeof installationFor>) {
  const modules = join(folder, 'node_modules')
  const wanted = packagesIn(join(folder, 'package-lock.json'))
  if (line === null || Object.keys(wanted).every((name) => name === '')) return null
  if (!existsSync(modules)) return 'nothing is installed'
  const found = packagesIn(join(modules, '.package-lock.json'))
  const name = Object.keys(found).find(
    (each) => wanted[each] !== undefined && wanted[each].version !== found[each].version
  )
  return name === undefined
    ? null
    : `${relative('node_modules', name)} ${found[name].version} is installed, ${wanted[name].version} is in package-lock.json`
}

function packagesIn(file: string): Record<string, { version?: string }> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}
