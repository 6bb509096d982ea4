import { clientNames } from '../wording.ts'
import type { ClientUse, ScenarioResult } from '../vocabulary.ts'

/** @returns such as "Artillery's client: it uploads files (formData)" */
export function clientWords({ name, because }: ClientUse): string {
  return because === null ? clientNames[name] : `${clientNames[name]}: ${because}`
}

/** @returns lines for a console: one; none where it is not known */
export function clientLines(client: ScenarioResult['client']): string[] {
  return client === null ? [] : [`  loaded by    ${clientWords(client)}`]
}

/** @returns a sentence about the load generator; empty where it is not known */
export function clientSentence(client: ScenarioResult['client']): string {
  if (client === null) return ''
  if (client.because === null) return `Its requests were sent by ${clientNames[client.name]}.`
  return `Its requests were sent by ${clientNames[client.name]}, which takes more CPU than the lean one, because of this: ${client.because}.`
}
