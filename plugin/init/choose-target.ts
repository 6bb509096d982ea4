import { relative } from 'node:path'
import { SpeedupError } from '../errors.ts'
import { urlOf } from './ask-app.ts'
import { findPort } from './find-port.ts'
import { isFree, nextFreePort, uncommonPort } from './free-port.ts'
import { settingsFor } from './settings-for.ts'
import type { FoundApp } from './find-app.ts'
import type { Hints } from './search-source.ts'
import type { Trying } from './try-app.ts'
import type { Workbench } from '../processes/workbench.ts'

export interface PortFacts {
  obeysPort: boolean // it listens where PORT says
  takenPort: number | null // the port it would have had, if another program had not; null: none
  otherPorts: number[] // on which it listens, too, whatever PORT says
}

/** Where it listens when PORT is not set, if nothing says otherwise. */
const usualPort = 3000

/** @throws SpeedupError APP_NOT_READY, PORT_TAKEN, INVALID_SETTINGS */
export async function chooseTarget(app: FoundApp, { trying, hints, workbench }: { trying: Trying, hints: Hints, workbench: Workbench }, signal: AbortSignal): Promise<{ url: string } & PortFacts> {
  const { port: wanted } = trying.wishes
  if (wanted !== null && !(await isFree(wanted))) {
    throw new SpeedupError('PORT_TAKEN', `--port is ${wanted}, but another program has that port, or you may not use it. Stop that program, or give another port.`)
  }
  const given = wanted ?? (await uncommonPort())
  const name = relative(trying.project.folder, app.script)
  const { others, ...found } = await findPort(settingsFor(app, trying, urlOf({ hostname: '127.0.0.1', port: given })), { workbench, name, likelyPort: hints.port }, signal)
  if (found.port !== given) {
    if (wanted !== null) throw new SpeedupError('INVALID_SETTINGS', `--port is ${wanted}, but ${name} listens on port ${found.port}, whatever PORT says. Let it listen on process.env.PORT, or leave --port out.`)
    return { url: urlOf(found), obeysPort: false, takenPort: null, otherPorts: others }
  }
  const usual = wanted ?? ([Number(app.env.PORT), hints.port ?? 0].find((port) => port >= 1024 && port <= 65_535) ?? usualPort)
  const port = await nextFreePort(usual)
  return { url: urlOf({ hostname: found.hostname, port }), obeysPort: true, takenPort: port === usual ? null : usual, otherPorts: [] }
}
