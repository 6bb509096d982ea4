import { mkdirSync, symlinkSync } from 'node:fs'

export interface MadeUpProcess {
  name?: string
  state?: string
  threads?: number // that have not ended
  group: number
  session?: number // its group's number when left out
  ticks?: [number, number, number, number] // its own, user and system, then those of its children that have ended
  megabytes?: number // resident; a kernel thread, and a process that has ended but was not waited for, have none
  environment?: string[]
  open?: string[] // files
}

/** state: 0A, that it listens, when left out */
export type MadeUpSocket = { port: number; inode: number; state?: string; isIpv6?: boolean }

/** @returns a folder that looks like /proc, with these processes by their PID, and these sockets, if it has any */
export function madeUpProc(
  folder: { path: (name: string) => string; write: (name: string, content: string) => string },
  processes: Record<number, MadeUpProcess>,
  sockets: MadeUpSocket[] = []
): string {
  const name = `proc-${++tables}`
  mkdirSync(folder.path(`${name}/net`), { recursive: true })
  for (const [pid, one] of Object.entries(processes)) {
    const {
      name: title = 'node',
      state = 'S',
      group,
      session = group,
      ticks = [0, 0, 0, 0],
      megabytes,
      environment = ['PATH=/bin'],
      open = [],
      threads = state === 'Z' ? 1 : 11
    } = one
    // A child of process 7.
    const stat = `${pid} (${title}) ${state} 7 ${group} ${session} 0 -1 4194560 900 800 0 0 ${ticks.join(' ')} 20 0 ${threads} 0 5000 1000000 9000 18446744073709551615\n`
    mkdirSync(folder.path(`${name}/${pid}/fd`), { recursive: true })
    folder.write(`${name}/${pid}/stat`, stat)
    folder.write(
      `${name}/${pid}/status`,
      megabytes === undefined
        ? 'Name:\tnode\n'
        : `VmHWM:\t9999999 kB\nVmRSS:\t  ${megabytes * 1024} kB\nRssAnon:\t1 kB\n`
    )
    folder.write(`${name}/${pid}/environ`, environment.map((variable) => `${variable}\0`).join(''))
    for (const [i, file] of open.entries()) symlinkSync(file, folder.path(`${name}/${pid}/fd/${i}`))
  }
  if (sockets.length > 0) {
    folder.write(`${name}/net/tcp`, tableOf(sockets.filter(({ isIpv6 }) => isIpv6 !== true)))
    folder.write(`${name}/net/tcp6`, tableOf(sockets.filter(({ isIpv6 }) => isIpv6 === true)))
  }
  return folder.path(name)
}

function tableOf(sockets: MadeUpSocket[]): string {
  const header = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n'
  const rows = sockets.map(({ port, inode, state = '0A', isIpv6 }, i) => {
    const local = `${isIpv6 ? '0'.repeat(32) : '0100007F'}:${port.toString(16).toUpperCase().padStart(4, '0')}`
    return `   ${i}: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000     0        0 ${inode} 1 000000005bdf2f47 100 0 0 10 0\n`
  })
  return header + rows.join('')
}

let tables = 0
