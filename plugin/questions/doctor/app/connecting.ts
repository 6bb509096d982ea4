import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Unseen } from '../../../app/pass.ts'
import type { Target } from '../../../concepts/settings.ts'

const patienceMs = 10_000
const lookMs = 5
/** From outside: until a primary has handed a connection on; and for anybody to accept it whom we can see. */
const [handOnMs, outsideMs] = [20, 2000]
const mostTries = 50
/** Some seconds long: others may not have started yet. */
const mostAlike = 50

/** @param whoAccepted their PID; undefined: nobody yet. isOutside: it is the kernel that says so, at any moment */
export function connecting(
  { hostname, port }: Target,
  { whoAccepted, isOutside }: { whoAccepted: (socket: Socket) => string | undefined; isOutside: boolean },
  signal: AbortSignal
) {
  const spare: { socket: Socket; worker: string }[] = []
  let wanted: string[] = [] // empty: all
  const open = async (to = port) => {
    const socket = connect(to, hostname)
    socket.on('error', () => {})
    await once(socket, 'connect', { signal })
    return socket
  }
  /** @returns empty: unknown */
  const ownerOf = async (socket: Socket) => {
    const [pauseMs, forMs] = isOutside ? [handOnMs, outsideMs] : [lookMs, patienceMs]
    let before: string | undefined
    for (const begun = performance.now(); performance.now() - begun < forMs;) {
      await delay(pauseMs, undefined, { signal })
      const owner = whoAccepted(socket)
      if (owner !== undefined && (!isOutside || owner === before)) return owner
      before = owner
    }
    return ''
  }
  const openSpare = async () => {
    const socket = await open()
    const worker = await ownerOf(socket)
    if (wanted.length === 0 || wanted.includes(worker)) spare.push({ socket, worker })
    else socket.destroy()
    return worker
  }
  const takeSpare = (worker: string) => {
    const at = spare.findIndex((each) => each.worker === worker && !each.socket.destroyed)
    return at < 0 ? undefined : spare.splice(at, 1)[0].socket
  }
  const close = () => spare.splice(0).forEach(({ socket }) => socket.destroy())
  /** As the kernel or the primary deals them out, until it is this worker's turn; of undefined: any. @throws Unseen */
  const connectTo = async (worker: string | undefined) => {
    if (worker === undefined) return open()
    for (let tries = 0; tries < mostTries; tries++) {
      const socket = takeSpare(worker)
      if (socket !== undefined) return socket
      if ((await openSpare()) === '') break
    }
    throw new Unseen('it is unknown which of its processes accepts a connection')
  }
  return {
    open,
    connectTo,
    close,
    /** A connection to each of them, for later, after which it has noted what it made as it started. @throws Unseen */
    async reach(workers: string[]) {
      const reached: typeof spare = []
      for (const worker of workers) reached.push({ socket: await connectTo(worker), worker })
      spare.push(...reached)
    },
    /** @returns who accepts a connection to this port; empty: unknown */
    async acceptor(port: number) {
      const socket = await open(port)
      return ownerOf(socket).finally(() => socket.destroy())
    },
    /** @returns the first ones that accept connections, at most so many */
    async findWorkers(most: number) {
      const found = new Set<string>()
      for (let i = 0; found.size < most && i < mostAlike && !found.has(''); i++) found.add(await openSpare())
      // An app that leaves waits for them.
      close()
      found.delete('')
      wanted = [...found]
      return wanted
    }
  }
}
