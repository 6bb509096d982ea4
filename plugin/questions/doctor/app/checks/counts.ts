import type { Answer } from '../../../../app/pass.ts'
import type { CodePlace, Found } from '../../concepts.ts'
import type { Check, Started } from '../started.ts'

type Asked = Awaited<ReturnType<Started['answers']>>
type Answers = Asked[number]['answers']

/** store: of a limiter in memory; null: unknown, or there is none */
type Seen = { asked: Asked; store: CodePlace | null }

/**
 * A number that goes up, or down as that of requests left does, by one at each request: in a single process, and of
 * either worker for itself, but not of both together.
 */
export const counts: Check<Seen> = {
  title: 'limits and counts',
  needs: 'each worker',
  spends: 9,
  async look({ workers, notes, answers }) {
    const store = notes(workers[0]).find((note) => note.note === 'limiter')?.caller.own ?? null
    return { asked: await answers(), store }
  },
  conclude({ single, clustered, workers }) {
    const findings = clustered.asked.flatMap(({ request, answers }, i): Found[] => {
      const says = (values: (of: Answers) => number[]) => {
        const together = values(answers)
        const isOfEach = [0, 1].every((of) => isCounting(together.filter((_, at) => answers[at].of === of)))
        return isOfEach && !isCounting(together) && isCounting(values(single.asked[i]?.answers ?? []))
      }
      const path = `${request.method} ${request.path}`
      if (says((answers) => answers.map(leftBy)))
        return [
          {
            code: 'limit-per-process',
            place: clustered.store,
            sentence: `${path}: each worker counts for itself how many requests are left, so ${workers} workers allow ${workers} times as many`
          }
        ]
      const sentence = `${path} counts up in each worker for itself: which number is answered depends on the worker`
      return says(changing) ? [{ code: 'count-per-process', sentence }] : []
    })
    return { findings: findings.slice(0, 1), fine: 'no limit or count of its own in each worker' }
  }
}

/** Of express-rate-limit's three drafts, and of most others. @returns how many requests it says are left; NaN: it does not */
function leftBy({ headers }: Answer): number {
  const plain = headers['ratelimit-remaining'] ?? headers['x-ratelimit-remaining']
  const [, combined] = /\b(?:remaining|r)=(\d+)/.exec(String(headers.ratelimit ?? '')) ?? []
  return Number(plain ?? combined ?? NaN)
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
