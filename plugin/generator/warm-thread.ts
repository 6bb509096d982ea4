import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { devNull } from 'node:os'
import type { RunOrder } from '../messages/load.ts'

/** After which V8 has compiled what a request takes: the CPU of one falls no more (`npm run bench clients`). */
const warmSeconds = 0.8
const users = 4

/** A server of a moment, which answers whatever it is asked. */
export async function openThrowAway() {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    close() {
      server.close()
      server.closeAllConnections()
    }
  }
}

/**
 * The load of a script, without code of others and without what an answer of that server can't give: a load thread that
 * has just begun takes three times the CPU for each request until V8 has compiled what it does.
 *
 * @param order of the thread's first load
 * @returns null: nothing is left of it that could be sent there
 */
export function warmUpOf(script: any, order: RunOrder, port: number) {
  const url = `http://127.0.0.1:${port}`
  const { config } = script
  // A script in TypeScript is code itself.
  if (config === undefined || script.__transpiledTypeScriptPath !== undefined) return null
  const scenarios = (script.scenarios ?? [])
    .filter((scenario: any) => (scenario.engine ?? config.engine ?? 'http') === 'http')
    .map((scenario: any) => ({ ...without(hooks, scenario), flow: harmless(scenario.flow ?? []) }))
    .filter(({ flow }: any) => flow.length > 0)
  if (scenarios.length === 0) return null
  const { 'metrics-by-endpoint': own, speedup = {} } = config.plugins ?? {}
  const plugins = { speedup, ...(own && { 'metrics-by-endpoint': own }) }
  const phases = [{ duration: '100ms', arrivalCount: users }]
  return {
    order: {
      ...order,
      samplesFile: devNull,
      telemetryFile: devNull,
      answersFile: null,
      targets: [{ url, hostname: '127.0.0.1', port }],
      strays: [],
      warmUpSeconds: 0,
      loadSeconds: warmSeconds,
      inTurns: false,
      askOncePhase: undefined,
      arrivalsPerSecond: undefined,
      share: undefined
    },
    script: {
      ...script,
      config: { ...without(['processor', 'engines'], config), plugins, phases, target: url },
      scenarios
    },
    phases
  }
}

const hooks = ['beforeScenario', 'afterScenario', 'beforeRequest', 'afterResponse', 'onError']
/** Of a request: what needs code of others, or another answer. */
const needs = [...hooks, 'capture', 'match', 'expect', 'ifTrue', 'probability', 'cookie', 'auth', 'followRedirect']

const without = (keys: string[], { ...object }: any) => {
  for (const key of keys) delete object[key]
  return object
}

/** @returns the requests of a flow, one after the other, at paths of the server of a moment */
function harmless(flow: any[]): object[] {
  return flow.flatMap((step: any) => {
    const inside = step.loop ?? step.parallel
    if (Array.isArray(inside)) return harmless(inside)
    return Object.entries<any>(step).flatMap(([method, params]) => {
      const url = params?.url ?? params?.uri
      if (typeof url !== 'string') return []
      const { uri: _, ...request } = without(needs, params)
      return { [method]: { ...request, url: url.startsWith('/') ? url : '/' } }
    })
  })
}
