import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

interface ServerProcess {
  url: string
  port: number
  child: import('node:child_process').ChildProcess
  output: () => string // what it has written to stdout
  ended: Promise<Ending>
}

interface Ending {
  code: number | null
  signal: string | null
  stdout: string
  stderr: string
}

export const serverFile = fileURLToPath(new URL('../../fixtures-app/server.js', import.meta.url))

const running: Set<import('node:child_process').ChildProcess> = new Set()

/**
 * The app as a user starts it, once it has said that it listens.
 *
 * @param nodeArguments what Node is to run instead of the app
 */
export async function startServer(nodeArguments: string[] = [serverFile]): Promise<ServerProcess> {
  const port = await findFreePort()
  const { child, output, ended } = runNode(nodeArguments, { PORT: String(port) })
  const failed = ended.then(({ code, stderr }) => {
    throw new Error(`The server ended with ${code}: ${stderr}`)
  })
  while (!output().includes('listens on')) {
    await Promise.race([once(child.stdout as NodeJS.EventEmitter, 'data'), failed])
  }
  // Its end is only a failure until here.
  failed.catch(() => {})
  return { url: `http://127.0.0.1:${port}`, port, child, output, ended }
}

export function runNode(nodeArguments: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, nodeArguments, {
    // HOST, as some shells export one.
    env: { ...process.env, HOST: '127.0.0.1', ...env }
  })
  running.add(child)
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  const ended: Promise<Ending> = once(child, 'close').then(([code, signal]) => {
    running.delete(child)
    return { code, signal, stdout, stderr }
  })
  return { child, output: () => stdout, ended }
}

/** For after hooks: nothing outlives its test, whatever went wrong in it. */
export async function endAllServers() {
  await Promise.all(
    [...running].map(async (child) => {
      child.kill('SIGKILL')
      await once(child, 'close')
    })
  )
}

/** Below 32768, as the system gives higher ones to outgoing connections at any moment. */
export async function findFreePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
