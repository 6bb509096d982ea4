import { SpeedupError } from '../errors.ts'
import { modes } from './variant-shapes.ts'
import type { Mode } from '../vocabulary.ts'

/** What each mode takes of a variant's options, beside mode and thresholds. */
const taken: Record<Mode, string[]> = {
  single: ['env', 'args'],
  cluster: ['workers', 'sweep', 'scheduling', 'env', 'args'],
  pm2: ['workers', 'sweep', 'env', 'args', 'ecosystem'],
  'reuse-port': ['workers', 'sweep', 'env', 'args'],
  command: ['command', 'workers', 'env'],
  url: ['url', 'workers']
}

/** Without these, a mode has nothing to run. */
const needed: Partial<Record<Mode, { key: string, advice: string }>> = {
  command: { key: 'command', advice: 'Give the command line that starts the app, for example `command: node server.js --threads 2`' },
  url: { key: 'url', advice: 'Give the URL where the app runs, for example `url: https://staging.example.com`' }
}

const oneProcess = { because: 'mode single has one process' }
const noWorkers = { ...oneProcess, instead: 'Set mode: cluster, pm2 or reuse-port' }
const nothingStarted = { because: 'mode url starts nothing', instead: 'Set it where the app is started' }

/** Where there is more to say of an option than which modes take it. */
const explained: Partial<Record<Mode, Record<string, { because: string, instead?: string }>>> = {
  single: { workers: noWorkers, sweep: noWorkers, scheduling: oneProcess },
  command: {
    args: { because: 'in mode command they belong to the command', instead: 'Write them there' },
    sweep: { because: 'in mode command the command says how many workers there are', instead: 'Make a variant for each number' }
  },
  url: {
    args: nothingStarted,
    env: nothingStarted,
    sweep: { because: 'in mode url the workers are there already', instead: 'Make a variant for each number, with a URL of its own' }
  }
}

/**
 * @param path of the variant
 * @returns as it is written, or as the variant's name says it, or the only key that stands for one
 * @throws SpeedupError INVALID_SETTINGS
 */
export function readMode(path: string, name: string, given: Record<string, unknown>): Mode {
  const written = modes.find((mode) => mode === (given.mode ?? name))
  if (written !== undefined) return written
  const byKey = Object.entries({ command: 'command', url: 'url', ecosystem: 'pm2' }).filter(([key]) => given[key] !== undefined)
  if (byKey.length === 1) return byKey[0][1] as Mode
  throw new SpeedupError('INVALID_SETTINGS', `${path}.mode is missing. It must be one of ${modes.join(', ')}.`)
}

/**
 * @param path of the variant
 * @throws SpeedupError INVALID_SETTINGS: an option that the mode does not take, or one that it can't do without
 */
export function checkModeOptions(path: string, mode: Mode, given: Record<string, unknown>) {
  const strange = Object.keys(given).find((key) => !['mode', 'thresholds', ...taken[mode]].includes(key) && given[key] !== undefined)
  if (strange !== undefined) rejectOption(path, mode, { key: strange, value: given[strange] })
  const { key, advice } = needed[mode] ?? {}
  if (key === undefined || given[key] !== undefined) return
  throw new SpeedupError('INVALID_SETTINGS', `${path}.${key} is missing, but mode ${mode} needs it. ${advice}.`)
}

function rejectOption(path: string, mode: Mode, { key, value }: { key: string, value: unknown }): never {
  const { because, instead } = { because: `mode ${mode} does not take it`, ...explained[mode]?.[key] }
  const others = modes.filter((one) => taken[one].includes(key))
  // Values of environment variables may be secrets.
  const shown = key === 'env' ? 'set' : JSON.stringify(value)
  throw new SpeedupError('INVALID_SETTINGS', `${path}.${key} is ${shown}, but ${because}. ${instead ?? `Set mode: ${others.join(' or ')}`}, or leave ${key} out.`)
}
