import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SpeedupError } from '../concepts/errors.ts'
import { packageFile } from '../package-files.ts'
import { endOf } from '../processes/last-lines.ts'
import { cache, startSsh } from '../messages/remote.ts'
import type { Readable } from 'node:stream'
import type { Settings } from '../concepts/settings.ts'

const option = 'plugins.speedup.generator.ssh'

/**
 * Sees to it that the machines that make the load, if they are others, have what they need.
 *
 * @param artillery the script that is the `artillery` command
 * @param means say: gets what is done, in a line, before it is done; signal: ends it at once, and throws its reason
 * @throws SpeedupError GENERATOR_FAILED, UNSUPPORTED
 */
export async function prepareHost(settings: Settings, artillery: string, means: Means) {
  const { loadHost, runFile } = settings
  if (loadHost === null) return settings
  const files = packageFiles(artillery, loadHost.packages, runFile)
  const key = keyOf(files)
  for (const host of loadHost.hosts) await prepareOne(host, { files, key }, means)
  return { ...settings, loadHost: { ...loadHost, key } }
}

async function prepareOne(host: string, { files, key }: { files: string[]; key: string }, means: Means) {
  const root = `${cache}/${key}`
  const machineOf = '[process.versions.node, process.platform, process.arch].join()'
  const greeting = `node -p "${machineOf}"; test -d ${root} && echo kept`
  const { code, out, said } = await run(host, greeting, means)
  const [, version, ...machine] = /^(\d+\.\d+\.\d+),(\w+),(\w+)$/m.exec(out) ?? []
  if (version === undefined) throw code === sshFailed ? notReached(host, said) : withoutNode(host, said)
  checkNode(host, version)
  const native = files.find((file) => file.endsWith('.node'))
  if (native !== undefined && machine.join() !== [process.platform, process.arch].join())
    throw unsupported(`${host} (${option}) is ${machine.join(' ')}, for which ${native} is not made.`)
  if (!/^kept$/m.test(out)) await copy(host, { files, root }, means)
}

/**
 * What Artillery and this package need to run, with all that they depend on: not what else a project has installed.
 *
 * @param others packages that the script needs, as found from its folder; one that is not there is left out
 * @returns absolute paths
 */
function packageFiles(artillery: string, others: string[], scriptFile: string) {
  const found = new Set<string>()
  const links = new Set<string>()
  const find = (folder: string) => {
    if (found.has(folder)) return
    found.add(folder)
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) findNamed(name, folder)
  }
  const findNamed = (name: string, from: string) => {
    const path = join(from, 'node_modules', name)
    if (existsSync(path)) {
      if (lstatSync(path).isSymbolicLink()) links.add(path)
      find(realpathSync(path))
    } else if (from !== dirname(from)) findNamed(name, dirname(from))
  }
  find(dirname(String(findPackageJSON(pathToFileURL(realpathSync(artillery))))))
  find(realpathSync(packageFile('.')))
  for (const name of others) findNamed(name, dirname(scriptFile))
  return [...new Set([...links, ...[...found].flatMap(filesIn)])].sort()
}

/** What nothing needs that only runs. */
const unused = /\.(?:map|md|[cm]?ts)$/

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(path)
    return entry.isFile() && !unused.test(entry.name) ? [path] : []
  })

/** Of a registry's package, its version and the sizes of its files say enough: to read them all takes seconds. */
function keyOf(files: string[]) {
  const hash = createHash('sha256')
  const own = join(realpathSync(packageFile('.')), '/')
  for (const file of files) {
    hash.update(`${file} ${statSync(file).size}\n`)
    if (file.startsWith(own) || file.endsWith('/package.json')) hash.update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}

type Means = { say: (words: string) => void; signal: AbortSignal }

/**
 * Another comparison may bring the same meanwhile. Where this process is killed, tar hears of no more files, and ends.
 */
async function copy(host: string, { files, root }: { files: string[]; root: string }, means: Means) {
  const megabytes = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6
  means.say(
    `copying ${megabytes.toFixed(0)} MB to ${host}, once, compressed: Artillery, this plugin and what they need`
  )
  const part = `${root}.$$`
  const isWhole = `test $(find ${part} ! -type d | wc -l) -eq ${files.length}`
  const unpack = `tar -xzof - -C ${part} && ${isWhole} && { mv -T ${part} ${root} || test -d ${root}; }`
  const keep = `${unpack}; kept=$?; rm -rf ${part}; exit $kept`
  const tar = spawn('tar', ['-C', '/', '-czf', '-', '-T', '-'], { stdio: ['pipe', 'pipe', 'ignore'] })
  const missing = once(tar, 'error').then(() => Promise.reject(unsupported(`${option} needs the program tar.`)))
  tar.stdin.on('error', () => {}).end(files.map((path) => `${path.slice(1)}\n`).join(''))
  const { code, said } = await Promise.race([
    run(host, `umask 077; mkdir -p ${part} && ${keep}`, { ...means, input: tar.stdout }),
    missing
  ]).finally(() => tar.kill())
  if (code === 0) return
  if (code === sshFailed) throw notReached(host, said)
  throw failed(
    `What makes the load can't be kept on ${host} (${option}), in ~/.cache/artillery-plugin-speedup. Make that ` +
      `folder writable, and room in it.${quoted(said)}`
  )
}

type Input = { signal: AbortSignal; input?: Readable }

/** The exit code of ssh itself. */
const sshFailed = 255

/** @returns out, said: what came on standard output and error. @throws UNSUPPORTED */
async function run(host: string, script: string, { signal, input }: Input) {
  const ssh = startSsh(host, script, { stdio: [input ?? 'ignore', 'pipe', 'pipe'], signal })
  const texts = { out: '', said: '' }
  ssh.stdout?.on('data', (text) => (texts.out += text))
  ssh.stderr?.on('data', (text) => (texts.said += text))
  const [code] = await once(ssh, 'close').catch(() => {
    signal.throwIfAborted()
    throw unsupported(
      `${option} is set, but there is no program ssh in the PATH of this machine. Install OpenSSH, on Debian: ` +
        'apt-get install openssh-client'
    )
  })
  return { code: Number(code), ...texts }
}

const unsupported = (message: string) => new SpeedupError('UNSUPPORTED', message)
const failed = (message: string) => new SpeedupError('GENERATOR_FAILED', message)

function quoted(said: string) {
  const words = endOf(said.replaceAll(/^[@\s]*$|^.*Permanently added.*$/gm, ''), 4)
  return words === '' ? '' : ` It said:\n${words}`
}

function checkNode(host: string, version: string) {
  const { engines } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'))
  const oldest = engines.node.replace('>=', '')
  if (version.localeCompare(oldest, 'en', { numeric: true }) < 0)
    throw unsupported(
      `${host} (${option}) has Node ${version}, but a load needs ${oldest} or later. Update Node there.`
    )
}

const withoutNode = (host: string, said: string) =>
  unsupported(
    `${host} (${option}) has no Node in the PATH of a shell that ssh starts: \`ssh ${host} node -v\` must print a ` +
      `version. Install Node there, or link it into a folder of that PATH, such as /usr/local/bin.${quoted(said)}`
  )

function notReached(host: string, said: string) {
  const advice = cures.find(([pattern]) => pattern.test(said))?.[1] ?? '`ssh HOST true` must work without a question.'
  return failed(`${host} (${option}) can't be reached. ${advice.replace('HOST', host)}${quoted(said)}`)
}

const cures: [said: RegExp, advice: string][] = [
  [/Could not resolve hostname/, 'Check its name: it is one of ~/.ssh/config, or one that this machine can look up.'],
  [
    /IDENTIFICATION HAS CHANGED/,
    'Its key is not the one that this machine knows of it. If it was set up anew, forget the old one: ssh-keygen -R ' +
      'HOST'
  ],
  [/Host key verification failed/, 'This machine does not know its key yet. Connect once by hand: ssh HOST'],
  [
    /Permission denied/,
    'It takes none of your keys, and nobody is asked for a password. Bring a key there: ssh-copy-id HOST. One with a ' +
      'passphrase has to be in ssh-agent.'
  ]
]
