import { Agent } from 'node:http'
import { askApp } from './ask-app.js'

/**
 * @typedef {object} AnswerTimes
 * @property {number} medianMs of answers to one user who asks again and again
 * @property {number} perSecond answers to 20 such users at once
 * @property {Record<string, number>} failures status or problem -> count, among the answers to the 20
 */

const warmUps = 5
const asked = 20
const users = 20
const mostTogether = 1000

/**
 * @param {{ hostname: string, port: number, path: string, aloneSeconds?: number, togetherSeconds?: number }} what seconds:
 *   at most
 * @param {AbortSignal} signal
 * @returns {Promise<AnswerTimes>}
 */
export async function measureAnswers({ aloneSeconds = 3, togetherSeconds = 2, ...what }, signal) {
  const agent = new Agent({ keepAlive: true })
  try {
    const medianMs = await askAlone({ ...what, agent, seconds: aloneSeconds }, signal)
    const together = await askTogether({ ...what, agent, seconds: togetherSeconds }, signal)
    // Where hardly one answer came in the time, one user knows more than twenty.
    return { medianMs, ...together, perSecond: Math.max(together.perSecond, 1000 / medianMs) }
  } finally {
    agent.destroy()
  }
}

/**
 * @param {{ hostname: string, port: number, path: string, agent: Agent, seconds: number }} what
 * @param {AbortSignal} signal
 */
async function askAlone({ seconds, ...what }, signal) {
  /** @type {number[]} */
  const latenciesMs = []
  const end = performance.now() + seconds * 1000
  for (let i = 0; i < warmUps + asked && (performance.now() < end || i === 0); i++) {
    const begun = performance.now()
    await askApp(what, signal)
    signal.throwIfAborted()
    latenciesMs.push(performance.now() - begun)
  }
  const counted = latenciesMs.slice(Math.min(warmUps, latenciesMs.length - 1)).sort((a, b) => a - b)
  return counted[counted.length >> 1]
}

/**
 * @param {{ hostname: string, port: number, path: string, agent: Agent, seconds: number }} what
 * @param {AbortSignal} signal
 */
async function askTogether({ seconds, ...what }, signal) {
  const begun = performance.now()
  const enough = AbortSignal.timeout(seconds * 1000)
  const until = AbortSignal.any([signal, enough])
  /** @type {Record<string, number>} */
  const failures = {}
  let sent = 0
  let answers = 0
  const ask = async () => {
    while (!until.aborted && sent++ < mostTogether) {
      const { status, said } = await askApp(what, until)
      if (until.aborted) return
      answers++
      if (status === null || status >= 400) failures[status ?? said] = (failures[status ?? said] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: users }, ask))
  signal.throwIfAborted()
  return { perSecond: (1000 * answers) / (performance.now() - begun), failures }
}
