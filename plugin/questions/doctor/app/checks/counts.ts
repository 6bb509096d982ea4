import type { CodePlace, Found } from '../../concepts.ts'
import type { Answer } from '../../../../app/pass.ts'
import type { Check } from '../started.ts'

/** What counts, of the answers to one path, in their order; of: of the answer's worker, as a number from 0 */
type Counted = { path: string; store: CodePlace | null; answers: { of: number; limit: number | null; body: string }[] }

/**
 * A number that goes up, or down as that of requests left does, by one at each request: in a single process, and of
 * either worker for itself, but not of both together.
 */
export const counts: Check<Counted[]> = {
  title: 'limits and counts',
  async look({ ask, workers, requests, notes }) {
    const found: Counted[] = []
    const store = notes(workers[0]).find((note) => note.note === 'limiter')?.caller.own ?? null
    for (const request of await requests()) {
      const answers: Counted['answers'] = []
      for (let i = 0; i < 4; i++)
        for (const [of, worker] of workers.entries())
          // Twice at first: what goes round with the workers is no count.
          for (let j = 0; j < (i === 0 ? 2 : 1); j++) {
            const answer = await ask(worker, request)
            answers.push({ of, limit: leftBy(answer), body: answer.body })
          }
      found.push({ path: `${request.method} ${request.path}`, store, answers })
    }
    return found
  },
  conclude({ single, clustered, workers }) {
    const findings = clustered.flatMap(({ path, store, answers }, i): Found[] => {
      const alone = single[i]?.answers ?? []
      const says = (values: (of: Counted['answers']) => number[] | null) => {
        const [all, together] = [values(alone), values(answers)]
        if (all === null || together === null || !isCounting(all) || isCounting(together)) return false
        return [0, 1].every((of) => isCounting(together.filter((_, at) => answers[at].of === of)))
      }
      if (says(limits))
        return [
          {
            code: 'limit-per-process',
            place: store,
            sentence: `${path}: each worker counts for itself how many requests are left, so ${workers} workers allow ${workers} times as many`
          }
        ]
      const sentence = `${path} counts up in each worker for itself: which number is answered depends on the worker`
      return says(changing) ? [{ code: 'count-per-process', sentence }] : []
    })
    return { findings: findings.slice(0, 1), fine: 'no limit or count of its own in each worker' }
  }
}

/** Of express-rate-limit's three drafts, and of most others. @returns how many requests it says are left */
function leftBy({ headers }: Answer): number | null {
  const plain = headers['ratelimit-remaining'] ?? headers['x-ratelimit-remaining']
  const [, combined] = /\b(?:remaining|r)=(\d+)/.exec(String(headers.ratelimit ?? '')) ?? []
  const text = plain ?? combined
  return text === undefined ? null : Number(text)
}

const limits = (answers: Counted['answers']) =>
  answers.every(({ limit }) => limit !== null) ? answers.map(({ limit }) => Number(limit)) : null

/** @returns the one number that is not always the same, where all else is */
function changing(answers: Counted['answers']) {
  const rest = new Set(answers.map(({ body }) => body.replaceAll(/\d+/g, '#')))
  const numbers = answers.map(({ body }) => body.match(/\d+/g) ?? [])
  const [first = []] = numbers
  const moving = first.flatMap((_, at) => (new Set(numbers.map((all) => all[at])).size > 1 ? [at] : []))
  return rest.size === 1 && moving.length === 1 ? numbers.map((all) => Number(all[moving[0]])) : null
}

const isCounting = (values: number[]) => {
  const steps = values.slice(1).map((value, i) => value - values[i])
  return steps.length > 1 && Math.abs(steps[0]) === 1 && steps.every((step) => step === steps[0])
}
