import type { ParityScript } from './run-script.ts'

type Step = Record<string, unknown>

/** @returns a step that gets it */
export function to(url: string, more: Step = {}) {
  return { get: { url, ...more } }
}

/** @param name what it is about */
export function asking(name: string, flow: Step[], hooks: Record<string, string | string[]> = {}, more: Partial<ParityScript> = {}): ParityScript {
  return { name, scenario: { ...hooks, flow }, ...more }
}
