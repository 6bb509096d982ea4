import { counted } from '../../wording.ts'
import type { AnswerComparison, Warning } from '../../vocabulary.ts'

const shown = 3

export function checkAnswers(answers: AnswerComparison[], baseline: string): Warning[] {
  return answers.flatMap(({ variant, different, unsteady }) => {
    const found: Warning[] = []
    if (different.length > 0) {
      const message =
        `${variant} answers ${urls(different)} otherwise than ${baseline}, which agrees with itself from start to start: clustering broke the app, or the app keeps in one process what all need (sessions, counters, caches); no verdict is drawn. ` +
        'Keep it where all workers find it; if such answers differ by nature, set plugins.speedup.sameAnswers: false.'
      found.push({ code: 'different-answers', severity: 'problem', variant, rounds: [], message })
    }
    if (unsteady.length > 0) {
      const message =
        `${variant}: ${urls(unsteady)} could not be compared, since ${baseline} itself answers differently after each start, or was not asked twice. ` +
        'If that is meant, all is well.'
      found.push({ code: 'unsteady-answers', severity: 'note', variant, rounds: [], message })
    }
    return found
  })
}

function urls(requests: string[]) {
  const more = requests.length - shown
  return requests.slice(0, shown).join(', ') + (more > 0 ? ` and ${counted(more, 'other request')}` : '')
}
