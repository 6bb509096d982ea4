import { Server } from 'node:net'
import { harmless } from '../processes/harmless.ts'

type Options = { port: number | string; host?: string; backlog?: number }

/** From now on, servers of this process that want one TCP port listen on another one. */
export const listenElsewhere = (from: number, to: number) =>
  listenOtherwise((options) => (Number(options.port) === from ? { ...options, port: to } : options))

/** @param change of what `listen` gets, in all the forms that it takes, where it names a TCP port */
export function listenOtherwise(change: (options: Options) => Options) {
  const { listen } = Server.prototype
  Server.prototype.listen = function (this: Server, ...args: any[]) {
    return listen.apply(this, (harmless(changed)(args, change) ?? args) as any)
  }
}

function changed([first, ...rest]: any[], change: (options: Options) => Options) {
  if (isPort(first)) {
    // After the port: [host], [backlog], [callback].
    const [host, backlog, callback] = ['string', 'number', 'function'].map((type) =>
      rest.find((arg) => typeof arg === type)
    )
    return [change({ port: first, host, backlog }), callback]
  }
  // A path, a handle and a file descriptor are no port.
  return typeof first === 'object' && first !== null && isPort(first.port) ? [change(first), ...rest] : [first, ...rest]
}

/** With port 0 each gets one of its own. */
const isPort = (value: unknown) => ['number', 'string'].includes(typeof value) && Number(value) > 0
