import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { runningAt } from './app.ts'
import { passMark } from '../../plugin/record/samples.ts'
import { runScript } from './run-script.ts'

const appFile = fileURLToPath(new URL('./known-delay-app.js', import.meta.url))

/**
 * Starts the app that knows how long it waited, for one user who asks again and again: nothing waits for anything but
 * it.
 *
 * @param headMs it waits before the head of an answer, and bodyMs before the body's end
 * @returns asks a number of times and tells what requests took beyond what the app says that it waited, in ms, in order
 */
export async function startKnownDelays({ headMs, bodyMs }: { headMs: number; bodyMs: number }) {
  const child = fork(appFile, [headMs, bodyMs].map(String))
  const [{ port }] = await once(child, 'message')
  return {
    async beyondMs(client: 'auto' | 'artillery', requests: number): Promise<number[]> {
      const scenario = { flow: [{ loop: [{ get: { url: '/' } }], count: requests }] }
      const { samples: lines } = await runScript(
        { name: 'one user who asks again and again', users: 1, anonymous: true, scenario, running: runningAt(port) },
        client
      )
      const samples = lines.filter(([, , , , , request]) => request !== passMark)
      child.send('told')
      const [waitedMs] = await once(child, 'message')
      if (samples.some(([, , outcome]) => outcome !== '200')) throw new Error('a request failed')
      if (waitedMs.length !== requests || samples.length !== requests)
        throw new Error('not as many answers as requests')
      return samples.map(([, latency], i) => Number(latency) - waitedMs[i])
    },
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    }
  }
}
