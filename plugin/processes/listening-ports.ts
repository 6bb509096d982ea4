import { membersOf, type Kin } from './members.ts'
import { openFiles, readIfThere } from './proc.ts'

/**
 * On which ports a process, or one that it started, listens: also those that tell us nothing.
 *
 * @returns TCP, lowest first; empty where there is no /proc
 */
export function listeningPorts(kin: Kin, proc: string = '/proc'): number[] {
  const files = new Set((membersOf(kin, proc) ?? []).flatMap(({ pid }) => openFiles(`${proc}/${pid}`)))
  const found = ['tcp', 'tcp6'].flatMap((name) => listenersIn(`${proc}/net/${name}`)).filter(({ socket }) => files.has(socket))
  return [...new Set(found.map(({ port }) => port))].sort((a, b) => a - b)
}

/** The kernel's number of the state LISTEN. */
const listening = '0A'

function listenersIn(table: string) {
  const rows = readIfThere(table).split('\n').map((row) => row.trim().split(/\s+/))
  return rows.filter(([, , , state]) => state === listening).map(([, local, , , , , , , , inode]) => ({
    port: Number.parseInt(local.split(':')[1], 16),
    socket: `socket:[${inode}]`
  }))
}
