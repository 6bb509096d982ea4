// Loaded into an Artillery that makes its load on this machine, before Artillery itself. Artillery 2.0.34 has no list
// of its commands, so it loads them all, with the clients of AWS and Azure: a second of computing and 100 MB, for what
// is never called here.
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/** Each has one export, a class. What a later Artillery has elsewhere is loaded as ever. */
const unused =
  /\/artillery\/dist\/lib\/(?:platform\/(?:aws-lambda\/index|az\/aci)|(cmds)\/(?:run-fargate|run-lambda|run-aci|dino|ping|quick|report))\.js$/
const nothing = 'export default class {}'
const noCommand = `import { Command } from ${JSON.stringify('@oclif/core')}
export default class extends Command { async run() {} }`

if (isMainThread)
  registerHooks({
    load(url, context, next) {
      const found = unused.exec(url)
      if (found === null) return next(url, context)
      return { format: 'module', source: found[1] === undefined ? nothing : noCommand, shortCircuit: true }
    }
  })
