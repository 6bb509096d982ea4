import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'mocha'

/** A temporary folder for the tests of a `describe`; write returns the path. */
export function temporaryFolder() {
  let folder = ''
  before(() => void (folder = mkdtempSync(join(tmpdir(), 'speedup-test-'))))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const path = (name: string) => join(folder, name)
  return {
    path,
    write(name: string, content: string | Uint8Array): string {
      writeFileSync(path(name), content)
      return path(name)
    }
  }
}
