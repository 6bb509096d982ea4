import type { Answer } from '../../../../app/pass.ts'
import { checkOf, type Found, type Started } from '../started.ts'

// What each worker says for itself in its answers to the same request.

type Answers = Awaited<ReturnType<Started['answers']>>[number]['answers']

/**
 * A number that goes up, or down as that of requests left does, by one at each request: in a single process, and of
 * either worker for itself, but not of both together. store: of a limiter in memory; null: unknown, or there is none
 */
export const counts = checkOf({
  title: 'limits and counts',
  needs: 'each worker',
  spends: 9,
  async look({ workers, notes, answers }) {
    return { asked: await answers(), store: notes(workers[0], 'limiter')[0]?.caller.own ?? null }
  },
  conclude({ single, clustered: { asked, store }, workers }) {
    const findings = asked.flatMap(({ path, answers }, i): Found[] => {
      const says = (values: (of: Answers) => number[]) => {
        const together = values(answers)
        const isOfEach = [0, 1].every((of) => isCounting(together.filter((_, at) => answers[at].of === of)))
        return isOfEach && !isCounting(together) && isCounting(values(single.asked[i]?.answers ?? []))
      }
      if (says((all) => all.map(leftBy))) {
        const sentence = `${path}: each worker counts for itself how many requests are left, so ${workers} workers \
allow ${workers} times as many`
        return [{ code: 'limit-per-process', place: store, sentence }]
      }
      const sentence = `${path} counts up in each worker for itself: which number is answered depends on the worker`
      return says(changing) ? [{ code: 'count-per-process', sentence }] : []
    })
    return [...findings.slice(0, 1), 'no limit or count of its own in each worker']
  }
})

/**
 * Of express-rate-limit's three drafts, and of most others.
 *
 * @returns how many requests it says are left; NaN: it does not
 */
function leftBy({ headers }: Answer) {
  const plain = headers['ratelimit-remaining'] ?? headers['x-ratelimit-remaining']
  const [, combined] = /\b(?:remaining|r)=(\d+)/.exec(String(headers.ratelimit)) ?? []
  return Number(plain ?? combined)
}

/** @returns the one number that is not always the same, where all else is; empty: there is none */
function changing(answers: Answers) {
  const rest = new Set(answers.map(({ body }) => body.replaceAll(/\d+/g, '#')))
  const numbers = answers.map(({ body }) => body.match(/\d+/g) ?? [])
  const [first = []] = numbers
  const moving = first.flatMap((_, at) => (new Set(numbers.map((all) => all[at])).size > 1 ? [at] : []))
  return rest.size === 1 && moving.length === 1 ? numbers.map((all) => Number(all[moving[0]])) : []
}

const isCounting = (values: number[]) => {
  const steps = values.slice(1).map((value, i) => value - values[i])
  return steps.length > 1 && Math.abs(steps[0]) === 1 && steps.every((step) => step === steps[0])
}

/** What a browser keeps from one worker is to be known in the other. tags: of each worker; empty: it has none */
export const etags = checkOf({
  title: 'ETags',
  needs: 'each worker',
  async look({ workers, answers }) {
    const [{ path, answers: all }] = await answers()
    const tagsOf = (worker: number) => all.filter(({ of }) => of === worker).map(({ headers }) => headers.etag ?? '')
    return { path, tags: workers.map((_, worker) => tagsOf(worker)) }
  },
  conclude({ single, clustered: { path, tags } }) {
    const isSteady = [...tags, ...single.tags].every((own) => new Set(own).size === 1)
    const sentence = `${path}: each worker gives the same answer another ETag, \
so what browsers and caches keep is sent again`
    return [
      isSteady && new Set(tags.flat()).size > 1 && { code: 'etag-per-process', sentence },
      tags.flat().some(Boolean) && 'ETags of one worker hold in the other'
    ]
  }
})
