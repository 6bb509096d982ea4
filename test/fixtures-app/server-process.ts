import { once } from 'node:events'
import { startMarked } from '../support/artillery.ts'
import { freePort, repository } from '../support/project.ts'

export const serverFile = `${repository}fixtures-app/server.js`

const running: Set<ReturnType<typeof startMarked>> = new Set()

/** The app as a user starts it, or what Node is to run instead of it, once it has said that it listens. */
export async function startServer(nodeArguments: string[] = [serverFile]) {
  const port = await freePort()
  const server = runNode(nodeArguments, { PORT: String(port) })
  const failed = server.ended.then(({ code, stderr }) =>
    Promise.reject(new Error(`The server ended with ${code}: ${stderr}`))
  )
  while (!server.printed.stdout.includes('listens on')) await Promise.race([once(server.child.stdout, 'data'), failed])
  // Its end is only a failure until here.
  failed.catch(() => {})
  return { ...server, url: `http://127.0.0.1:${port}`, port }
}

export function runNode(nodeArguments: string[], env: Record<string, string>) {
  // HOST, as some shells export one.
  const server = startMarked([process.execPath, ...nodeArguments], {
    cwd: repository,
    env: { HOST: '127.0.0.1', ...env }
  })
  running.add(server)
  void server.ended.then(() => running.delete(server))
  return server
}

/** For after hooks: nothing outlives its test, whatever went wrong in it. */
export async function endAllServers() {
  for (const { child } of running) child.kill('SIGKILL')
  await Promise.all([...running].map(({ ended }) => ended))
}
