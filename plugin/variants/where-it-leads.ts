import type { Reply } from './ask.ts'

/** More than anybody needs from http://shop.example to https://www.shop.example. */
const mostRedirects = 5

/**
 * Follows redirects until one stays where it is: what an app does within one origin is its own matter, such as sending
 * those to a login who are not known.
 *
 * @param from what was asked
 * @returns in another origin; null: it does not lead to one
 */
export async function whereItLeads(from: URL, reply: Reply, ask: (url: URL) => Promise<Reply>): Promise<URL | null> {
  let [at, last] = [from, reply]
  for (let i = 0; i < mostRedirects && last.location !== null; i++) {
    const next = URL.parse(last.location, at.href)
    if (next === null || next.origin === at.origin || !/^https?:$/.test(next.protocol)) break
    at = next
    last = await ask(next)
  }
  return at.origin === from.origin ? null : at
}
