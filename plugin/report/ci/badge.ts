import { isShown, headline, type Comparison } from '../../concepts/comparison.ts'
import { resultWords } from '../../concepts/verdicts.ts'
import { markup } from '../markup.ts'
import { speedupText } from '../words/numbers.ts'
import { decisionFacts } from '../words/decision.ts'
import { leader } from '../words/scenario-sentences.ts'

/** Of words as they are drawn, in px. */
const letter = 6.6
const padding = 12
const grey = '#59636e'
const colours: Record<string, string> = { pass: '#1a7f37', fail: '#cf222e', inconclusive: '#8a5d00' }

/** For a README, in words: the verdict, and of one scenario the speedup that it is about. */
export function badgeWords({ scenarios, verdict }: Pick<Comparison, 'scenarios' | 'verdict'>) {
  const [first, ...others] = scenarios
  const isTold = others.length === 0 && first?.candidates.every(({ estimates }) => estimates.length > 0)
  const estimate = isTold ? (decisionFacts(first)?.estimate ?? headline(leader(first))) : undefined
  const speedup = estimate && isShown(estimate) && estimate.reason === null && speedupText(estimate)
  const word = verdict === 'not measured' ? resultWords.notMeasured : verdict && resultWords[verdict]
  return [word, speedup].filter(Boolean).join(' ') || 'compared'
}

/** The same as a picture. */
export function badgeSvg(comparison: Pick<Comparison, 'scenarios' | 'verdict'>) {
  const texts = ['speedup', badgeWords(comparison)]
  const [left, right] = texts.map((text) => Math.ceil(text.length * letter) + padding)
  const part = (x: number, width: number, text: string, fill: string) =>
    markup`<rect x="${x}" width="${width}" height="20" fill="${fill}"/>\
<text x="${x + width / 2}" y="14" textLength="${width - padding}">${text}</text>`
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20">\
<title>${texts.join(': ')}</title><g fill="#fff" text-anchor="middle" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">\
${part(0, left, texts[0], grey)}${part(left, right, texts[1], colours[String(comparison.verdict)] ?? grey)}</g></svg>\n`
    .text
}
