import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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

/** name -> content, objects as JSON */
export type Files = Record<string, string | object>

/** With all folders on the way. */
export function writeAll(folder: string, files: Files) {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
}
