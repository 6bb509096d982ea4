// What crosses between the bridge, which stands here for a child `artillery run`, and the agent, which starts that
// child on the machine that makes the load: lines of JSON over ssh. Paths are those of this machine, in both
// directions; times are by the clock of the other.
import { spawn, type SpawnOptions } from 'node:child_process'
import type { LoadHost } from '../concepts/settings.ts'
import type { LoadHostUse } from '../concepts/run.ts'
import type { GeneratorEvent, LoadCommand, LoadTarget } from './load.ts'

/** The first message to the bridge. env: of the child; artillery: the script, by its real path here */
export interface RemoteStart extends LoadHost {
  nodeFlags: string[]
  artillery: string
  args: string[]
  env: Record<string, string>
}

/** beat: says that somebody is there, and when, and wants the same; reach: loads begin, whose apps listen there */
export type RemoteCommand =
  | { file: string; base64: string }
  | { start: Omit<RemoteStart, keyof LoadHost>; cwd: string }
  | { command: LoadCommand }
  | { reach: LoadTarget[] }
  | { beat: number }

/** What that machine sees of a load. */
export type SeenThere = Pick<LoadHostUse, 'roundTripMs' | 'resent' | 'link' | 'machine'>

/**
 * seen: with the last event of a load; text: as latin1, so that any bytes stay the same; problem: why it can't go on;
 * ended: with this code, and this log; beat: as it came
 */
export type RemoteNews =
  | { event: GeneratorEvent; seen: SeenThere | undefined }
  | { file: string; text: string }
  | { reached: true }
  | { problem: string }
  | { ended: number; log: string }
  | { beat: number; atMs: number }

/** Whether nothing of a load follows. */
export const isLast = ({ event }: GeneratorEvent) => ['round', 'made', 'stopped'].includes(event)

/** How often both say that they are there, and after how long without a word of the other each of them ends. */
export const beatMs = 2000
export const silenceMs = 10_000

/** Nobody is asked for anything, and a network that is gone is noticed. All else is as the user's own ssh has it. */
const options = ['BatchMode=yes', 'ConnectTimeout=10', 'ServerAliveInterval=3', 'ServerAliveCountMax=3']

/** On the other machine, in words of its shell: where it keeps what loads need. */
export const cache = '"${XDG_CACHE_HOME:-$HOME/.cache}/artillery-plugin-speedup"'

/** @param script for sh, in a line, without single quotes: whatever shell a user has there passes it on */
export const startSsh = (host: string, script: string, how: SpawnOptions) =>
  spawn('ssh', [...options.flatMap((option) => ['-o', option]), '-T', '--', host, `sh -c '${script}'`], how)
