import { paragraph, percent } from '../../../concepts/wording.ts'
import { ink, page, shade } from '../../../report/palette.ts'
import { shortName } from '../../../report/words/names.ts'
import { across, draw, plot, tooltip } from '../../../report/charts/plot.ts'
import type { CodeOwner, Profile, ProfiledFunction, ProfileNode } from '../concepts.ts'

/** The colour of a box, by whose code ran. */
export const ownerFills: Record<CodeOwner | 'idle', string> = {
  app: 'var(--v1,#0072b2)',
  dependency: 'var(--v2,#c25400)',
  node: 'var(--v3,#7657ef)',
  native: 'var(--v4,#7e321e)',
  'garbage collection': 'var(--v5,#7c6c48)',
  idle: shade
}

export const ownerWords = (owner: CodeOwner | 'idle') => (owner === 'node' ? 'Node' : owner)

const rowPx = 20
const mostRows = 30 // deeper stacks are in the file of the profile
// parts of the width: below the first, a box has no room for text, below the second it has none on a phone
const leastLabelled = 0.045
const leastOnNarrow = 0.25
const charactersAcross = 145 // of a wide page

/** from and part: of the width */
type Place = Record<'from' | 'part' | 'row', number>
type Box = Place & { owner: CodeOwner | 'idle'; label: string; title: string }

/** Whose code ran, as parts of all time; its figures stand beside it. */
export function ownersBar({ variant }: Profile, parts: readonly { owner: CodeOwner | 'idle'; share: number }[]) {
  let from = 0
  const boxes = parts.map(({ owner, share }) => {
    const words = ownerWords(owner)
    from += share
    return box({ from: from - share, part: share, row: 0, owner, label: words, title: `${words}: ${percent(share)}` })
  })
  const told = parts.map(({ owner, share }) => `${ownerWords(owner)} ${percent(share)}`)
  const label = `Whose code ran in ${variant}, of all time: ${told.join(', ')}`
  return plot({ height: rowPx, label, className: 'profile' }, boxes)
}

/** What called what: a box below its caller's is as wide as its part of the busy time. */
export function icicle({ variant, busyMs, functions, tree }: Profile) {
  const boxesBelow = ({ children }: ProfileNode, from = 0, row = 0): Box[] => {
    if (row >= mostRows) return []
    let next = from
    return children.flatMap((child) => {
      const at = { from: next, part: child.totalMs / busyMs, row }
      next += at.part
      const called = functions[child.function]
      return called === undefined ? [] : [boxOf(called, at), ...boxesBelow(child, at.from, row + 1)]
    })
  }
  const boxes = boxesBelow(tree)
  const rows = Math.max(0, ...boxes.map(({ row }) => row)) + 1
  const [widest] = boxes.filter(({ row }) => row === rows - 1).sort((a, b) => b.part - a.part)
  const label = paragraph([
    `What called what in ${variant}, by its part of the busy time; ${rows} levels.`,
    'The table has the functions with most time of their own.',
    widest !== undefined && `Deepest: ${widest.title}`
  ])
  return plot({ height: rows * rowPx, label, className: 'profile icicle' }, boxes.map(box))
}

function boxOf({ name, place, owner }: ProfiledFunction, at: Place): Box {
  const where = place === null ? '' : ` (${shortName(place, 80)})`
  const title = `${shortName(name, 80)}${where}, ${ownerWords(owner)}: ${percent(at.part)}`
  return { ...at, owner, label: name, title }
}

/** Text that is too long is cut: by what fits on a wide page, and by the box itself on others. */
function box({ from, part, row, owner, label, title }: Box) {
  const rect = draw('rect', { width: '100%', height: rowPx, fill: ownerFills[owner], stroke: page })
  const text =
    part >= leastLabelled &&
    draw(
      'text',
      { x: 5, y: 14, fill: owner === 'idle' ? ink : page, class: part < leastOnNarrow ? 'roomy' : null },
      shortName(label, Math.max(2, Math.floor(part * charactersAcross) - 1))
    )
  return draw('svg', { x: across(from), y: row * rowPx, width: across(part), height: rowPx, overflow: 'hidden' }, [
    tooltip(title),
    rect,
    text
  ])
}
