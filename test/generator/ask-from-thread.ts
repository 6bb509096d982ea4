import { readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Answer } from '../../plugin/concepts/run.ts'

/** one request, each after the one before */
export interface Asked {
  path: string
  port?: number // the target's unless it says otherwise
  method?: string
  headers?: Record<string, string>
  read?: 'at once' | 'late' | 'after its connection was closed' | 'never' | 'no listener' // the body
}

/**
 * Asks from a thread of its own, as Artillery does, and ends it.
 *
 * @param what file: for the answers
 * @returns bodies: that the thread read; text: of the file
 */
export async function askFromThread(what: { target: { hostname: string, port: number }, file: string, asked: Asked[] }): Promise<{ bodies: string[], answers: Answer[], text: string }> {
  writeFileSync(what.file, '')
  const thread = new Worker(new URL('./fixtures/asking-thread.ts', import.meta.url), { workerData: what })
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
