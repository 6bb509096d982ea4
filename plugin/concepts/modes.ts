import { counted } from './wording.ts'
import type { DescribedVariant } from './comparison.ts'
import type { VariantOptions } from './options.ts'

/** What is known of a mode, beside how it is started: that is in app/modes.ts. */
interface ModeFacts {
  options: readonly Option[] // of a variant, beside mode and thresholds, which every mode takes
  needs?: { option: Option; advice: string } // without which it has nothing to run
  impliedBy?: readonly Option[] // a variant that has one of them needs no mode
  // where there is more to say than which modes take the option
  refuses?: Partial<Record<Option, { because: string; instead?: string }>>
  workers: 1 | 'cores' | 'as seen' // how many there are where the variant does not say it
  // how it runs without our preload, so that nothing in it reports to us; null: the preload is in it
  outside: string | null
  isElsewhere?: true // it is already running, maybe on another machine: nothing is started or stopped
  mayDelegate?: true // another program may do the work, as Docker's daemon does for `docker run`
  deals?: 'by hash' | 'in turn' // how connections go to workers, where it does not matter how busy these are
  words: (
    variant: Pick<DescribedVariant, 'scheduling' | 'detail'> & { workers: number; shape: string | null }
  ) => string
  brief: string | null // what is said before the number of workers; null: nothing
}

export type Option = Exclude<keyof VariantOptions, 'mode' | 'thresholds' | 'limits'>

const oneProcess = { because: 'mode single has only one process' }
const nothingStarted = { because: 'mode url starts nothing', instead: 'Set it where you start the app' }

/** Of the app, and of what runs it. */
const versions = ['commit', 'dependencies', 'node', 'nodeArgs'] as const

const table = {
  single: {
    options: ['env', 'args', ...versions],
    refuses: { workers: oneProcess, scheduling: oneProcess },
    workers: 1,
    outside: null,
    brief: null,
    words: () => 'a single process'
  },
  cluster: {
    options: ['workers', 'scheduling', 'env', 'args', ...versions],
    workers: 'cores',
    outside: null,
    brief: null,
    words: ({ workers, scheduling }) =>
      `${counted(workers, 'worker')}, ${scheduling === 'none' ? 'connections distributed by the system' : 'round robin'}`
  },
  pm2: {
    options: ['workers', 'env', 'args', 'ecosystem', ...versions],
    impliedBy: ['ecosystem'],
    workers: 'cores',
    outside: null,
    brief: 'PM2',
    words: ({ workers }) => `PM2, ${counted(workers, 'worker')}`
  },
  reusePort: {
    options: ['workers', 'env', 'args', ...versions],
    workers: 'cores',
    outside: null,
    brief: 'shared port',
    deals: 'by hash',
    words: ({ workers }) => `${counted(workers, 'process', 'processes')} that share the port (reusePort)`
  },
  ports: {
    options: ['instances', 'workers', 'cpus', 'memory', 'env', 'args', ...versions],
    impliedBy: ['instances', 'cpus', 'memory'],
    workers: 'cores',
    outside: null,
    brief: 'own ports',
    deals: 'in turn',
    words: ({ workers, shape }) =>
      `${shape ?? `${counted(workers, 'process', 'processes')} with a port each`}, behind a load balancer`
  },
  command: {
    options: ['command', 'reload', 'workers', 'env', 'commit', 'dependencies', 'node'],
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
