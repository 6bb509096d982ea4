import { resolutionMs } from '../concepts/metrics.ts'
import { rounded, sum } from '../statistics/descriptive.ts'
import { gotThrough, wasCut, type PassRow } from '../record/samples.ts'
import type { Passes } from '../concepts/run.ts'
import type { Span } from '../concepts/spans.ts'

/** @returns ms of a time that lie in the span */
export const within = (span: Span, startMs: number, endMs: number) =>
  Math.max(0, Math.min(endMs, span.toMs) - Math.max(startMs, span.fromMs))

const mostCauses = 20

/**
 * How many passes of users fall into spans of time, and what was served in them.
 *
 * What counts cuts flows at any place, in every round at the same: of a login and ten items it may hold more logins of
 * one variant than of another. So a pass counts in a span by the part of its time that lies within, less the time for
 * which its user was held up: at any moment, the sum of 1 / duration over all passes under way has the mean of their
 * rate, wherever users are. Those that the end of the load cuts are not known to their end: their time counts like that
 * of all others.
 */
export class CountedPasses {
  readonly ways: Passes = { through: 0, failed: 0, failedOtherwise: 0, failureKinds: {}, seconds: null }
  #spans
  #cutMs: number[]
  #served: number[]
  #ms = 0
  #passes = 0
  #requests = 0

  constructor(spans: readonly Span[]) {
    this.#spans = spans
    this.#cutMs = spans.map(() => 0)
    this.#served = spans.map(() => 0)
  }

  add(pass: PassRow) {
    const { startMs, ms, heldMs, served, requests, outcome } = pass
    let insideMs = 0
    const own = this.#spans.map((span) => within(span, startMs, startMs + ms))
    for (const each of own) insideMs += each
    if (outcome === wasCut) {
      for (let i = 0; i < own.length; i++) this.#cutMs[i] += own[i]
      return
    }
    this.#count(pass)
    const activeMs = Math.max(insideMs, ms - heldMs, resolutionMs)
    const share = insideMs / activeMs
    this.#ms += insideMs
    this.#passes += share
    this.#requests += share * requests
    for (let i = 0; i < own.length; i++) this.#served[i] += (own[i] / activeMs) * served
  }

  #count({ outcome, served, requests }: PassRow) {
    const { ways } = this
    if (outcome === gotThrough) {
      ways.through++
      return
    }
    ways.failed++
    if (served === requests) ways.failedOtherwise++
    const { failureKinds } = ways
    const isNew = failureKinds[outcome] === undefined && Object.keys(failureKinds).length >= mostCauses
    const kind = isNew ? 'other' : outcome
    failureKinds[kind] = (failureKinds[kind] ?? 0) + 1
  }

  /** @returns null: none has ended that was under way in one of the spans. served: in each span */
  total() {
    if (this.#ms === 0) return null
    this.ways.seconds = rounded(this.#ms / this.#passes / 1000)
    const more = 1 + sum(this.#cutMs) / this.#ms
    const perMs = sum(this.#served) / this.#ms
    return {
      passes: more * this.#passes,
      requests: more * this.#requests,
      served: this.#served.map((served, i) => served + this.#cutMs[i] * perMs)
    }
  }
}
