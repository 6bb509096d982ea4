import type { InsteadOfSpeed } from '../commands/command.ts'

/** Each module has a command of that name. */
export type CommandModules = Record<string, () => Promise<object>>

/** Rows of the table of commands in cli.ts: of an app as it is. */
export const commandsOfApps: CommandModules = {
  doctor: () => import('./doctor/commands.ts'),
  growth: () => import('./growth/commands.ts'),
  tune: () => import('./tune/commands.ts')
}

/** What `against` compares in place of speed, by the option that asks for it. */
export const insteadOfSpeed: Record<string, () => Promise<InsteadOfSpeed>> = {
  growth: async () => (await import('./growth/commands.ts')).growthInstead
}

/** Of versions of it. */
export const commandsOfVersions: CommandModules = {
  against: async () => ({ against: (await import('./commits/commands/against.ts')).against(insteadOfSpeed) }),
  bisect: () => import('./commits/commands/bisect.ts')
}
