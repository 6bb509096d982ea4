import { shortSha } from '../../concepts/wording.ts'

/** What commits add to shapes that are everybody's. */
export interface CommitsAdds {
  variantOptions: {
    /** a commit, branch or tag, or `merge-base` and one; the files as they are when left out */
    commit?: string
    /** with a commit: packages and their versions, such as { fastify: '5.6.0' }, in place of its own */
    dependencies?: Record<string, string>
  }
  appOptions: {
    /** with a commit: a shell command line that runs when its packages are installed */
    setup?: string
    /** with a commit: files and folders that git does not know */
    copy?: string[]
  }
  variant: {
    commit: string | null // a ref, or merge-base and a ref; once it is ready, its whole SHA; null: the files as they are
    dependencies: Record<string, string> // by name, the version that the commit gets instead of its own
  }
  app: {
    setup: string | null // a line for the shell, after a commit has been installed
    copy: string[] // absolute paths of what git does not know, for the files of a commit
  }
  described: {
    /** SHA of the commit that was checked out for it; null: the files as they were. */
    commit: string | null
  }
}

type Variant = CommitsAdds['variant']

export const commits = {
  unversioned: { commit: null, dependencies: {} } as Variant,
  describeVersion: ({ commit }: Variant) => ({ commit }),
  packagesOf: ({ dependencies }: Variant) => Object.entries(dependencies).map((pair) => pair.join('@')),
  versionWords: ({ commit }: CommitsAdds['described']) => commit && `commit ${shortSha(commit)}`
}
