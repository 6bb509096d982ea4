import { fileURLToPath } from 'node:url'

/** The package's folder: modules run from dist/ in it, and from the sources in tests. */
const root = new URL(import.meta.url.endsWith('.ts') ? '.' : '..', import.meta.url)

/** @returns the path of a file of this package, given as from its folder */
export const packageFile = (name: string) => fileURLToPath(new URL(name, root))

/**
 * What runs in an app, a child run or a separate process is always built JavaScript: to strip types as it starts
 * would cost each worker 25 MB and 60 ms.
 *
 * @param name of a module, as from the package's folder
 */
export const builtModule = (name: string) => new URL(`dist/${name}`, root)
