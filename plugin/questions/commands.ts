import type { Command, InsteadOfSpeed } from '../commands/command.ts'

type Commands = Record<string, () => Promise<Command>>

/** Rows of the table of commands in cli.ts: of an app as it is. */
export const commandsOfApps: Commands = {
  doctor: async () => (await import('./doctor/commands.ts')).doctor,
  growth: async () => (await import('./growth/commands.ts')).growth,
  tune: async () => (await import('./tune/commands.ts')).tune
}

/** Of its commits. */
export const commandsOfCommits: Commands = { bisect: async () => (await import('./bisect/commands.ts')).bisect }

export const insteadOfSpeed: (() => Promise<InsteadOfSpeed>)[] = [
  async () => (await import('./growth/commands.ts')).growthInstead
]
