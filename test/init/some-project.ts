import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { SpeedupError } from '../../plugin/concepts/errors.ts'
import { readProject } from '../../plugin/init/read-project.ts'
import { temporaryFolder } from '../support/folder.ts'

/**
 * Somebody's projects, for the tests of a `describe`.
 *
 * @returns make: a new folder of these files, objects as JSON, with a package.json in any case
 */
export function someProjects(): { path: (name: string) => string, make: (files: Record<string, string | object>) => import('../../plugin/init/read-project.ts').Project } {
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
 * @param folder is made
 * @param files objects as JSON
 */
export function writeAll(folder: string, files: Record<string, string | object>) {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
}

export async function refusalFrom(act: () => unknown): Promise<{ code: string, message: string }> {
  try {
    await act()
  } catch (error) {
    expect(error).to.be.an.instanceOf(SpeedupError)
    const { code, message } = error as SpeedupError
    return { code, message }
  }
  return expect.fail('It was accepted.')
}
