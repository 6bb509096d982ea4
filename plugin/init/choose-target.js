import { relative } from 'node:path'
import { SpeedupError } from '../errors.js'
import { urlOf } from './ask-app.js'
import { findPort } from './find-port.js'
import { isFree, nextFreePort, uncommonPort } from './free-port.js'
import { settingsFor } from './settings-for.js'
/**
 * @import { FoundApp } from './find-app.js'
 * @import { Hints } from './search-source.js'
 * @import { Trying } from './try-app.js'
 * @import { Workbench } from '../processes/workbench.js'
 */

/**
 * @typedef {object} PortFacts
 * @property {boolean} obeysPort it listens where PORT says
 * @property {number | null} takenPort the port it would have had, if another program had not; null: none
 * @property {number[]} otherPorts on which it listens, too, whatever PORT says
 */

/** Where it listens when PORT is not set, if nothing says otherwise. */
const usualPort = 3000

/**
 * @param {FoundApp} app
 * @param {{ trying: Trying, hints: Hints, workbench: Workbench }} how
 * @param {AbortSignal} signal
 * @returns {Promise<{ url: string } & PortFacts>}
 * @throws {SpeedupError} APP_NOT_READY, PORT_TAKEN, INVALID_SETTINGS
 */
export async function chooseTarget(app, { trying, hints, workbench }, signal) {
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
