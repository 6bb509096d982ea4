import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Project } from './read-project.ts'

/** what a plain search of the source says; nothing of it is certain */
export interface Hints {
  port: number | null // that the app takes when PORT is not set
  paths: string[] // of GET routes without parameters, in the order found, the app's own file first
}

/** Where no app's source lies. Folders that begin with a dot are left out, too. */
const skipped = new Set(['node_modules', 'test', 'tests', '__tests__', 'spec', 'e2e', 'coverage', 'public', 'static', 'assets', 'docs', 'examples', 'reports', 'scenarios', 'bower_components'])
const built = new Set(['dist', 'build', 'out', 'lib'])
const mostFiles = 400
const mostBytes = 256 * 1024

/** @param script absolute path of the app */
export function searchSource({ folder }: Pick<Project, 'folder'>, script: string): Hints {
  const inside = relative(folder, script).split(sep)
  const isOther = (name: string) => skipped.has(name) || name.startsWith('.') || (built.has(name) && inside[0] !== name)
  const own = inside[0] === '..' || inside.includes('node_modules') ? [] : [script]
  const files = [...new Set([...own, ...listSources(folder, isOther)])].slice(0, mostFiles)
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  const environment = readIfThere(join(folder, '.env'))
  return { port: findPort([environment, ...texts]), paths: findPaths(texts) }
}

/**
 * @param isOther folders to leave out
 * @returns files before folders
 */
function listSources(folder: string, isOther: (name: string) => boolean): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  const files = entries.filter((entry) => entry.isFile() && /(?<!\.(?:test|spec|d))\.[cm]?[jt]s$/.test(entry.name)).map(({ name }) => join(folder, name))
  const folders = entries.filter((entry) => entry.isDirectory() && !isOther(entry.name))
  return [...files.filter((file) => statSync(file).size <= mostBytes), ...folders.flatMap(({ name }) => listSources(join(folder, name), isOther))]
}

function readIfThere(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Such as `process.env.PORT || 3000`, `PORT = 3000`, `PORT: z.coerce.number().default(3000)`. */
const defaultPort = /\bPORT\b[^;\n]{0,80}?(?:\|\||\?\?|[:=]|default\()\s*['"`]?(\d{2,5})\b/g

function findPort(texts: string[]) {
  const ports = texts.flatMap((text) => [...text.matchAll(defaultPort)].map(([, port]) => Number(port)))
  return ports.find((port) => port >= 80 && port <= 65_535) ?? null
}

const quoted = /(['"`])(\/[^'"`\s]*)\1/.source
/** What serves, by its name: a client, such as `axios` or `apiClient`, asks others for its paths. */
const serving = /\b(?:app|router|routes?|api|server|fastify|instance|\w+(?:App|Router|Routes|Server))\s*/.source
const method = /method:\s*\[?\s*['"]GET['"]/.source
/** `app.get('/x'`, `router.get("/x"`, and `app.route({ method: 'GET', url: '/x' })` in either order. */
const routes = [
  String.raw`${serving}\.get\(\s*${quoted}`,
  String.raw`${serving}\.route\(\s*\{[^{}]*?${method}[^{}]*?(?:url|path):\s*${quoted}`,
  String.raw`${serving}\.route\(\s*\{[^{}]*?(?:url|path):\s*${quoted}[^{}]*?${method}`
].map((pattern) => new RegExp(pattern, 'g'))
/** `app.use('/api', router)`, `app.route('/api', router)`, `{ prefix: '/api' }`. */
const mounts = [new RegExp(String.raw`\.(?:use|route|basePath)\(\s*${quoted}`, 'g'), new RegExp(String.raw`prefix:\s*${quoted}`, 'g')]

/** With a parameter or a pattern in it, a path can't be asked; and these would change something, or end the app. */
const unaskable = /[:*{}()$+?\\]/
const unwelcome = new RegExp(
  '(?:log|sign)-?_?(?:out|off)|exit|crash|kill|shut-?_?down|stop|restart|delete|remove|reset|purge|clear|flush|drop|truncate|cancel|confirm|unsubscribe|callback|' +
    'send|mail|notify|seed|migrat|sync|import|cron|job|run|trigger|webhook|pay|charge',
  'i'
)

function findPaths(texts: string[]) {
  const found = (patterns: RegExp[]) => {
    const paths = texts.flatMap((text) => patterns.flatMap((pattern) => [...text.matchAll(pattern)]).sort((a, b) => a.index - b.index).map((match) => match[2]))
    return [...new Set(paths)].filter((path) => !unaskable.test(path) && !unwelcome.test(path))
  }
  const plain = found(routes)
  const mounted = found(mounts).flatMap((prefix) => plain.map((path) => `${prefix.replace(/\/$/, '')}${path === '/' ? '' : path}`))
  return [...new Set([...plain, ...mounted])]
}
