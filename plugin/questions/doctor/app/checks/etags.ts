import type { Check } from '../started.ts'

/** What each worker calls the same answer, in its ETags; empty: it has none */
interface Tagged {
  path: string
  tags: string[][] // of each worker
}

const times = 3

/** What a browser keeps from one worker is to be known in the other. */
export const etags: Check<Tagged> = {
  title: 'ETags',
  async look({ ask, workers, requests }) {
    const [request] = await requests()
    const tags: string[][] = workers.map(() => [])
    for (let i = 0; i < times; i++)
      for (const [of, worker] of workers.entries()) tags[of].push((await ask(worker, request)).headers.etag ?? '')
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
