import { counted } from './wording.ts'
import { unversioned, type Added, type CountNames } from '../questions/concepts.ts'

/** What is known of a mode, beside how it is started: that is in app/modes.ts. */
interface ModeFacts {
  options: readonly Option[] // of a variant, beside mode and thresholds, which every mode takes
  needs?: { option: Option; advice: string } // without which it has nothing to run
  impliedBy?: readonly Option[] // a variant that has one of them needs no mode
  // where there is more to say than which modes take the option
  refuses?: Partial<Record<Option, { because: string; instead?: string }>>
  workers: 1 | 'cores' | 'as seen' // how many there are where the variant does not say it
  // how it runs without our preload, so that nothing in it reports to us; left out: the preload is in it
  outside?: string
  isElsewhere?: true // it is already running, maybe on another machine: nothing is started or stopped
  stopsApart?: true // what runs the app stops it in its own way
  mayDelegate?: true // another program may do the work, as Docker's daemon does for `docker run`
  deals?: 'by hash' | 'in turn' // how connections go to workers, where it does not matter how busy these are
  words: (variant: Record<'detail' | 'shape', string | null> & { workers: number; scheduling: string }) => string
  brief?: string // what is said before the number of workers
}

/** What a variant may say of how it runs, beside its mode. */
export interface ModeOptions extends Added<'variantOptions'> {
  /**
   * `auto`, the cores that may be used, when left out; a list makes a variant of each; `sweep`: of each of 1, 2, 4 ...
   * up to twice these cores. In modes command and url: as seen when left out. In mode ports: of each instance, 1 when
   * left out; `auto`: as many as an instance sees CPUs
   */
  workers?: number | 'auto' | CountNames | number[]
  /** in mode ports: how many instances, each with a port; as `workers`; 1 with `cpus` or `memory` when left out */
  instances?: number | 'auto' | CountNames | number[]
  /** in mode ports: of each instance, in cores such as 0.5, or '500m'; a list makes a variant of each */
  cpus?: number | string | (number | string)[]
  /** in mode ports: of each instance, such as '512Mi'; a list makes a variant of each */
  memory?: string | string[]
  /** in mode cluster, how connections reach the workers; `round-robin` when left out; a list makes a variant of each */
  scheduling?: Scheduling | Scheduling[]
  /** on top of the app's; a list of values, or of whole maps, makes a variant of each */
  env?: Record<string, Scalar | Scalar[]> | Record<string, Scalar>[]
  /** after the app's; a list of lists makes a variant of each */
  args?: Scalar[] | Scalar[][]
  /** in mode command: a shell command line, or a program and its arguments */
  command?: string | Scalar[]
  /** in mode command, with disturb: the shell command line that replaces the workers; PID is the command's process */
  reload?: string
  /** in mode pm2: an ecosystem file, and the name of the app in it, which may be left out if there is only one */
  ecosystem?: string | { file: string; app?: string }
  /** in mode url: where the app is already running */
  url?: string | string[]
  /**
   * the version of Node that runs the app, such as '22'; a list makes a variant of each; the one that runs Artillery
   * when left out
   */
  node?: string | string[]
  /** for Node, after the app's; a list of lists makes a variant of each */
  nodeArgs?: string[] | string[][]
}

export type Option = keyof ModeOptions

export type Scalar = string | number | boolean

type Scheduling = 'round-robin' | 'none'

const oneProcess = { because: 'mode single has only one process' }
const nothingStarted = { because: 'mode url starts nothing', instead: 'Set it where you start the app' }

/** Of the app, and of what runs it. */
const files = Object.keys(unversioned) as (keyof Added<'variantOptions'>)[]
const versions = [...files, 'node', 'nodeArgs'] as const

const table = {
  single: {
    options: ['env', 'args', ...versions],
    refuses: { workers: oneProcess, scheduling: oneProcess },
    workers: 1,
    words: () => 'a single process'
  },
  cluster: {
    options: ['workers', 'scheduling', 'env', 'args', ...versions],
    workers: 'cores',
    words: ({ workers, scheduling }) =>
      `${counted(workers, 'worker')}, ` +
      `${scheduling === 'none' ? 'connections distributed by the system' : 'round robin'}`
  },
  pm2: {
    options: ['workers', 'env', 'args', 'ecosystem', ...versions],
    impliedBy: ['ecosystem'],
    workers: 'cores',
    brief: 'PM2',
    stopsApart: true,
    words: ({ workers }) => `PM2, ${counted(workers, 'worker')}`
  },
  reusePort: {
    options: ['workers', 'env', 'args', ...versions],
    workers: 'cores',
    brief: 'shared port',
    deals: 'by hash',
    words: ({ workers }) => `${counted(workers, 'process', 'processes')} that share the port (reusePort)`
  },
  ports: {
    options: ['instances', 'workers', 'cpus', 'memory', 'env', 'args', ...versions],
    impliedBy: ['instances', 'cpus', 'memory'],
    workers: 'cores',
    brief: 'own ports',
    deals: 'in turn',
    words: ({ workers, shape }) =>
      `${shape ?? `${counted(workers, 'process', 'processes')} with a port each`}, behind a load balancer`
  },
  command: {
    options: ['command', 'reload', 'workers', 'env', ...files, 'node'],
    needs: {
      option: 'command',
      advice: 'Set it to the command line that starts the app, for example `command: node server.js --threads 2`'
    },
    impliedBy: ['command'],
    refuses: { args: { because: 'in mode command they belong to the command', instead: 'Write them there' } },
    workers: 'as seen',
    outside: 'started by a command',
    brief: 'command',
    mayDelegate: true,
    words: ({ detail }) => `command: ${detail ?? 'unknown'}`
  },
  url: {
    options: ['url', 'workers'],
    needs: {
      option: 'url',
      advice: 'Set it to the URL where the app runs, for example `url: https://staging.example.com`'
    },
    impliedBy: ['url'],
    refuses: { args: nothingStarted, env: nothingStarted },
    workers: 'as seen',
    outside: 'running elsewhere',
    brief: 'running already',
    isElsewhere: true,
    words: ({ detail }) => `running at ${detail ?? 'an unknown URL'}`
  }
} satisfies Record<string, ModeFacts>

/** A way to run the app. */
export type Mode = keyof typeof table

/** A new mode is a row here, and one in app/modes.ts. */
export const modes: Record<Mode, ModeFacts> = table

export const modeNames = Object.keys(table) as Mode[]

/** Those that make several processes of one app, which takes nothing but their number. */
export const spreadingModes: readonly Mode[] = modeNames.filter((name) => table[name].workers === 'cores')

/** They are started by a line of the user's. */
export const isByCommand = (mode: Mode) => modes[mode].outside !== undefined && !modes[mode].isElsewhere

/** @returns the option that says how many processes there are */
export const countOption = (mode: Mode) => (modes[mode].options.includes('instances') ? 'instances' : 'workers')
