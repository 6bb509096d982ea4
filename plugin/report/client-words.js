import { clientNames } from '../wording.js'
/** @import { ClientUse, ScenarioResult } from '../vocabulary.js' */

/**
 * @param {ClientUse} client
 * @returns {string} such as "Artillery's client: it uploads files (formData)"
 */
export function clientWords({ name, because }) {
  return because === null ? clientNames[name] : `${clientNames[name]}: ${because}`
}

/**
 * @param {ScenarioResult['client']} client
 * @returns {string[]} lines for a console: one; none where it is not known
 */
export function clientLines(client) {
  return client === null ? [] : [`  loaded by    ${clientWords(client)}`]
}

/**
 * @param {ScenarioResult['client']} client
 * @returns {string} a sentence about the load generator; empty where it is not known
 */
export function clientSentence(client) {
  if (client === null) return ''
  if (client.because === null) return `Its requests were sent by ${clientNames[client.name]}.`
  return `Its requests were sent by ${clientNames[client.name]}, which takes more CPU than the lean one, because of this: ${client.because}.`
}
