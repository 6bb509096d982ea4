import { parentPort } from 'node:worker_threads'
import { atEndOfLoad } from '../internals/artillerys-modules.ts'
import { holdUp, type Passing } from './passes.ts'
import { asMessage, contentOf, type RunOrder, type ThreadCommand, type GateNews } from '../messages/load.ts'

/** A step that a user is about to take. */
export interface Entrant {
  readonly user: Passing
  readonly isRequest: boolean
  marks: number // of the gate, when it began
  begin: () => void // leave() is to be called when it has ended
  refuse: () => void // called instead where it never may begin
}

/** The rest of a pause: what went by while the gate was held. */
type Rest = { leftMs: number; sinceMs: number; timer: NodeJS.Timeout | undefined; goOn: () => void }

/**
 * What the users of a load thread pass before each step: it says whether one may begin. Open from the start, when its
 * users come, and over when the time is up, or on command. Where variants are loaded in turns, it is opened and held on
 * command, by the method of that name: what is under way is finished, the next steps wait, and pauses stand still.
 */
export class Gate {
  #tell
  #loadSeconds
  #endMs = Infinity // by performance.now()
  #state: 'open' | 'held' | 'over' = 'open'
  #held: { step: Entrant; sinceMs: number }[] = []
  #ends = new Set<() => void>() // of all pauses
  #rests = new Set<Rest>()
  #fresh: Set<object> | null = null // users without an answer since it was opened; null: nobody asks
  #underWay = 0
  #marks = 0
  #unanswered: number | null = null // that began before the mark; null: nobody asks
  #heldMs = 0 // in all, before it was held last
  #heldFromMs = 0

  /** @param loadSeconds null: it is over on command alone */
  constructor(tell: (news: GateNews) => void, loadSeconds: number | null) {
    this.#tell = tell
    this.#loadSeconds = loadSeconds
  }

  /** The first user has come, so many seconds after the load began. */
  begin(seconds: number) {
    if (this.#loadSeconds === null) return
    const leftMs = 1000 * (this.#loadSeconds - seconds)
    this.#endMs = performance.now() + leftMs
    const timer = setTimeout(() => this.end(), leftMs)
    atEndOfLoad(() => clearTimeout(timer))
  }

  /** Whether no step begins any more: a timer may be late. */
  isOver = () => this.#state === 'over' || performance.now() >= this.#endMs

  /** Begins a step now, or as soon as it may. */
  enter(step: Entrant) {
    if (this.isOver()) step.refuse()
    else if (this.#state === 'open') this.#letIn(step)
    else this.#held.push({ step, sinceMs: performance.now() })
  }

  #letIn(step: Entrant) {
    step.marks = this.#marks
    this.#underWay++
    step.begin()
  }

  /**
   * A user pauses.
   *
   * @param end called where the gate ends the pause
   * @returns to be called when its time is over, with what comes next
   */
  pause(user: Passing, end: () => void): (goOn: () => void) => void {
    this.#isBack(user)
    if (this.#state === 'over') setImmediate(end)
    else this.#ends.add(end)
    const heldMs = this.#heldTime()
    return (goOn) => {
      const rest: Rest = {
        leftMs: this.#heldTime() - heldMs,
        sinceMs: 0,
        timer: undefined,
        goOn: () => {
          this.#ends.delete(end)
          this.#rests.delete(rest)
          holdUp(user, this.#heldTime() - heldMs)
          goOn()
        }
      }
      this.#rests.add(rest)
      if (this.#state === 'open') goOnWith(rest)
    }
  }

  #heldTime = () => this.#heldMs + (this.#state === 'held' ? performance.now() - this.#heldFromMs : 0)

  open() {
    this.#heldMs = this.#heldTime()
    this.#state = 'open'
    const held = this.#held.splice(0)
    this.#fresh = new Set(held.map(({ step }) => step.user))
    for (const { step, sinceMs } of held) {
      holdUp(step.user, performance.now() - sinceMs)
      this.#letIn(step)
    }
    for (const rest of this.#rests) goOnWith(rest)
    this.#isBack(null)
  }

  mark() {
    this.#marks++
    this.#unanswered = this.#underWay
    this.#tellIfDone()
  }

  hold() {
    this.#state = 'held'
    this.#heldFromMs = performance.now()
    for (const rest of this.#rests) {
      clearTimeout(rest.timer)
      rest.leftMs -= performance.now() - rest.sinceMs
    }
    this.#tellIfDone()
  }

  end() {
    this.#state = 'over'
    for (const { step } of this.#held.splice(0)) step.refuse()
    for (const { timer } of this.#rests) clearTimeout(timer)
    for (const end of this.#ends) end()
  }

  /** That step has ended. */
  leave({ user, isRequest, marks }: Entrant) {
    this.#underWay--
    if (marks < this.#marks && this.#unanswered !== null) this.#unanswered--
    if (isRequest) this.#isBack(user)
    this.#tellIfDone()
  }

  #isBack(user: object | null) {
    if (this.#fresh === null) return
    if (user !== null) this.#fresh.delete(user)
    if (this.#fresh.size > 0) return
    this.#fresh = null
    this.#tell('at work')
  }

  #tellIfDone() {
    if (this.#unanswered === 0) {
      this.#unanswered = null
      this.#tell('answered')
    }
    if (this.#state === 'held' && this.#underWay === 0) this.#tell('resting')
  }
}

/** @returns null: users go through the flow once */
export function gateOf({ loadSeconds, inTurns = false }: Pick<RunOrder, 'loadSeconds' | 'inTurns'>) {
  if (!inTurns && loadSeconds === null) return null
  const gate = new Gate((news) => parentPort?.postMessage(asMessage({ news })), inTurns ? null : loadSeconds)
  const hear = (message: unknown) => {
    const command = contentOf<ThreadCommand>(message)?.gate
    if (command !== undefined) gate[command]()
  }
  parentPort?.on('message', hear)
  atEndOfLoad(() => parentPort?.off('message', hear))
  return gate
}

function goOnWith(rest: Rest) {
  // No timer takes less.
  if (rest.leftMs < 1) return rest.goOn()
  rest.sinceMs = performance.now()
  rest.timer = setTimeout(rest.goOn, rest.leftMs)
}
