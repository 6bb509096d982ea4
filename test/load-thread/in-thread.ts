import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Starts a thread of the folder fixtures, and ends it. @returns what it posts first */
export async function postedBy(name: string, workerData: unknown): Promise<any> {
  const thread = new Worker(new URL(`./fixtures/${name}.ts`, import.meta.url), { workerData })
  const exited = once(thread, 'exit')
  try {
    const [posted] = await once(thread, 'message')
    return posted
  } finally {
    await thread.terminate()
    await exited
  }
}
