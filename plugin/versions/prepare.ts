import { createHash } from 'node:crypto'
import { cpSync, existsSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { openWorkbench } from '../processes/guard.ts'
import { maskSecrets } from '../processes/mask-secrets.ts'
import { cached, cacheFolder, prune } from './cache.ts'
import { checkOut, fail, isDirty, lackingIn, repositoryOf, shaOf } from './git.ts'
import {
  installationFor,
  packageFolder,
  runLine,
  staleIn,
  findNode,
  pathWith,
  type Means,
  type Node
} from './install.ts'
import { isSameVariant, packages, type Place, type Settings, type Variant } from '../concepts/settings.ts'

type Say = Means['say']

/**
 * Before the first round: checks out, installs and sets up what a variant names by `commit`, and gets the Node of
 * `node`. Nothing of it happens between rounds.
 *
 * @param say what is done now, in a line
 * @returns with the place of each variant that has one. @throws SpeedupError NOT_PREPARED
 */
export async function prepareVersions(settings: Settings, say: Say, signal: AbortSignal): Promise<Settings> {
  if (settings.variants.every(({ commit, node }) => commit === null && node === null)) return settings
  const workbench = openWorkbench()
  try {
    const variants: Variant[] = []
    for (const variant of settings.variants)
      variants.push({ ...variant, place: await placeOf(variant, settings, { say, workbench, signal }) })
    const prepared = { ...settings, variants }
    tellOfTree(prepared, say)
    return prepared
  } finally {
    await workbench.close()
  }
}

async function placeOf(variant: Variant, { app }: Settings, means: Means): Promise<Place | null> {
  const { name, commit } = variant
  if (commit === null && variant.node === null) return null
  const node =
    variant.node === null
      ? { file: process.execPath, version: process.versions.node }
      : await findNode(variant.node, { variant: name, ...means })
  const files =
    commit === null ? { script: app.script, cwd: app.cwd, commit } : await checkedOut(variant, commit, app, node, means)
  return { node, ...files }
}

/** @returns the app's script and working directory in the files of the commit */
async function checkedOut(
  { name, dependencies }: Variant,
  commit: string,
  app: Settings['app'],
  node: Node,
  { say, workbench, signal }: Means
): Promise<Omit<Place, 'node'>> {
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
  const short = `${commit} (${sha.slice(0, 7)})`
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
    const added = packages(dependencies).map((each) => `'${each}'`)
    const steps = [
      { line: install.line, cwd: install.folder },
      {
        line: added.length === 0 ? null : [install.add, ...added].join(' '),
        cwd: packageFolder(moved(from), folder) ?? install.folder
      },
      { line: app.setup, cwd: install.folder }
    ]
    for (const { line, cwd: place } of steps) {
      if (line === null) continue
      tell(maskSecrets(line))
      const options = { cwd: place, path: pathWith(node), what: `Variant ${name}, ${short}` }
      await runLine(line, options, workbench, signal)
    }
  }
  const key = createHash('sha256')
    .update(JSON.stringify([repository, sha, node.version.split('.')[0], process.arch, app.setup, copy, dependencies]))
    .digest('hex')
  const waiting = () => tell(`another comparison prepares ${short}; waiting`)
  const { folder, isNew } = await cached(`${sha.slice(0, 12)}-${key.slice(0, 8)}`, make, { waiting, signal })
  const removed = isNew ? prune() : 0
  if (removed > 0) tell(`removed ${removed} versions from ${cacheFolder()} that were not used for longest`)
  if (!isNew) copyTo(folder)
  const moved = movedTo(folder)
  return { script: script && moved(script), cwd: moved(cwd), commit: sha }
}

const isIn = (folder: string, path: string) => path === folder || resolve(path).startsWith(folder + sep)

/** What would pass for a regression of the working tree, which is no commit. */
function tellOfTree({ variants, app: { script, cwd } }: Settings, say: Say) {
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
  const asTree = (variant: Variant) =>
    isSameVariant({ ...variant, commit: null, place: null }, { ...tree, place: null })
  const same = variants.find((variant) => variant.place?.commit === head && asTree(variant))
  if (same !== undefined)
    say(`${same.name} and ${tree.name} are the same commit: what differs between them is this machine’s noise`)
}
