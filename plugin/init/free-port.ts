import { createServer } from 'node:net'
import { isListening } from '../variants/port.ts'

/** @returns the first free port from there on */
export async function nextFreePort(from: number): Promise<number> {
  for (let port = from; port <= 65_535; port++) {
    if (await isFree(port)) return port
  }
  return nextFreePort(1024)
}

/** @returns one that no app would choose by itself */
export function uncommonPort(): Promise<number> {
  return nextFreePort(20_000 + Math.floor(Math.random() * 10_000))
}

/** @returns whether a server could listen there, on every address of this machine */
export async function isFree(port: number): Promise<boolean> {
  if (await isListening({ hostname: '127.0.0.1', port })) return false
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}
