import type { Command, InsteadOfSpeed } from '../commands/command.ts'

type Commands = Record<string, () => Promise<Command>>

/** Rows of the table of commands in cli.ts: of an app as it is. */
export const commandsOfApps: Commands = {
  doctor: async () => (await import('./doctor/commands.ts')).doctor,
  growth: async () => (await import('./growth/commands.ts')).growth,
  tune: async () => (await import('./tune/commands.ts')).tune
}

/** What `against` compares in place of speed, by the option that asks for it. */
export const insteadOfSpeed: Record<string, () => Promise<InsteadOfSpeed>> = {
  growth: async () => (await import('./growth/commands.ts')).growthInstead
}

/** Of versions of it. */
export const commandsOfVersions: Commands = {
  against: async () => (await import('./commits/commands/against.ts')).against(insteadOfSpeed),
  bisect: async () => (await import('./commits/commands/bisect.ts')).bisect
}
