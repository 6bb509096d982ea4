import type { FoundPath } from './find-path.ts'

/** What every GraphQL server answers, whatever its schema, and without effects. */
export const plainQuery = { query: '{ __typename }' }
export const jsonHeaders = { 'content-type': 'application/json' }

/** Of packages that serve GraphQL: a client depends on `graphql`, too, and its app may take a query for an order. */
const servers =
  /^(?:@apollo\/server|@nestjs\/graphql|apollo-server(?:-.+)?|express-graphql|graphql-http|graphql-yoga|mercurius)$/
/** GraphQL Yoga's, Mercurius' and NestJS'; that of frameworks which keep their API apart; Apollo Server's. */
const usualPaths = ['/graphql', '/api/graphql', '/']
const patienceMs = 10_000

/**
 * Where a GraphQL server answers queries: its pages and health checks answer GET, but its work is done elsewhere.
 * @param origin URL of the app, without a path; dependencies: of its package; wanted: this path or none. @returns null:
 * nowhere
 */
export async function findGraphql(
  origin: string,
  { dependencies, wanted }: { dependencies: Set<string>; wanted: string | null },
  signal: AbortSignal
): Promise<FoundPath | null> {
  if (![...dependencies].some((name) => servers.test(name))) return null
  for (const path of wanted === null ? usualPaths : [wanted]) {
    const asked = fetch(`${origin}${path}`, {
      method: 'POST',
      headers: jsonHeaders,
      body: JSON.stringify(plainQuery),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
    })
    // A page may be the answer to any POST.
    const text = await asked.then((response) => response.text()).catch(() => '')
    signal.throwIfAborted()
    if (/"data"\s*:\s*\{\s*"__typename"\s*:/.test(text)) return { path, from: null, isGraphql: true, others: [] }
  }
  return null
}
