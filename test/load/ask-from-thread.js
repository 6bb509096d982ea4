import { readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
/** @import { Answer } from '../../plugin/vocabulary.js' */

/**
 * @typedef {object} Asked one request, each after the one before
 * @property {string} path
 * @property {number} [port] the target's unless it says otherwise
 * @property {string} [method]
 * @property {Record<string, string>} [headers]
 * @property {'at once' | 'late' | 'after its connection was closed' | 'never' | 'no listener'} [read] the body
 */

/**
 * Asks from a thread of its own, as Artillery does, and ends it.
 *
 * @param {{ target: { hostname: string, port: number }, file: string, asked: Asked[] }} what file: for the answers
 * @returns {Promise<{ bodies: string[], answers: Answer[], text: string }>} bodies: that the thread read; text: of
 *   the file
 */
export async function askFromThread(what) {
  writeFileSync(what.file, '')
  const thread = new Worker(new URL('./fixtures/asking-thread.js', import.meta.url), { workerData: what })
  const exited = new Promise((resolve) => thread.once('exit', resolve))
  try {
    const [bodies] = await once(thread, 'message')
    const text = readFileSync(what.file, 'utf8')
    return { bodies, text, answers: text.split('\n').slice(0, -1).map((line) => JSON.parse(line)) }
  } finally {
    await thread.terminate()
    await exited
  }
}
