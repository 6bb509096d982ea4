/** @returns a step that gets it */
export function to(url: string, more: Record<string, unknown> = {}) {
  return { get: { url, ...more } }
}
