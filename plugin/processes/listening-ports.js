import { membersOf } from './members.js'
import { openFiles, readIfThere } from './proc.js'
/** @import { Kin } from './members.js' */

/**
 * On which ports a process, or one that it started, listens: also those that tell us nothing.
 *
 * @param {Kin} kin
 * @param {string} [proc]
 * @returns {number[]} TCP, lowest first; empty where there is no /proc
 */
export function listeningPorts(kin, proc = '/proc') {
  const files = new Set((membersOf(kin, proc) ?? []).flatMap(({ pid }) => openFiles(`${proc}/${pid}`)))
  const found = ['tcp', 'tcp6'].flatMap((name) => listenersIn(`${proc}/net/${name}`)).filter(({ socket }) => files.has(socket))
  return [...new Set(found.map(({ port }) => port))].sort((a, b) => a - b)
}

/** The kernel's number of the state LISTEN. */
const listening = '0A'

/** @param {string} table */
function listenersIn(table) {
  const rows = readIfThere(table).split('\n').map((row) => row.trim().split(/\s+/))
  return rows.filter(([, , , state]) => state === listening).map(([, local, , , , , , , , inode]) => ({
    port: Number.parseInt(local.split(':')[1], 16),
    socket: `socket:[${inode}]`
  }))
}
