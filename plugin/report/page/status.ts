import { markup } from '../markup.ts'
import { fail, inconclusive, muted, page, pass } from '../palette.ts'
import type { Severity, Verdict } from '../../vocabulary.ts'

/** none: nothing was required, or nothing came of it */
export type Status = Verdict | Severity | 'ok' | 'none'

const shapes: Record<'tick' | 'cross' | 'triangle' | 'dot', (colour: string) => import('../markup.ts').Markup> = {
  tick: (colour) => markup`<circle cx="8" cy="8" r="8" fill="${colour}"/><path d="M4.5 8.3l2.4 2.4 4.6-5" fill="none" stroke="${page}" stroke-width="2"/>`,
  cross: (colour) => markup`<rect width="16" height="16" rx="3" fill="${colour}"/><path d="M4.8 4.8l6.4 6.4m0-6.4l-6.4 6.4" stroke="${page}" stroke-width="2"/>`,
  triangle: (colour) => markup`<path d="M8 .8l8 14.4h-16z" fill="${colour}"/><path d="M8 6v4.2m0 1.4v1.8" stroke="${page}" stroke-width="2"/>`,
  dot: (colour) => markup`<circle cx="8" cy="8" r="7" fill="none" stroke="${colour}" stroke-width="2"/><path d="M8 7v5m0-8v2" stroke="${colour}" stroke-width="2"/>`
}

const looks: Record<Status, { word: string, shape: keyof typeof shapes, colour: string }> = {
  pass: { word: 'PASS', shape: 'tick', colour: pass },
  fail: { word: 'FAIL', shape: 'cross', colour: fail },
  inconclusive: { word: 'INCONCLUSIVE', shape: 'triangle', colour: inconclusive },
  ok: { word: 'OK', shape: 'tick', colour: pass },
  problem: { word: 'PROBLEM', shape: 'cross', colour: fail },
  warning: { word: 'WARNING', shape: 'triangle', colour: inconclusive },
  note: { word: 'NOTE', shape: 'dot', colour: muted },
  none: { word: 'NO REQUIREMENT', shape: 'dot', colour: muted }
}

/**
 * A shape and a word, so that nothing depends on its colour.
 *
 * @param word in place of the usual one
 */
export function statusLabel(status: Status, word: string = looks[status].word) {
  return markup`<span class="status status-${status}">${statusIcon(status, 14)} ${word}</span>`
}

/** @param size in px */
export function statusIcon(status: Status, size: number) {
  const { shape, colour } = looks[status]
  return markup`<svg class="icon" width="${size}" height="${size}" viewBox="0 0 16 16" aria-hidden="true">${shapes[shape](colour)}</svg>`
}
