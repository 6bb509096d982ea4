import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {object} ServerProcess
 * @property {string} url
 * @property {number} port
 * @property {import('node:child_process').ChildProcess} child
 * @property {() => string} output what it has written to stdout
 * @property {Promise<Ending>} ended
 */

/**
 * @typedef {object} Ending
 * @property {number | null} code
 * @property {string | null} signal
 * @property {string} stdout
 * @property {string} stderr
 */

export const serverFile = fileURLToPath(new URL('../../fixtures-app/server.js', import.meta.url))

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * The app as a user starts it, once it has said that it listens.
 *
 * @param {string[]} [nodeArguments] what Node is to run instead of the app
 * @returns {Promise<ServerProcess>}
 */
export async function startServer(nodeArguments = [serverFile]) {
  const port = await findFreePort()
  const { child, output, ended } = runNode(nodeArguments, { PORT: String(port) })
  const failed = ended.then(({ code, stderr }) => {
    throw new Error(`The server ended with ${code}: ${stderr}`)
  })
  while (!output().includes('listens on')) {
    await Promise.race([once(/** @type {NodeJS.EventEmitter} */ (child.stdout), 'data'), failed])
  }
  // Its end is only a failure until here.
  failed.catch(() => {})
  return { url: `http://127.0.0.1:${port}`, port, child, output, ended }
}

/**
 * @param {string[]} nodeArguments
 * @param {Record<string, string>} env
 */
export function runNode(nodeArguments, env) {
  const child = spawn(process.execPath, nodeArguments, {
    // HOST, as some shells export one.
    env: { ...process.env, HOST: '127.0.0.1', ...env }
  })
  running.add(child)
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  /** @type {Promise<Ending>} */
  const ended = once(child, 'close').then(([code, signal]) => {
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

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
