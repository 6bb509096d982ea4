import { readFile } from 'node:fs/promises'

/** @import { Route } from './index.js' */

const contentFile = new URL('../content.txt', import.meta.url)

/**
 * A file read anew for each request: work for libuv's thread pool, which each process has its own.
 *
 * @type {Route}
 */
export const readContent = () => async (_request, response) => {
  response.type('text/plain').send(await readFile(contentFile, 'utf8'))
}
