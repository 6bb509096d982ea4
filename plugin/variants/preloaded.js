/**
 * @param {{ nodeArgs: string[], pidHeader: string }} app
 * @returns {string[]} arguments for a Node that the process which calls this will start, with our preload in it
 */
export function preloaded({ nodeArgs, pidHeader }) {
  const preload = new URL('./preload.js', import.meta.url)
  preload.searchParams.set('pidHeader', pidHeader)
  preload.searchParams.set('owner', String(process.pid))
  return [...nodeArgs, '--import', preload.href]
}
