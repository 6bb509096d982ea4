import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { programsInPath } from '../../plugin/artillery/find-artillery.ts'
import { freePort } from './project.ts'

/** The tool is not there for every user. */
const sshd = ['/usr/sbin/sshd', ...programsInPath('sshd')].find(
  (file) => programsInPath('ssh').length > 0 && isThere(file)
)
function isThere(file: string) {
  try {
    return readFileSync(file).length > 0
  } catch {
    return false
  }
}

/** Of a network of its own, in which nothing else listens: an address that is not loopback's. */
export const ownAddress = '10.213.0.1'

/** @returns why a test can't have an sshd of its own, and a network where it needs one; null: it can */
export function lackOfSshd({ network = false } = {}): string | null {
  if (sshd === undefined) return 'no sshd (Debian: openssh-server)'
  if (!network) return null
  return works('unshare', '-n', 'ip', 'address', 'add', `${ownAddress}/32`, 'dev', 'lo')
    ? null
    : 'no right to a network namespace'
}

/** @returns whether an sshd can have a clock of its own */
export const canShiftClock = (): boolean => works('unshare', '--time', '--monotonic', '1', '--fork', 'true')

function works(file: string, ...args: string[]) {
  try {
    execFileSync(file, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export type Sshd = Awaited<ReturnType<typeof startSshd>>

/**
 * An sshd with keys, a configuration and a cache of its own, on this machine; nothing of the user's is touched. Hosts:
 * load1, load2 at the same place, the same with a key that it does not take (keyless), with another host key than it
 * has (changed) or none that is known (unknown), where no Node is (bare), or an old one (old), where nothing can be
 * kept (readonly); nowhere.
 *
 * @param network it is in a network of its own, at ownAddress
 * @param aheadSeconds of its monotonic clock
 */
export async function startSshd({ network = false, aheadSeconds = 0 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'speedup-sshd-'))
  const path = (name: string) => join(folder, name)
  const write = (name: string, text: string, mode = 0o600) => {
    mkdirSync(dirname(path(name)), { recursive: true })
    writeFileSync(path(name), text, { mode })
    chmodSync(path(name), mode)
    return path(name)
  }
  for (const key of ['host', 'user', 'other'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path(key)])
  write('authorized', readFileSync(path('user.pub'), 'utf8'))
  const address = network ? ownAddress : '127.0.0.1'
  const port = await freePort()
  const tools = `${dirname(process.execPath)}${delimiter}/usr/sbin:/usr/bin:/sbin:/bin`
  for (const name of ['cache', 'tmp', 'bare', 'old']) mkdirSync(path(name))
  write('old/node', '#!/bin/sh\necho 18.20.0,linux,x64\n', 0o755)
  const only = (variable: string) => `ForceCommand ${variable} /bin/sh -c "$SSH_ORIGINAL_COMMAND"`
  const user = userInfo().username
  write(
    'sshd_config',
    [
      `Port ${port}`,
      `Port ${port + 1}`,
      `Port ${port + 2}`,
      `Port ${port + 3}`,
      `ListenAddress ${address}`,
      `HostKey ${path('host')}`,
      `AuthorizedKeysFile ${path('authorized')}`,
      `PidFile none`,
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'PermitRootLogin prohibit-password',
      `SetEnv PATH=${tools} XDG_CACHE_HOME=${path('cache')} TMPDIR=${path('tmp')} SPEEDUP_TEST_REMOTE=${folder}`,
      `Match LocalPort ${port + 1}`,
      `  ${only(`PATH=${path('bare')}`)}`,
      `Match LocalPort ${port + 2}`,
      `  ${only(`PATH=${path('old')}:/bin`)}`,
      `Match LocalPort ${port + 3}`,
      `  ${only(`XDG_CACHE_HOME=${path('host')}`)}`
    ].join('\n')
  )
  const [hostKey, otherKey] = ['host.pub', 'other.pub'].map((name) => readFileSync(path(name), 'utf8').trim())
  const known = (key: string) =>
    [port, port + 1, port + 2, port + 3].map((own) => `[${address}]:${own} ${key}\n`).join('')
  write('known', known(hostKey))
  write('known-otherwise', known(otherKey))
  write('known-none', '')
  const host = (name: string, { at = port, key = 'user', hosts = 'known', hostName = address } = {}) =>
    [
      `Host ${name}`,
      `  HostName ${hostName}`,
      `  Port ${at}`,
      `  IdentityFile ${path(key)}`,
      `  UserKnownHostsFile ${path(hosts)}`
    ].join('\n')
  write(
    'ssh_config',
    [
      host('load1'),
      host('load2'),
      host('keyless', { key: 'other' }),
      host('changed', { hosts: 'known-otherwise' }),
      host('unknown', { hosts: 'known-none' }),
      host('bare', { at: port + 1 }),
      host('old', { at: port + 2 }),
      host('readonly', { at: port + 3 }),
      host('nowhere', { hostName: 'nowhere.invalid' }),
      `Host *\n  User ${user}\n  IdentitiesOnly yes\n  IdentityAgent none\n  GlobalKnownHostsFile /dev/null\n  StrictHostKeyChecking yes\n`
    ].join('\n')
  )
  write('bin/ssh', `#!/bin/sh\nexec ${programsInPath('ssh')[0]} -F ${path('ssh_config')} "$@"\n`, 0o755)
  // Root's sshd wants it; a system that starts one has it.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true })
  const command = [String(sshd), '-D', '-e', '-f', path('sshd_config')]
  const inNetwork = `ip link set lo up && ip address add ${address}/32 dev lo && exec "$@"`
  const later = ['unshare', '--time', '--monotonic', String(aheadSeconds), '--fork', '--kill-child']
  const words = network
    ? ['unshare', '-n', 'sh', '-c', inNetwork, 'sh', ...command]
    : aheadSeconds > 0
      ? [...later, ...command]
      : command
  const server: ChildProcess = spawn(words[0], words.slice(1), { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  server.stderr?.on('data', (text) => (said += text))
  while (!said.includes('Server listening')) {
    if (server.exitCode !== null) throw new Error(`sshd ended:\n${said}`)
    await delay(20)
  }
  return {
    folder,
    port,
    said: () => said,
    /** In front of a command that is to be in its network. */
    inside: network ? ['nsenter', '-t', String(server.pid), '-n', '--'] : [],
    env: { PATH: `${path('bin')}${delimiter}${process.env.PATH}` },
    path,
    /** Command lines of what runs there now for this sshd's guests. */
    mark: `SPEEDUP_TEST_REMOTE=${folder}`,
    async stop() {
      server.kill('SIGKILL')
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
