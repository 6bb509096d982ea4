import { listOf, mapOf, matching, quoted, refuse, text } from '../../settings/shapes.ts'
import type { Script } from '../../concepts/settings.ts'
import type { CommitsAdds } from './concepts.ts'

/** What users write of a variant that is a commit. */
export const commitsWritten = {
  app: {
    setup: [
      matching(/\S/, 'a shell command line'),
      'With a variant that has a commit: what to run after its packages are installed, as a shell command line.',
      'nothing',
      'npm run build'
    ],
    copy: [
      listOf(text),
      'With a variant that has a commit: files and folders that git does not know, relative to this file.',
      'none',
      ['../.env']
    ]
  },
  variants: {
    commit: [
      quoted(
        /^(?:merge-base\s+)?[^\s-]\S*$/,
        'a commit, branch or tag, or merge-base and one, such as merge-base main'
      ),
      'A commit, branch or tag of the app, checked out and installed apart from your files; or merge-base and one: where your branch left it.',
      'your files as they are',
      'merge-base main',
      'v1.4.0'
    ],
    dependencies: [
      // As package managers take it in `name@version`.
      mapOf(quoted(/^[^\s'][^'\n]*$/, 'a version, range or tag of a package, such as "5.6.0" or next')),
      'With commit: packages that it gets in other versions than its own, such as { fastify: "5.6.0" }.',
      'none'
    ]
  }
} as const

const packageName = /^(?:@[\w.-]+\/)?\w[\w.-]*$/

export const commitsRead = {
  app: ({ setup = null, copy = [] }: Script, pathOf: (option: string, path: string) => string): CommitsAdds['app'] => ({
    setup,
    copy: copy.map((path: string) => pathOf('copy', path))
  }),

  /** @throws SpeedupError it lacks what a commit is needed for, or has what one can't bring along */
  variant(path: string, { commit = null, dependencies, ecosystem }: Script): CommitsAdds['variant'] {
    if (commit !== null && ecosystem !== undefined)
      refuse(
        `${path} has a commit, but its ecosystem file names a script among your files. ` +
          'Set app.script and remove ecosystem, or remove commit.'
      )
    if (dependencies === undefined) return { commit, dependencies: {} }
    if (commit === null)
      refuse(
        `${path}.dependencies is set, but only a commit is installed apart from your files. ` +
          'Add commit: HEAD, or remove dependencies.'
      )
    const wrong = Object.keys(dependencies).find((name) => !packageName.test(name))
    if (wrong !== undefined)
      refuse(`${path}.dependencies has ${JSON.stringify(wrong)}, which is not the name of a package. Correct it.`)
    return { commit, dependencies }
  }
}
