import { randomInt, randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { readFileSync, realpathSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { cookiesOf, Unseen, type Answer, type Pass } from '../app/pass.ts'
import { refuse } from '../concepts/errors.ts'
import type { Options } from '../concepts/options.ts'
import { list } from '../concepts/wording.ts'
import { findArtillerysHttp, type Params } from '../load-thread/lean/artillerys-http.ts'
import { isFile } from '../settings/read-app.ts'
import { requestNames } from '../settings/read-flow.ts'
import { readSettings } from '../settings/read-settings.ts'
import { isMap } from '../settings/shapes.ts'
import { findScript, type Project } from './read-project.ts'

/** Of all users, and of each. */
const mostSteps = 100
/** A line of the console holds so many. */
const mostShown = 6

/**
 * Of several scenarios, the first ones.
 *
 * @param artillery any file of Artillery's, whose templates and captures are used
 * @throws SpeedupError
 */
export async function readScenario(file: string, artillery: string, project: Project) {
  const { Engine, tools } =
    findArtillerysHttp(artillery) ?? refuse('This version of Artillery keeps its client in an unknown place.')
  const scriptFile = resolve(file)
  const folder = dirname(scriptFile)
  const script = readScript(file)
  const vars = { $env: process.env, $processEnvironment: process.env, $dirname: folder, $scenarioFile: scriptFile }
  const config: Params = tools.template(script.config, { vars })
  const settings = readSettings({
    script: { ...script, config },
    scriptFile,
    configFile: scriptFile,
    workingDirectory: process.cwd(),
    env: process.env
  })
  const ecosystem = settings.variants.map((own) => own.ecosystem).find((own) => own !== null)
  const functions = await functionsOf(config.processor, folder)
  const variables = variablesOf(config, folder, artillery)
  let left = mostSteps
  const scenarios: Params[] = script.scenarios
  const asked = scenarios.filter(({ flow }, i) => (left -= requestNames(flow).length) >= 0 || i === 0)
  const names = asked.flatMap(({ flow }) => requestNames(flow)).slice(0, mostSteps)
  const more = names.length - mostShown
  const ofAll = asked.length < scenarios.length ? ` (${asked.length} of ${scenarios.length} scenarios)` : ''
  return {
    settings,
    told: list([...names.slice(0, mostShown), ...(more > 0 ? [`${more} more`] : [])]) + ofAll,
    name: relative(project.folder, settings.app.script ?? ecosystem?.file ?? scriptFile),
    folder: project.folder,
    options: config.plugins.speedup as Options,
    passes: asked.map((scenario) =>
      userOf(scenario, { config: { ...config, processor: functions }, variables, Engine })
    )
  }
}

function readScript(file: string): Params {
  try {
    const script = parse(readFileSync(file, 'utf8'))
    if (isMap(script) && isMap(script.config) && Array.isArray(script.scenarios)) return script
  } catch (error) {
    refuse(`${file} cannot be read: ${(error as Error).message}`)
  }
  refuse(`${file} is no scenario file: it lacks config, or scenarios.`)
}

/** Of lists and of CSV files, what stands there first. */
function variablesOf({ variables, payload = [] }: Params, folder: string, artillery: string) {
  const first: Params = {}
  const parseRows = createRequire(realpathSync(artillery))('csv-parse/lib/sync')
  for (const { path, fields = [], name, loadAll, skipHeader, delimiter = ',', options } of [payload].flat()) {
    const file = resolve(folder, path)
    if (!isFile(file)) refuse(`config.payload names ${path}, but there is no file ${file}.`)
    // As Artillery reads them, with the package that it brings.
    const [cells = []] = parseRows(readFileSync(file, 'utf8'), {
      skip_empty_lines: true,
      cast: true,
      from_line: skipHeader ? 2 : 1,
      delimiter,
      ...options
    })
    const row = Object.fromEntries(fields.map((field: string, i: number) => [field, cells[i]]))
    Object.assign(first, loadAll ? { [name]: [row] } : row)
  }
  for (const [name, value] of Object.entries(variables ?? {})) first[name] = [value].flat()[0]
  return first
}

/** @throws SpeedupError it can't be loaded here */
async function functionsOf(processor: string | undefined, folder: string) {
  if (processor === undefined) return {}
  try {
    const found = await import(pathToFileURL(findScript(folder, processor) ?? resolve(folder, processor)).href)
    return Object.fromEntries(
      Object.entries<any>({ ...found.default, ...found }).map(([name, hook]) => [
        name,
        hook?.constructor.name === 'Function' ? told(hook) : hook
      ])
    )
  } catch (error) {
    return refuse(`The processor ${processor} cannot be loaded outside of Artillery: ${(error as Error).message}`)
  }
}

/** What a function with a callback throws would end this process, as it would end one of Artillery's. */
const told = (hook: Function) =>
  function (this: unknown, ...args: unknown[]) {
    const done = args.at(-1)
    if (typeof done !== 'function') return hook.apply(this, args)
    try {
      return hook.apply(this, args)
    } catch (error) {
      return done(error)
    }
  }

/** variables: that each user begins with; Engine: Artillery's, for HTTP */
type Means = { config: Params; variables: Params; Engine: any }

/**
 * A user of a scenario, by Artillery's own engine, which asks a server of ours that hands on to the worker whose turn
 * it is. It does not pause, goes through each loop once, and ends after so many requests.
 */
const userOf = (scenario: Params, { config, variables, Engine }: Means): Pass =>
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
      const answer = await ask({ request, given: [...cookies, ...captured], hasCookie: cookies.size > 0 })
      for (const { name } of cookiesOf(answer)) cookies.add(`the cookie ${name}`)
      return answer
    }
    const server = createServer((request, response) => {
      if (sent++ >= mostSteps) return response.destroy()
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
      if (sent <= mostSteps && !message.startsWith('Failed capture')) problem ??= new Unseen(`a user ends (${message})`)
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
