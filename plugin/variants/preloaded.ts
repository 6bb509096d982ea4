import { builtModule } from '../package-files.ts'

/** @returns arguments for a Node that the process which calls this will start, with our preload in it */
export function preloaded({ nodeArgs, pidHeader }: { nodeArgs: string[], pidHeader: string }): string[] {
  const preload = builtModule('variants/preload.js')
  preload.searchParams.set('pidHeader', pidHeader)
  preload.searchParams.set('owner', String(process.pid))
  return [...nodeArgs, '--import', preload.href]
}
