import { readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { refuse } from '../concepts/errors.ts'
import type { Options } from '../concepts/options.ts'
import { list } from '../concepts/wording.ts'
import { findArtillerysHttp, type Params } from '../load-thread/lean/artillerys-http.ts'
import { isFile } from '../settings/read-app.ts'
import { requestNames } from '../settings/read-flow.ts'
import { readSettings } from '../settings/read-settings.ts'
import { isMap } from '../settings/shapes.ts'
import { findScript, type Project } from './read-project.ts'
import { userOf, type Means } from './scenario-user.ts'

const usualSteps = 100
/** A line of the console holds so many. */
const mostShown = 6

/**
 * Of several scenarios, the first ones.
 *
 * @param artillery any file of Artillery's, whose templates and captures are used; steps: of all users, at most
 * @throws SpeedupError
 */
export async function readScenario(file: string, artillery: string, project: Project, steps = usualSteps) {
  const { Engine, tools } =
    findArtillerysHttp(artillery) ?? refuse('This version of Artillery keeps its client in an unknown place.')
  const scriptFile = resolve(file)
  const folder = dirname(scriptFile)
  const script = readScript(file)
  const known = { $env: process.env, $processEnvironment: process.env, $dirname: folder, $scenarioFile: scriptFile }
  const config: Params = tools.template(script.config, { vars: known })
  const { plugins, processor } = config
  const settings = readSettings({
    script: { ...script, config },
    scriptFile,
    configFile: scriptFile,
    workingDirectory: process.cwd(),
    env: process.env
  })
  const ecosystem = settings.variants.map((own) => own.ecosystem).find((own) => own !== null)
  const functions = await functionsOf(processor, folder)
  const variables = variablesOf(config, folder, artillery)
  const means: Means = { config: { ...config, processor: functions }, variables, Engine }
  let left = steps
  const scenarios: Params[] = script.scenarios
  const asked = scenarios.filter(({ flow }, i) => (left -= requestNames(flow).length) >= 0 || i === 0)
  const names = asked.flatMap(({ flow }) => requestNames(flow)).slice(0, steps)
  const more = names.length - mostShown
  const ofAll = asked.length < scenarios.length ? ` (${asked.length} of ${scenarios.length} scenarios)` : ''
  return {
    settings,
    told: list([...names.slice(0, mostShown), ...(more > 0 ? [`${more} more`] : [])]) + ofAll,
    name: relative(project.folder, settings.app.script ?? ecosystem?.file ?? scriptFile),
    folder: project.folder,
    options: plugins.speedup as Options,
    passes: asked.map((scenario) => userOf(scenario, means, steps))
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
  for (const { path, fields = [], name, loadAll, skipHeader, delimiter = ',', options } of [
    payload
  ].flat() as Params[]) {
    const file = resolve(folder, path)
    if (!isFile(file)) refuse(`config.payload names ${path}, but there is no file ${file}.`)
    // As Artillery reads them, with the package that it brings.
    const usual = { skip_empty_lines: true, cast: true, from_line: skipHeader ? 2 : 1, delimiter }
    const [cells = []] = parseRows(readFileSync(file, 'utf8'), { ...usual, ...options })
    const row = Object.fromEntries(fields.map((field: string, i: number) => [field, cells[i]]))
    Object.assign(first, loadAll ? { [name]: [row] } : row)
  }
  for (const [name, value] of Object.entries(variables ?? {})) first[name] = [value].flat()[0]
  return first
}

/** @throws SpeedupError it can't be loaded here */
async function functionsOf(processor: string | undefined, folder: string): Promise<Record<string, Function>> {
  if (processor === undefined) return {}
  try {
    const found = await import(pathToFileURL(findScript(folder, processor) ?? resolve(folder, processor)).href)
    const all = Object.entries<any>({ ...found.default, ...found })
    return Object.fromEntries(
      all.map(([name, hook]) => [name, hook?.constructor.name === 'Function' ? told(hook) : hook])
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
