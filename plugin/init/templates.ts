import { dirname, join, relative } from 'node:path'
import { inspect } from 'node:util'
import { applying, joinParts } from '../concepts/wording.ts'
import { kindOf, parsed, plainQuery, type Content, type Typed } from './requests.ts'
import { findPackage, scenarioPath, type Project } from './read-project.ts'
import type { Trial } from './try-app.ts'

export const compareCommand = `npx artillery run ${scenarioPath}`

const yamlQuery = `{ query: ${JSON.stringify(plainQuery.query)} }`

/** An Artillery script. */
export function scenarioFileFor(project: Project, trial: Trial) {
  const {
    settings: { target, app, scriptFile },
    obeysPort,
    path: { path, isGraphql },
    variants,
    content: { headers },
    times,
    load,
    readyTimeoutSeconds
  } = trial
  const plugin =
    findPackage(project, 'artillery-plugin-speedup') ?? join(project.folder, 'node_modules/artillery-plugin-speedup')
  const fromFile = (path: string) => relative(dirname(scriptFile), path)
  const sent = Object.entries(headers).map(([name, { written }]) => [name, written])
  const env = Object.entries(app.env).map(([key, value]) => `${yamlText(key)}: ${yamlText(value)}`)
  const lines = applying([
    app.args.length > 0 && `args: [${app.args.map(yamlText).join(', ')}]`,
    app.nodeArgs.length > 0 && `nodeArgs: [${app.nodeArgs.map(yamlText).join(', ')}]`,
    env.length > 0 && `env: { ${env.join(', ')} }`,
    readyTimeoutSeconds && `readyTimeout: ${readyTimeoutSeconds}s`
  ])
  const http = applying([
    load.timeoutSeconds && `timeout: ${load.timeoutSeconds}   # seconds; an answer may take longer than the usual 10`,
    sent.length > 0 && `defaults: { headers: ${JSON.stringify(Object.fromEntries(sent))} }`
  ])
  const script = `${yamlText(fromFile(String(app.script)))}   # a path from this file`
  const pace = `${times.users} users at once ${Math.round(times.perSecond)}`
  return `# yaml-language-server: $schema=${fromFile(join(plugin, 'options.schema.json'))}
#
# Is this ${`${project.framework} app`.trim()} faster as a cluster than as one process? To find out: ${compareCommand}
# Written by \`artillery-speedup\`, which ran the app to find what is below. It is yours to change.
config:
  target: ${target.url}   # ${obeysPort ? 'the app is started here: PORT is set to this port' : 'where the app listens, whatever PORT says'}
${http.length === 0 ? '' : `  http:\n${http.map((line) => `    ${line}\n`).join('')}`}\
  plugins:
    speedup:
      app:${lines.length === 0 ? ` ${script}` : [`script: ${script}`, ...lines].map((line) => `\n        ${line}`).join('')}
${variants === null ? '' : `      variants: ${flowText(variants)}\n`}\
      users: ${load.users}   # each sends its next request as soon as it has an answer
      ${load.seconds === null ? '# duration: 8s   # of each run; without it, as long as is best' : `duration: ${load.seconds}s   # of each run, as answers take long`}
${thresholdHint}scenarios:
  - name: ${yamlText(
    path
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .join('-') || 'home'
  )}
    flow:
      # An answer took ${milliseconds(times.medianMs)}, and one process gave ${pace} a second. So that it
      # has no time to spare, they do not pause: each goes through these steps again and again.
${isGraphql ? `      - post: { url: ${JSON.stringify(path)}, json: ${yamlQuery} }   # put a query of your users here\n` : stepsOf(trial)}`
}

/** Where there is no threshold yet. */
export const thresholdHint = `\
      # What the cluster must reach. Set it when you have seen a result or two, to about 0.8 times the speedup: then
      # \`artillery run\` exits with 1 whenever the app falls below, in CI for instance.
      # thresholds: { throughput: 1.2 }
`

/** A login is each user's first step, and of no later pass through the flow. */
function stepsOf({ paths, content, login, session }: Trial) {
  const token = session?.token ?? null
  const bearer = token === null ? {} : { headers: { authorization: 'Bearer {{ token }}' } }
  const first = { ifTrue: '$loopCount == 0', ...(token !== null && { capture: { json: token, as: 'token' } }) }
  const steps = paths.map((path) => stepOf(path, content, bearer))
  return joinParts(
    [login && stepOf(login.path, { method: 'POST', headers: {}, body: login.body }, first), ...steps],
    ''
  )
}

/** more: its keys beside what is sent */
function stepOf(
  url: string,
  { method, headers, body }: Content<Typed>,
  more: { headers?: Record<string, string>; ifTrue?: string }
) {
  const json = parsed(body?.written ?? '')
  const text = json === undefined ? body : null
  const sent = {
    url,
    ...(text !== null ? { body: text.written } : body !== null && { json }),
    ...more,
    ...(text !== null &&
      !('content-type' in headers) && { headers: { 'content-type': kindOf(text.value), ...more.headers } })
  }
  const entries = Object.entries(sent).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return `      - ${method.toLowerCase()}: { ${entries.join(', ')} }\n`
}

const flowText = (map: object) =>
  JSON.stringify(map)
    .replace(/"(\w+)"/g, '$1')
    .replace(/[:,]/g, '$& ')

/** @returns an ES module for mocha, in a folder of the package */
export function mochaTestFor(hasChai: boolean) {
  const own = 'artillery-plugin-speedup'
  const modules = hasChai
    ? { speedup: `${own}/chai`, '{ compareBeforeAll }': `${own}/mocha`, '{ expect, use }': 'chai' }
    : { '{ assertThresholds }': `${own}/assert`, '{ compareBeforeAll }': `${own}/mocha` }
  const imports = Object.entries(modules)
    .map(([names, module]) => `import ${names} from ${inspect(module)}\n`)
    .join('')
  const [assertion, more] = hasChai
    ? [
        'expect(comparison).to.meetItsThresholds()',
        "expect(comparison).to.be.faster({ at: 'p95', by: 1.2 }) and .to.haveNoProblems()"
      ]
    : [
        'assertThresholds(comparison)',
        "assertFaster(comparison, { at: 'p95', by: 1.2 }) and assertNoProblems(comparison)"
      ]
  return `${imports}${hasChai ? '\nuse(speedup)\n' : ''}
describe('the app as a cluster', () => {
  // One comparison for all tests here, made before the first. Rounds go on until it is clear whether it meets these
  // thresholds, which take the place of the file's. Raise them when you have seen a result or two.
  const comparison = compareBeforeAll(new URL('../${scenarioPath}', import.meta.url), { thresholds: { throughput: 0.8 } })

  it('meets its thresholds', () => {
    ${assertion}
  })

  // There is more, such as ${more}.
})
`
}

/** @returns as precise as a first look is */
export const milliseconds = (ms: number) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`

/** YAML would read them as something else than a text. */
const words = /^(?:true|false|yes|no|on|off|null|y|n)$/i

/** @returns as YAML for the inside of a list or a map; what JSON quotes, YAML reads the same */
export const yamlText = (text: string) =>
  /^(?:\.{0,2}\/|[A-Za-z_])[\w./-]*(?: [\w./-]+)*$/.test(text) && !words.test(text) ? text : JSON.stringify(text)
