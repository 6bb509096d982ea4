/** the worst first */
export const verdicts = ['fail', 'inconclusive', 'pass'] as const

export type Verdict = typeof verdicts[number]

/** What a result begins with: the words in capitals, in the order and the words of the README, in Markdown. */
export const resultWords = {
  pass: { word: 'PASS', when: 'every threshold is met, and no speedup fell below that of `compareWith`', advice: 'nothing' },
  fail: {
    word: 'FAIL',
    when: 'a threshold is missed, or a speedup fell',
    advice: 'the `why:` line says what limits the app; see [Diagnoses](#diagnoses)'
  },
  inconclusive: {
    word: 'INCONCLUSIVE',
    when: 'it could still be either, or the measurement carries no verdict',
    advice: 'the message says how many rounds would decide, or what spoils the measurement; see [Warnings](#warnings)'
  },
  preliminary: {
    word: 'PRELIMINARY',
    when: 'it was ended before its time, after at least three rounds: figures, no verdict',
    advice: 'run it to its end'
  },
  notMeasured: { word: 'NOT MEASURED', when: 'nothing could be compared', advice: 'the message says why; see [Errors](#errors)' },
  interrupted: { word: 'INTERRUPTED', when: 'Ctrl-C or SIGTERM; what had been measured is kept', advice: 'run it again' },
  notWritten: {
    word: 'NOT WRITTEN',
    when: 'the result stands, but a file of the report could not be written',
    advice: 'make room, or set `report`'
  },
  regression: {
    word: 'REGRESSION',
    when: 'the title of an annotation in GitHub: every threshold is met, but a speedup fell',
    advice: 'see [Compared with an earlier result](#compared-with-an-earlier-result)'
  },
  none: { word: 'no word', when: 'nothing was required', advice: 'set `thresholds`' }
}

/** How Artillery exits, for CI, in the order and the words of the README, in Markdown. */
export const exitCodes = {
  pass: { code: 0, meaning: 'every threshold is met, or none was set; no speedup fell below that of `compareWith`', advice: 'nothing' },
  fail: { code: 1, meaning: 'a threshold was missed, or a speedup fell', advice: 'mend the app, or ask for less' },
  inconclusive: { code: 2, meaning: 'inconclusive', advice: 'as the message says; `onInconclusive: pass` makes it 0' },
  notMeasured: {
    code: 3,
    meaning: 'it could not be measured: wrong options, the app did not start, no responses, too many errors ...',
    advice: 'as the message says; see [Errors](#errors)'
  },
  SIGINT: { code: 130, meaning: 'Ctrl-C (SIGINT)', advice: '' },
  SIGTERM: { code: 143, meaning: 'SIGTERM', advice: '' }
}
