/**
 * @param {string} url
 * @param {Record<string, unknown>} [more]
 * @returns a step that gets it
 */
export function to(url, more = {}) {
  return { get: { url, ...more } }
}
