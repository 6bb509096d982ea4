import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { writeAll } from './folder.ts'

const identity = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.org',
  // What the user of this machine has set is not for tests.
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null'
}

/** A git repository in a folder, on the branch main. */
export function aRepository(folder: string) {
  mkdirSync(folder, { recursive: true })
  const git = (...words: string[]): string =>
    execFileSync('git', words, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...identity },
      stdio: 'pipe'
    }).trim()
  git('init', '--quiet', '--initial-branch=main')
  const write = (files: Record<string, string>) => writeAll(folder, files)
  return {
    folder,
    git,
    write,
    /** @returns the SHA */
    commit(files: Record<string, string>, message = 'one'): string {
      write(files)
      git('add', '--all')
      git('commit', '--quiet', '--message', message)
      return git('rev-parse', 'HEAD')
    }
  }
}
