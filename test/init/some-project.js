import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { SpeedupError } from '../../plugin/errors.js'
import { readProject } from '../../plugin/init/read-project.js'
import { temporaryFolder } from '../support/folder.js'

/**
 * Somebody's projects, for the tests of a `describe`.
 *
 * @returns {{ path: (name: string) => string, make: (files: Record<string, string | object>) => import('../../plugin/init/read-project.js').Project }}
 *   make: a new folder of these files, objects as JSON, with a package.json in any case
 */
export function someProjects() {
  const { path } = temporaryFolder()
  let made = 0
  return {
    path,
    make(files) {
      const folder = path(`project-${++made}`)
      writeAll(folder, { 'package.json': {}, ...files })
      return readProject(folder)
    }
  }
}

/**
 * @param {string} folder is made
 * @param {Record<string, string | object>} files objects as JSON
 */
export function writeAll(folder, files) {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
}

/**
 * @param {() => unknown} act
 * @returns {Promise<{ code: string, message: string }>}
 */
export async function refusalFrom(act) {
  try {
    await act()
  } catch (error) {
    expect(error).to.be.an.instanceOf(SpeedupError)
    const { code, message } = /** @type {SpeedupError} */ (error)
    return { code, message }
  }
  return expect.fail('It was accepted.')
}
