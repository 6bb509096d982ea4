import { list } from '../concepts/wording.ts'
import { lastLines } from '../processes/last-lines.ts'
import { maskSecrets } from '../processes/mask-secrets.ts'
import { howItEnded, type Exit } from '../processes/owned-process.ts'
import { listenersOn, type AppState, type Unready } from './readiness.ts'
import type { App, Variant } from '../concepts/settings.ts'
import type { StartRequest } from './runner.ts'

type Started = Pick<StartRequest, 'variant' | 'app' | 'target' | 'logFile' | 'killedFor'> & { state: AppState }

export interface Death extends Started {
  exit: Exit
  stillListens: boolean // connections to the target's port are accepted, though every process that we know of has ended
  when: string // in words, after "it left"
  printed?: string // its last lines; left out: those that are there now
}

/** Why the app is gone, and what it printed last. */
export function explainDeath(death: Death) {
  const {
    variant,
    app,
    exit,
    state: { gaveUpAfter, lastDeath },
    logFile,
    killedFor,
    when,
    printed
  } = death
  const whyKilled = killedFor?.() ?? ''
  const what =
    gaveUpAfter === null
      ? `${howItEnded(exit)} ${when}${reasonOf(death)}`
      : `keeps crashing: ${gaveUpAfter} of its workers died ${when}, the last with ${lastDeath}` +
        (whyKilled === '' ? `. ${ifSingleWorks}` : '')
  return `${nameApp(variant, app)} ${what}.${whyKilled}${whatItPrinted(logFile, printed)}`
}

const ifSingleWorks =
  'If it works as a single process, look for what exists only once, such as a lock, a file or a second port'

function reasonOf({ variant: { mode, command }, app, target, exit: { code, leftOthers }, stillListens, state }: Death) {
  const isCommand = mode === 'command'
  const option = isCommand
    ? ", without `&` and with the option that many programs have for this, such as `nginx -g 'daemon off;'`"
    : ''
  const foreground = `Only a process in the foreground can be measured and stopped: run it in the foreground${option}`
  if (code === 0 && stillListens) {
    const advice = `If the app moved to the background, stop it yourself: the plugin can't find it. ${foreground}`
    return `, but another process listens on ${target.hostname}:${target.port} now. ${advice}`
  }
  if (code === 0 && leftOthers)
    return `, but left processes running in the background, which were killed. ${foreground}`
  if (code === 0 && isCommand) return '. A command must keep running until its run is over'
  if (code === 0 && state.listeners.length === 0)
    return ', without listening on a port. It must be the file that starts the server and keeps running'
  if (isCommand && code === 127) {
    const isLine = Array.isArray(command) && /\s/.test(command[0])
    const advice = isLine ? '. A list is a program and its arguments: write a whole command line as one string' : ''
    return (
      ', because a program was not found. Check that it is installed and in the PATH. Relative paths start from ' +
      app.cwd +
      advice
    )
  }
  return isCommand && code === 126
    ? ", because a program can't be run. Make sure that it is built for this machine and executable (chmod +x)"
    : ''
}

export type Delay = Started & Pick<StartRequest, 'preload' | 'timeoutOption'> & Unready

/** Why the app is not ready although it runs. */
export function explainDelay({
  variant,
  app,
  target: { port, url },
  preload,
  state,
  seenPorts,
  seenPaths,
  isTaken,
  logFile,
  readyAnswer,
  timeoutOption = 'plugins.speedup.app.readyTimeout'
}: Delay) {
  const who = nameApp(variant, app)
  const within = `within ${app.readyTimeoutSeconds} s (${timeoutOption})`
  const [subject, variable] = variant.mode === 'command' ? ['it', '$PORT'] : ['the app', 'process.env.PORT']
  const workers = variant.workers ?? state.expected ?? 1
  const onTarget = listenersOn(state, port).length
  const addresses = [...new Set(state.listeners.map(({ address }) => address))].join(' and ') || `port ${port}`
  const ports = [...new Set([...state.listeners.map((listener) => listener.port), ...seenPorts])]
  const printed = whatItPrinted(logFile)
  if (readyAnswer !== null)
    return (
      `${who} listens, but GET ${app.ready} ${readyAnswer} ${within}. It must answer with a status below 500: ` +
      `fix the app, or change plugins.speedup.app.ready.${printed}`
    )
  const wanted = `Make ${subject} listen on ${variable}, which is set to ${port}`
  if (ports.length > 0 && !ports.includes(port)) {
    const listens = `${who} listens on port ${list(ports.map(String))}, but`
    // In turns, each variant has a port of its own, which is not that of config.target.
    return preload?.usualPort === undefined
      ? `${listens} config.target names port ${port}. ${wanted}, or change config.target.`
      : `${listens} its port in turns is ${port}. ${wanted}.`
  }
  if (state.areStarting && onTarget > 0)
    return (
      `${who} listens, but not each of its ${workers} workers told PM2 ${within} that it is ready, as wait_ready ` +
      `wants: with process.send('ready').${printed}`
    )
  const isThere = onTarget >= workers || seenPorts.includes(port)
  if (isThere)
    return `${who} listens on ${addresses}, where config.target ${url} does not reach it. Make the two match.`
  if (onTarget > 0) {
    const others = ports.filter((other) => other !== port).map(String)
    const elsewhere =
      others.length === 0
        ? ''
        : ` Port ${list(others)} was listened on, too: an app that takes another port where its own is in use can't ` +
          'share it.'
    return `${who}: only ${onTarget} of ${workers} workers listened on port ${port} ${within}.${elsewhere}${printed}`
  }
  const taken = isTaken ? ` Another program listens on port ${port} now.` : ''
  if (seenPaths.length > 0)
    return (
      `${who} did not listen on any port ${within}, only on the Unix socket ${list(seenPaths)}. ${wanted}, or, if it ` +
      `comes to that later, raise that timeout.${printed}`
    )
  const advice = `If it needs longer to start, raise that timeout; ${subject} must listen on port ${port}.`
  return `${who} did not listen on any port ${within}. ${advice}${taken}${printed}`
}

const mostCharacters = 200

/** @returns how a message begins that is about what was started */
export function nameApp({ name, command, ecosystem }: Variant, { script }: App) {
  if (command === null) return `Variant ${name}: the app ${ecosystem?.file ?? script}`
  // Messages are kept in the record. Masked before it is cut: half of a secret would not be known for one.
  const line = maskSecrets(command)
  const beginning = line.length > mostCharacters ? `${line.slice(0, mostCharacters)} …` : line
  return `Variant ${name}: the command \`${beginning}\``
}

function whatItPrinted(logFile: string, lines = lastLines(logFile)) {
  return lines === '' ? ' It printed nothing.' : ` Its last lines:\n${lines}`
}
