import { howItEnded } from '../processes/how-it-ended.ts'
import { nameApp, whatItPrinted } from './name-app.ts'
import type { App, Target, Variant } from '../vocabulary.ts'
import type { Exit } from '../processes/owned-process.ts'
import type { AppState } from './app-state.ts'

export interface Death {
  variant: Variant
  app: App
  target: Target
  exit: Exit
  stillListens: boolean // somebody accepts connections on the target's port, though all that we know of has ended
  state: AppState
  logFile: string
  when: string // in words, after "it left"
}

/** Why the app is gone, and what it said last. */
export function explainDeath(death: Death): string {
  const { variant, app, exit, state, logFile, when } = death
  const who = nameApp(variant, app)
  if (state.gaveUpAfter !== null) {
    const advice = 'Run it as a single process to see why.'
    return `${who} keeps crashing: ${state.gaveUpAfter} of its workers died ${when}, the last with ${state.lastDeath}. ${advice}${whatItPrinted(logFile)}`
  }
  return `${who} ${howItEnded(exit)} ${when}${why(death)}.${whatItPrinted(logFile)}`
}

function why({ variant, app, target, exit, stillListens, state }: Death) {
  if (exit.code === 0 && stillListens) {
    return `, but something listens on ${target.hostname}:${target.port} now. If it went to the background there, end it yourself: it can't be found from here. ${inForeground(variant)}`
  }
  if (exit.code === 0 && exit.leftOthers) return `, but what it had started went on in the background. That was ended. ${inForeground(variant)}`
  if (variant.mode === 'command') return whyCommand(exit, { command: variant.command, cwd: app.cwd })
  const servesNothing = exit.code === 0 && state.listeners.length === 0
  return servesNothing ? ', without having listened on a port. plugins.speedup.app must be the file that starts the server and keeps running' : ''
}

function inForeground({ mode }: Variant) {
  const how = mode === 'command' ? ', without `&` and by the option that many programs have for it, such as `nginx -g \'daemon off;\'`' : ''
  return `Only what runs in the foreground can be measured and stopped: run it there${how}`
}

function whyCommand({ code }: Exit, { command, cwd }: { command: Variant['command'], cwd: string }) {
  // As shells have it, and we without one.
  if (code === 127) {
    const asLine = Array.isArray(command) && /\s/.test(command[0]) ? '. A list is a program and its arguments: write a whole line as one text' : ''
    return `, since a program was not found. Is it installed, and in the PATH? Relative paths begin at ${cwd}${asLine}`
  }
  if (code === 126) return ', since a program can\'t be run. It has to be one for this machine, and executable (chmod +x)'
  return code === 0 ? '. A command has to go on for as long as it is to be measured' : ''
}
