import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'mocha'

/**
 * A temporary folder for the tests of a `describe`.
 *
 * @returns write returns the path
 */
export function temporaryFolder(): { path: (name: string) => string, write: (name: string, content: string | Uint8Array) => string } {
  let folder = ''
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'speedup-test-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))
  return {
    path: (name) => join(folder, name),
    write(name, content) {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
  }
}
