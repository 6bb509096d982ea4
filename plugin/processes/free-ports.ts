import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/**
 * @returns a port from 20000 to 32767: from these, the system deals out none, as it might to an outgoing connection or
 * to anybody's server
 */
export const anyPort = () => randomInt(20_000, 32_768)

/** @returns a server that holds the port; rejects: nobody can listen there */
export async function holdPort(port: number, hostname?: string) {
  const server = createServer().listen(port, hostname)
  await once(server, 'listening')
  return server
}

export const release = (server: Server) => once(server.close(), 'close')

/** @param hostname left out: every address of this machine */
export const canListen = (port: number, hostname?: string) =>
  holdPort(port, hostname)
    .then(release)
    .then(
      () => true,
      () => false
    )
