import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const apps = fileURLToPath(new URL('../../docs/claims/apps/', import.meta.url))

const quick = /const escape = .*/
/** It reads well, and makes an expression and a text anew for each of four characters. */
const slow = `function escape(text) {
  let escaped = text
  for (const [from, to] of Object.entries(entities)) escaped = escaped.replace(new RegExp(from, 'g'), to)
  return escaped
}`

const script = `config:
  target: http://127.0.0.1:3000
  plugins:
    speedup:
      app: http.js
      users: 8
      profile: true
      variants:
        main: { commit: HEAD~1 }
        branch: {}
      thresholds: { throughput: 0.9 }
scenarios:
  - name: page
    flow:
      - get: { url: "/page" }
`

/** A repository of two commits of an app that renders a page, the second of which escapes its text more slowly. */
export function makeSlowerCommit(scriptFile: string) {
  const folder = dirname(scriptFile)
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=Example', '-c', 'user.email=example@example.org', ...words], { cwd: folder })
  git('init', '--quiet', '--initial-branch=main')
  for (const name of ['http.js', 'page.js']) cpSync(join(apps, name), join(folder, name))
  writeFileSync(join(folder, 'package.json'), '{ "name": "shop", "private": true, "type": "module" }\n')
  writeFileSync(scriptFile, script)
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Render the page')
  const page = readFileSync(join(folder, 'page.js'), 'utf8')
  writeFileSync(join(folder, 'page.js'), page.replace(quick, slow))
  git('commit', '--quiet', '--all', '--message', 'Escape by the table of entities')
}
