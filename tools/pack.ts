// node tools/pack.ts [folder]: writes what is published there (default: published/), for `npm publish ./published`.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild-wasm'

const plugin = fileURLToPath(new URL('../plugin', import.meta.url))

/**
 * @returns modules that are started by their path, beside those that package.json names; throws where the sources don't
 * say which
 */
function startedModules() {
  const files = globSync('**/*.ts', { cwd: plugin, exclude: ['dist/**', 'node_modules/**', 'package-files.ts'] })
  const calls = files.flatMap((file) =>
    [...readFileSync(join(plugin, file), 'utf8').matchAll(/builtModule\((?:'([^']+)'\))?/g)].map(([, module]) => ({
      file,
      module
    }))
  )
  const unknown = calls.find(({ module }) => module === undefined)
  if (unknown !== undefined)
    throw new Error(
      `${unknown.file} calls builtModule() with something else than a name in quotes: what it starts would not be packed.`
    )
  return ['cli.js', ...calls.map(({ module }) => module)]
}

/** @param folder emptied first */
async function pack(folder: string) {
  const { private: _, scripts: __, ...whole } = JSON.parse(readFileSync(join(plugin, 'package.json'), 'utf8'))
  // Addresses are left out until they are known: see CONTRIBUTING.md, "a release".
  const manifest = Object.fromEntries<any>(
    Object.entries<any>(whole).filter(([, value]) => value !== '' && value?.url !== '')
  )
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const name of [
    'artillery-speedup.js',
    'README.md',
    'SKILL.md',
    'LICENSE',
    'comparison.schema.json',
    'options.schema.json',
    'report/page/styles'
  ])
    cpSync(join(plugin, name), join(folder, name), { recursive: true })
  const modules = Object.values<string>(manifest.exports).filter((path) => path.endsWith('.js'))
  await bundle([...modules, ...startedModules().map((name) => `./dist/${name}`)], join(folder, 'dist'))
  for (const [name, text] of declarationsOf(modules.map((path) => path.replace(/\.js$/, '.d.ts')))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

/**
 * All modules in a few files, one for each entry and some for what several of them need: a third of the size when
 * packed, and quicker to load. The names of functions stay: a stack tells where it comes from.
 */
async function bundle(entryPoints: string[], outdir: string) {
  await build({
    absWorkingDir: plugin,
    entryPoints,
    outdir,
    outbase: 'dist',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node22.18',
    charset: 'utf8',
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'silent'
  })
}

/** What editors tell of what users write: of all else, the schema of comparison.json has the same comments. */
const isTold = (path: string) => /^dist\/(?:kit|questions)\/|\/concepts\/(?:options|modes)\./.test(path)

/** @returns the given declarations and all that they import, by their paths from the plugin's folder */
function declarationsOf(paths: string[], found = new Map<string, string>()): Map<string, string> {
  for (const path of paths.map(posix.normalize).filter((path) => !found.has(path))) {
    const text = readFileSync(join(plugin, path), 'utf8').replaceAll(/(['"])(\.[^'"]*)\.ts\1/g, '$1$2.js$1')
    found.set(path, isTold(path) ? text : text.replaceAll(/^ *\/\*\*[^]*?\*\/\n/gm, ''))
    const imported = [...text.matchAll(/(?:from |import\()['"](\.[^'"]*)\.js['"]/g)].map(([, specifier]) =>
      posix.join(posix.dirname(path), `${specifier}.d.ts`)
    )
    declarationsOf(imported, found)
  }
  return found
}

await pack(resolve(process.argv[2] ?? fileURLToPath(new URL('../published', import.meta.url))))
