// Who listens on which TCP port of this machine, as the system sees it: also what reports nothing to us.
import { markOf, membersOf, type Kin } from '../processes/members.ts'
import { namesIn, openFiles, readIfThere } from '../processes/proc.ts'

/** @returns those on which a process, or one that it started, listens, lowest first; empty without /proc */
export function listeningPorts(kin: Kin, proc = '/proc') {
  const files = filesOf(kin, proc)
  const ours = listeningSockets(proc).filter(({ file }) => files.has(file))
  return [...new Set(ours.map(({ port }) => port))].sort((a, b) => a - b)
}

/** @returns the paths of Unix sockets on which one of them listens */
export function listeningPaths(kin: Kin) {
  const files = filesOf(kin)
  return rowsOf('/proc/net/unix')
    .filter(([, , , flags, , , inode]) => flags === '00010000' && files.has(`socket:[${inode}]`))
    .map((columns) => columns.slice(7).join(' '))
}

/** @returns the columns of each */
const rowsOf = (file: string) =>
  readIfThere(file)
    .split('\n')
    .map((row) => row.trim().split(/\s+/))

const filesOf = (kin: Kin, proc = '/proc') =>
  new Set((membersOf(kin, proc) ?? []).flatMap(({ pid }) => openFiles(`${proc}/${pid}`)))

/**
 * @returns who listens on a port; of several, another comparison comes first; unknown: whose files can't be seen, as
 * where another user runs it
 */
export function holderOf(port: number, kin: Kin, proc = '/proc') {
  const sockets = listeningSockets(proc)
    .filter((socket) => socket.port === port)
    .map(({ file }) => file)
  const ours = filesOf(kin, proc)
  const foreign = sockets.filter((file) => !ours.has(file))
  // To look at the files of every process takes some ten milliseconds.
  const others =
    foreign.length === 0
      ? []
      : namesIn(proc).filter(
          (name) => /^\d+$/.test(name) && openFiles(`${proc}/${name}`).some((file) => foreign.includes(file))
        )
  // Who has started us may have marked us, and what else it has started.
  if (others.some((pid) => !['', markOf('self'), kin.mark].includes(markOf(pid, proc)))) return 'another comparison'
  if (foreign.length < sockets.length) return 'ours'
  return others.length > 0 ? 'a stranger' : 'unknown'
}

/** @returns what a process has connected to, such as "127.0.0.1:5432", once for each connection; by IPv4 alone */
export function connectedTo(pid: string) {
  const files = new Set(openFiles(`/proc/${pid}`))
  const ports = listeningSockets().map(({ port }) => port)
  return socketsIn('01')
    .filter(({ file, port }) => files.has(file) && !ports.includes(port))
    .flatMap(({ remote }) => {
      // The bytes of an address stand there in reverse; of IPv6, these are the last four.
      const [, hex, port] = /(?:^|^0{16}F{4}0{4})([\dA-F]{8}):(\w+)$/.exec(remote) ?? []
      if (hex === undefined) return []
      return `${[...Buffer.from(hex, 'hex').reverse()].join('.')}:${Number.parseInt(port, 16)}`
    })
}

/**
 * @returns which of these processes has accepted a connection of ours; undefined: none yet, or one hands it on to
 * another
 */
export function acceptorOf({ localPort, remotePort }: { localPort?: number; remotePort?: number }, pids: string[]) {
  const ours = socketsIn('01').find(({ port, from }) => port === remotePort && from === localPort)
  const [holder, ...others] = pids.filter((pid) => openFiles(`/proc/${pid}`).includes(`${ours?.file}`))
  return others.length > 0 ? undefined : holder
}

const listeningSockets = (proc?: string) => socketsIn('0A', proc)

/**
 * port: the local one; remote: address and port in hexadecimal digits; from: that port; file: as a process has it open
 */
function socketsIn(wanted: '0A' | '01', proc = '/proc') {
  const rows = ['tcp', 'tcp6'].flatMap((name) => rowsOf(`${proc}/net/${name}`))
  // Columns of a row: its number, local and remote address, state, of which 0A is LISTEN and 01 ESTABLISHED; the tenth
  // is the inode of the socket.
  return rows
    .filter(([, , , state]) => state === wanted)
    .map(([, local, remote, , , , , , , inode]) => ({
      port: Number.parseInt(local.split(':')[1], 16),
      remote,
      from: Number.parseInt(remote.split(':')[1], 16),
      file: `socket:[${inode}]`
    }))
}
