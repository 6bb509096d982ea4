import { existsSync, readFileSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, resolve } from 'node:path'
import { modes } from '../concepts/modes.ts'
import { list } from '../concepts/wording.ts'
import { isLoopback, ownAddresses } from './read-target.ts'
import { refuseValue } from './shapes.ts'
import type { LoadHost, ScriptSource, Target, Variant } from '../concepts/settings.ts'

const option = 'plugins.speedup.generator.ssh'

/**
 * What a machine gets that makes the load: of the project, the files that the script names, and what these load; of the
 * environment, the variables that they name.
 */
export function readLoadHost(
  hosts: string[],
  { script, scriptFile, runFile = scriptFile, configFile, env = {} }: ScriptSource,
  { variants, target }: { variants: Variant[]; target: Target }
): LoadHost {
  checkTargets(list(hosts), variants, target)
  const base = dirname(configFile)
  const { config } = script
  const named = [
    ...[config.payload ?? []].flat().map(({ path }) => path),
    script.__originalProcessor ?? config.processor,
    ...[...JSON.stringify(script.scenarios).matchAll(/"fromFile":"([^"]+)"/g)].map(([, name]) => name)
  ].filter((name) => typeof name === 'string')
  const loaded = new Set<string>()
  const variables: Record<string, string> = {}
  const packages = new Set(
    ['plugin', 'engine'].flatMap((kind) =>
      Object.keys(config[`${kind}s`] ?? {}).map((name) => `artillery-${kind}-${name}`)
    )
  )
  const load = (file: string) => {
    if (loaded.has(file) || !existsSync(file) || !statSync(file).isFile()) return
    loaded.add(file)
    // A payload, or what is uploaded, may be large.
    if (!/\.(?:[cm]?[jt]s|json|ya?ml)$/.test(file)) return
    const text = readFileSync(file, 'utf8')
    for (const [, name] of text.matchAll(/(?:\$processEnvironment|\$env|process\.env)(?:\.|\[['"])(\w+)/g))
      if (env[name] !== undefined) variables[name] = env[name]
    for (const [, name] of text.matchAll(/(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*['"]([^'"\s]+)['"]/g)) {
      if (name.startsWith('.')) endings.forEach((ending) => load(resolve(dirname(file), name + ending)))
      else if (!isBuiltin(name)) packages.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
    }
  }
  for (const file of [runFile, scriptFile, configFile, ...named.map((name) => resolve(base, name))]) load(file)
  return { hosts, files: [...loaded], packages: [...packages], variables, key: '' }
}

const endings = ['', '.js', '.cjs', '.mjs', '.ts', '.json', '/index.js', '/index.ts']

/** On each machine, some addresses mean that machine. */
function checkTargets(host: string, variants: Variant[], target: Target) {
  const places = variants.flatMap(({ name, mode, targets }) =>
    modes[mode].isElsewhere
      ? targets.map((own) => ({ path: `plugins.speedup.variants.${name}.url`, ...own }))
      : [{ path: 'config.target', ...target }]
  )
  const found = places.find(({ hostname }) => isLoopback(hostname))
  if (found === undefined) return
  const own = ownAddresses().filter((address) => !isLoopback(address) && !address.startsWith('fe80:'))
  refuseValue(
    found.path,
    found.url,
    `which on ${host} (${option}) means ${host} itself. Name an address that ${host} reaches. ` +
      (own.length === 0 ? 'This machine has none now.' : `Those of this machine: ${own.join(', ')}.`)
  )
}
