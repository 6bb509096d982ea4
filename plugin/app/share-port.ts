// Loaded into every worker of mode reuse-port, before the app: whatever TCP port it listens on, others may listen on, too.
import { Server } from 'node:net'

const { listen } = Server.prototype

/** @param args in all the forms that `listen` takes */
Server.prototype.listen = function (this: Server, ...args: any[]) {
  return listen.apply(this, shared(args) as any)
}

function shared([first, ...rest]: any[]) {
  if (isPort(first)) {
    // After the port: [host], [backlog], [callback].
    const [host, backlog, callback] = ['string', 'number', 'function'].map((type) => rest.find((arg) => typeof arg === type))
    return [{ port: first, reusePort: true, ...(host !== undefined && { host }), ...(backlog !== undefined && { backlog }) }, callback]
  }
  // A path, a handle and a file descriptor are no port.
  if (typeof first === 'object' && first !== null && isPort(first.port)) return [{ ...first, reusePort: true }, ...rest]
  return [first, ...rest]
}

/** With port 0 each would get one of its own. */
function isPort(value: unknown) {
  return (typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))) && Number(value) !== 0
}
