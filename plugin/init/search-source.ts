import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** what a plain search of the source says; nothing of it is certain */
export interface Hints {
  port: number | null // that the app takes when PORT is not set
  paths: string[] // of GET routes without parameters, in the order found, the app's own file first
}

/** Where no app's source lies. Folders that begin with a dot are left out, too. */
const skipped =
  /^(?:\..*|node_modules|tests?|__tests__|spec|e2e|coverage|public|static|assets|docs|examples|reports|scenarios|bower_components)$/
const built = /^(?:dist|build|out|lib)$/
const mostFiles = 400
const mostBytes = 256 * 1024

/** @param script absolute path of the app */
export function searchSource({ folder }: { folder: string }, script: string): Hints {
  const [top, ...inside] = relative(folder, script).split(sep)
  const isOther = (name: string) => skipped.test(name) || (built.test(name) && top !== name)
  const own = top === '..' || [top, ...inside].includes('node_modules') ? [] : [script]
  const files = [...new Set([...own, ...listSources(folder, isOther)])].slice(0, mostFiles)
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  const environment = join(folder, '.env')
  return { port: findPort([existsSync(environment) ? readFileSync(environment, 'utf8') : '', ...texts]), paths: findPaths(texts) }
}

/**
 * @param isOther whether to leave out a folder of this name
 * @returns files before folders
 */
function listSources(folder: string, isOther: (name: string) => boolean): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  const files = entries.filter((entry) => entry.isFile() && /(?<!\.(?:test|spec|d))\.[cm]?[jt]s$/.test(entry.name))
  const folders = entries.filter((entry) => entry.isDirectory() && !isOther(entry.name))
  return [
    ...files.map(({ name }) => join(folder, name)).filter((file) => statSync(file).size <= mostBytes),
    ...folders.flatMap(({ name }) => listSources(join(folder, name), isOther))
  ]
}

/** Such as `process.env.PORT || 3000`, `PORT = 3000`, `PORT: z.coerce.number().default(3000)`. */
const defaultPort = /\bPORT\b[^;\n]{0,80}?(?:\|\||\?\?|[:=]|default\()\s*['"`]?(\d{2,5})\b/g

function findPort(texts: string[]) {
  const ports = texts.flatMap((text) => [...text.matchAll(defaultPort)].map(([, port]) => Number(port)))
  return ports.find((port) => port >= 80 && port <= 65_535) ?? null
}

const quoted = /(['"`])(?<path>\/[^'"`\s]*)\1/.source
/** What serves, by its name: a client, such as `axios` or `apiClient`, asks others for its paths. */
const serving = /\b(?:app|router|routes?|api|server|fastify|instance|\w+(?:App|Router|Routes|Server))\s*/.source
const method = /method:\s*\[?\s*['"]GET['"]/.source
/** `app.get('/x'`, `router.get("/x"`, and `app.route({ method: 'GET', url: '/x' })` in either order. */
const routes = [
  String.raw`${serving}\.get\(\s*${quoted}`,
  String.raw`${serving}\.route\(\s*\{[^{}]*?${method}[^{}]*?(?:url|path):\s*${quoted}`,
  String.raw`${serving}\.route\(\s*\{[^{}]*?(?:url|path):\s*${quoted}[^{}]*?${method}`
]
/** `app.use('/api', router)`, `app.route('/api', router)`, `{ prefix: '/api' }`. */
const mounts = [String.raw`\.(?:use|route|basePath)\(\s*${quoted}`, String.raw`prefix:\s*${quoted}`]

/** A path with a parameter or a pattern in it can't be asked; those of the second kind would change something, or end the app. */
const unaskable = /[:*{}()$+?\\]/
const unwelcome = new RegExp(
  '(?:log|sign)-?_?(?:out|off)|exit|crash|kill|shut-?_?down|stop|restart|delete|remove|reset|purge|clear|flush|drop|truncate|cancel|' +
    'confirm|unsubscribe|callback|send|mail|notify|seed|migrat|sync|import|cron|job|run|trigger|webhook|pay|charge',
  'i'
)

function findPaths(texts: string[]) {
  const find = (patterns: string[]) => {
    const matches = (text: string) => patterns.flatMap((pattern) => [...text.matchAll(new RegExp(pattern, 'g'))])
    const paths = texts.flatMap((text) => matches(text).sort((a, b) => a.index - b.index).map(({ groups }) => groups?.path ?? ''))
    return paths.filter((path) => !unaskable.test(path) && !unwelcome.test(path))
  }
  const plain = find(routes)
  const mounted = find(mounts).flatMap((prefix) => plain.map((path) => `${prefix.replace(/\/$/, '')}${path === '/' ? '' : path}`))
  return [...new Set([...plain, ...mounted])]
}
