import { randomInt, randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Params } from '../load-thread/lean/artillerys-http.ts'
import { cookiesOf, Unseen, type Answer, type Pass } from '../app/pass.ts'

/** Engine: Artillery's, for HTTP; config: of the script, with the functions of its processor */
export interface Means {
  config: Params
  variables: Params // that each user begins with
  Engine: any
}

/**
 * A user of a scenario, by Artillery's own engine, which asks a server of ours that hands on to the worker whose turn it
 * is. It does not pause, goes through each loop once, and ends after so many requests.
 */
export const userOf = (scenario: Params, { config, variables, Engine }: Means, steps: number): Pass =>
  async function (ask) {
    const captures = [...JSON.stringify(scenario).matchAll(/"as":"(\w+)"/g)].map(([, name]) => name)
    const cookies = new Set<string>()
    let sent = 0
    let problem: unknown = null
    const handOn = async (asked: IncomingMessage) => {
      const { host: _host, connection: _own, 'accept-encoding': _packed, ...headers } = asked.headers
      const { method = '', url: path = '' } = asked
      const request = {
        method,
        path,
        headers: headers as Record<string, string>,
        body: Buffer.concat(await asked.toArray())
      }
      const captured = captures.filter((name) => name in context.vars).map((name) => `the ${name}`)
      const answer = await ask({ request, given: [...cookies, ...captured] })
      for (const { name } of cookiesOf(answer)) cookies.add(`the cookie ${name}`)
      return answer
    }
    const server = createServer((request, response) => {
      if (sent++ >= steps) return response.destroy()
      const answerAs = ({ status, headers: { 'transfer-encoding': _, ...headers }, body }: Answer) =>
        response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
      return handOn(request).then(answerAs, (error) => {
        problem = error
        response.destroy()
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const own = JSON.parse(JSON.stringify(scenario).replaceAll(config.target, target))
    const { env } = process
    const vars: Params = { ...variables, target, $env: env, $processEnvironment: env, $uuid: randomUUID() }
    const context = { vars, funcs, scenario }
    const engine = new Engine({ config: { ...config, target } })
    const events = new EventEmitter().on('error', () => {})
    try {
      await engine.init()
      await engine.createScenario({ ...own, flow: hurried(own.flow) }, events)(context)
    } catch (error) {
      const { message } = error as Error
      // As with Artillery, that is this user's end.
      if (sent <= steps && !message.startsWith('Failed capture')) problem ??= new Unseen(`a user ends (${message})`)
    } finally {
      server.close()
      server.closeAllConnections()
    }
    if (problem !== null) throw problem
  }

const hurried = (flow: Params[]): Params[] =>
  flow.flat().flatMap((step) => {
    if (step.think !== undefined || step.log !== undefined) return []
    const { loop, over, parallel } = step
    if (loop) return { ...step, loop: hurried(loop), count: 1, over: Array.isArray(over) ? over.slice(0, 1) : over }
    return parallel ? hurried(parallel) : step
  })

const letters = 'abcdefghijklmnopqrstuvwxyz'
/** As Artillery has them for templates. */
const funcs = {
  $randomNumber: (least: number, most: number) => randomInt(least, most + 1),
  $randomString: (length = 10) => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}
