import { globSync, statSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { readIfThere } from '../processes/proc.ts'
import { isFile } from '../settings/read-app.ts'

/** Where no app's source lies. */
const skipped =
  /^(?:\..+|node_modules|tests?|__tests__|spec|e2e|coverage|public|static|assets|docs|examples|reports|scenarios|bower_components)$/
const built = /^(?:dist|build|out|lib)$/
const mostFiles = 400
const mostBytes = 256 * 1024

/**
 * What a plain search of the source says; nothing of it is certain. port: that the app takes when PORT is not set;
 * paths: of GET routes without parameters, in the order found, the app's own file first. script: absolute path of the
 * app
 */
export function searchSource({ folder }: { folder: string }, script: string) {
  const [top, ...inside] = relative(folder, script).split(sep)
  const own = top === '..' || [top, ...inside].includes('node_modules') ? [] : [script]
  const exclude = (path: string) =>
    skipped.test(basename(path)) || (built.test(basename(path)) && top !== basename(path))
  const depth = (path: string) => path.split(sep).length
  const others = globSync('**/*.{js,cjs,mjs,ts,cts,mts}', { cwd: folder, exclude })
    .filter((name) => !/\.(?:test|spec|d)\.\w+$/.test(name))
    .sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))
    .map((name) => join(folder, name))
    .filter((file) => isFile(file) && statSync(file).size <= mostBytes)
  const texts = [...new Set([...own, ...others])].slice(0, mostFiles).map(readIfThere)
  return { port: findPort([readIfThere(join(folder, '.env')), ...texts]), paths: findPaths(texts) }
}

/** Such as `process.env.PORT || 3000`, `PORT = 3000`, `PORT: z.coerce.number().default(3000)`. */
const defaultPort = /\bPORT\b[^;\n]{0,80}?(?:\|\||\?\?|[:=]|default\()\s*['"`]?(\d{2,5})\b/g

function findPort(texts: string[]) {
  return (
    texts
      .flatMap((text) => [...text.matchAll(defaultPort)].map(([, port]) => Number(port)))
      .find((port) => port >= 80 && port <= 65_535) ?? null
  )
}

const quoted = /(['"`])(?<path>\/[^'"`\s]*)\1/.source
/** What serves, by its name: a client, such as `axios` or `apiClient`, asks others for its paths. */
const serving = /\b(?:app|router|routes?|api|server|fastify|instance|\w+(?:App|Router|Routes|Server))\s*/.source
const method = /method:\s*\[?\s*['"]GET['"]/.source
const changing = /['"`](?:POST|PUT|PATCH|DELETE)['"`]/.source
const notChanging = String.raw`(?!.*${changing})`
/**
 * `app.get('/x'`, `router.get("/x"`, and `app.route({ method: 'GET', url: '/x' })` in either order; those of node:http.
 */
const routes = [
  String.raw`${serving}\.get\(\s*${quoted}`,
  String.raw`${serving}\.route\(\s*\{[^{}]*?${method}[^{}]*?(?:url|path):\s*${quoted}`,
  String.raw`${serving}\.route\(\s*\{[^{}]*?(?:url|path):\s*${quoted}[^{}]*?${method}`,
  // Without a framework: `if (request.url === '/x')`, `pathname.startsWith('/x')`, `case '/x':`.
  String.raw`(?<!${changing}.*)\b(?:url|path|pathname)(?:\s*===?\s*|\.startsWith\(\s*)${quoted}${notChanging}`,
  String.raw`\bcase\s+${quoted}\s*:`
]
/** `app.use('/api', router)`, `app.route('/api', router)`, `{ prefix: '/api' }`. */
const mounts = [String.raw`\.(?:use|route|basePath)\(\s*${quoted}`, String.raw`prefix:\s*${quoted}`]

/**
 * A path with a parameter or a pattern in it can't be asked; those of the second kind would change something, or end
 * the app.
 */
const unaskable = /[:*{}()$+?\\]/
const unwelcome = new RegExp(
  '(?:log|sign)-?_?(?:out|off)|exit|crash|kill|shut-?_?down|stop|restart|delete|remove|destroy|drop|wipe|reset|purge|clear|flush|truncate|cancel|' +
    'terminat|abort|panic|create|update|save|upload|submit|register|sign-?up|checkout|\\b(?:die|quit|halt|add|buy|vote)\\b|' +
    'confirm|unsubscribe|callback|send|mail|notify|seed|migrat|sync|import|cron|job|run|trigger|webhook|pay|charge',
  'i'
)

function findPaths(texts: string[]) {
  const find = (patterns: string[]) => {
    const matches = (text: string) => patterns.flatMap((pattern) => [...text.matchAll(new RegExp(pattern, 'g'))])
    return texts
      .flatMap((text) => matches(text).sort((a, b) => a.index - b.index))
      .map(({ groups }) => groups?.path ?? '')
      .filter((path) => !unaskable.test(path) && !unwelcome.test(path))
  }
  const plain = find(routes)
  const mounted = find(mounts).flatMap((prefix) =>
    plain.map((path) => `${prefix.replace(/\/$/, '')}${path === '/' ? '' : path}` || '/')
  )
  return [...new Set([...plain, ...mounted])]
}
