import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../support/project.ts'

export const serverFile = fileURLToPath(new URL('../../fixtures-app/server.js', import.meta.url))

const running: Set<ChildProcess> = new Set()

/**
 * The app as a user starts it, once it has said that it listens.
 *
 * @param nodeArguments what Node is to run instead of the app
 */
export async function startServer(nodeArguments: string[] = [serverFile]) {
  const port = await freePort()
  const server = runNode(nodeArguments, { PORT: String(port) })
  const failed = server.ended.then(({ code, stderr }) => Promise.reject(new Error(`The server ended with ${code}: ${stderr}`)))
  while (!server.output().includes('listens on')) await Promise.race([once(server.child.stdout, 'data'), failed])
  // Its end is only a failure until here.
  failed.catch(() => {})
  return { ...server, url: `http://127.0.0.1:${port}`, port }
}

/** @returns output: what it has written to stdout so far */
export function runNode(nodeArguments: string[], env: Record<string, string>) {
  // HOST, as some shells export one.
  const child = spawn(process.execPath, nodeArguments, { env: { ...process.env, HOST: '127.0.0.1', ...env } })
  running.add(child)
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child)
    return { code: code as number | null, signal: signal as string | null, stdout, stderr }
  })
  return { child, output: () => stdout, ended }
}

/** For after hooks: nothing outlives its test, whatever went wrong in it. */
export async function endAllServers() {
  await Promise.all([...running].map((child) => {
    child.kill('SIGKILL')
    return once(child, 'close')
  }))
}
