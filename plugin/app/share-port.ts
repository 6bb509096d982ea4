// Loaded into every worker of mode reuse-port, before the app: whatever TCP port it listens on, others may listen on, too.
import { Server } from 'node:net'

const { listen } = Server.prototype

/** @param args in all the forms that `listen` takes */
Server.prototype.listen = function (this: Server, ...args: any[]) {
  return listen.apply(this, shared(args) as any)
}

function shared([first, ...rest]: any[]) {
  if (isPort(first)) return [{ port: first, ...named(rest), reusePort: true }, ...rest.filter((one) => typeof one === 'function')]
  // A path, a handle and a file descriptor are nobody's port.
  if (typeof first === 'object' && first !== null && isPort(first.port)) return [{ ...first, reusePort: true }, ...rest]
  return [first, ...rest]
}

/** With port 0 each would get one of its own. */
function isPort(given: unknown) {
  return (typeof given === 'number' || (typeof given === 'string' && /^\d+$/.test(given))) && Number(given) !== 0
}

/** @param args after the port: [host], [backlog], [callback] */
function named(args: any[]) {
  const host = args.find((one) => typeof one === 'string')
  const backlog = args.find((one) => typeof one === 'number')
  return { ...(host === undefined ? {} : { host }), ...(backlog === undefined ? {} : { backlog }) }
}
