import type { Check } from '../started.ts'

/** What each worker calls the same answer, in its ETags; empty: it has none */
interface Tagged {
  path: string
  tags: string[][] // of each worker
}

/** What a browser keeps from one worker is to be known in the other. */
export const etags: Check<Tagged> = {
  title: 'ETags',
  needs: 'each worker',
  async look({ workers, answers }) {
    const [{ request, answers: all }] = await answers()
    const tags = workers.map((_, of) =>
      all.filter((answer) => answer.of === of).map(({ headers }) => headers.etag ?? '')
    )
    return { path: `${request.method} ${request.path}`, tags }
  },
  conclude({ single, clustered: { path, tags } }) {
    const isSteady = [...tags, ...single.tags].every((own) => new Set(own).size === 1)
    const sentence = `${path}: each worker gives the same answer another ETag, so what browsers and caches keep is sent again`
    return {
      findings: isSteady && new Set(tags.flat()).size > 1 ? [{ code: 'etag-per-process', sentence }] : [],
      fine: tags.flat().every((tag) => tag === '') ? null : 'ETags of one worker hold in the other'
    }
  }
}
