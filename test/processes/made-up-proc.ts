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

/** @returns a folder that looks like /proc, with these processes by their PID */
export function madeUpProc(
  folder: { path: (name: string) => string; write: (name: string, content: string) => string },
  processes: Record<number, MadeUpProcess>
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
  return folder.path(name)
}

let tables = 0
