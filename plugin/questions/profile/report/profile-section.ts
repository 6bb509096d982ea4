import {
  codeOwners,
  type BlockedStretch,
  type CodeOwner,
  type Profile,
  type ProfileAdds,
  type ProfileDifference,
  type ProfiledFunction
} from '../concepts.ts'
import { counted, list, paragraph, percent, roughMs } from '../../../concepts/wording.ts'
import { icicle, ownerFills, ownersBar, ownerWords } from './icicle.ts'
import { markup, type Content } from '../../../report/markup.ts'
import { lowest } from '../../../statistics/descriptive.ts'
import { groupedCount, milliseconds, timeSpan } from '../../../report/words/numbers.ts'
import { shortName } from '../../../report/words/names.ts'
import {
  folded,
  items,
  listUnknown,
  markedVariant,
  nameOf,
  note,
  scrolling,
  section,
  subheading,
  table,
  tableRow,
  type ScenarioView
} from '../../../report/page/section.ts'

const listed = 10 // functions of each variant
const inSight = 2 // variants; more are folded away
const longestStack = 8 // functions of a stack that are shown
const leastFactor = 0.05 // below it, nothing is said of how much longer everything takes
const leastShown = 0.0005 // of the time: owners with less are left out
const leastMs = 50 // of less busy time, shares say nothing

/** What the time of each variant was spent on, by function; null: no profile was asked for. */
export function profileSection(view: ScenarioView) {
  const { profiles = [], profileDifferences: differences = [] } = view.result ?? {}
  if (profiles.length === 0) return null
  const lead = paragraph([
    'From one more run of each variant, which does not count, with V8’s profiler: a sample each millisecond in every process that answers.',
    'A function’s own time is without what it called. Time that a process waits for a core counts for the function that was running.'
  ])
  const without = view.names.filter((name) => profiles.every(({ variant }) => variant !== name))
  const diagnosis = view.result?.candidates[0].diagnosis
  const title = shortName(diagnosis?.spentOn ?? 'Which functions took the time', 90)
  const isVersion = diagnosis?.code === 'version'
  return section(view, { id: 'profile', title, lead }, [
    ...differences.map((difference) => differencePart(view, difference)),
    ...profiles.map((profile, i) =>
      i < inSight && !isVersion
        ? profilePart(view, profile)
        : folded(nameOf(profile.variant), profilePart(view, profile))
    ),
    without.length > 0 && note(`There is no profile of ${listUnknown(view, without)}.`)
  ])
}

function profilePart(view: ScenarioView, profile: Profile) {
  const { variant, processes, responses, seconds, busyMs, idleMs, missing, file, blocked } = profile
  const all = busyMs + idleMs
  const busy = all === 0 ? '' : `, ${percent(busyMs / all)} busy`
  const link = file.split('/').map(encodeURIComponent).join('/')
  const whole = markup` Whole profile: <a href="./${link}">${shortName(file, 80)}</a>, \
for Chrome’s DevTools (Performance, load profile), VS Code or speedscope.`
  const ran = `${counted(processes, 'process', 'processes')}${busy}, ${groupedCount(responses, 'response')}`
  return markup`${[
    subheading(view, markedVariant(view, variant)),
    '\n',
    note(markup`${ran} in ${timeSpan(seconds)}.${processes > 0 && whole}`),
    missing.length > 0 && markup`<ul class="missing">${items(missing)}</ul>\n`,
    ...(busyMs < leastMs
      ? [markup`<p>Too little ran to say what the time was spent on: ${roughMs(busyMs)} ms.</p>\n`]
      : [owners(profile), functionsTable(view, profile), chartLead, icicle(profile)]),
    blocked.length > 0 && blockedPart(blocked)
  ]}`
}

const chartLead = note(
  'What called what, from the top down: a box is as wide as its part of the busy time. ' +
    'Point at it to see its function, file and part.'
)

function owners(profile: Profile) {
  const { busyMs, idleMs } = profile
  const parts = [...codeOwners, 'idle' as const]
    .map((owner) => ({ owner, share: (owner === 'idle' ? idleMs : profile.owners[owner]) / (busyMs + idleMs) }))
    .filter(({ share }) => share >= leastShown)
  const legend = items(parts.map(({ owner, share }) => markup`${keyed(owner)} ${percent(share)}`))
  return markup`${ownersBar(profile, parts)}${note('Of all time, idle included:')}<ul class="legend">${legend}</ul>\n`
}

/** Whose code it is, with its colour. */
const keyed = (owner: CodeOwner | 'idle') =>
  markup`<svg width="12" height="12" aria-hidden="true" class="swatch">\
<rect width="12" height="12" fill="${ownerFills[owner]}"/></svg> ${ownerWords(owner)}`

/** Long names would push all else off the page. */
const functionName = (name: string) => markup`<code>${shortName(name, 70)}</code>`
const placeText = (place: string | null) => place !== null && shortName(place, 90)
const withPlace = (name: string, place: Content) => markup`${functionName(name)} <span class="range">${place}</span>`

function functionsTable(view: ScenarioView, { variant, functions, busyMs }: Profile) {
  const rows = functions
    .slice(0, listed)
    .filter(({ selfMs }) => selfMs > 0)
    .map((each) => {
      const [own, all] = [each.selfMs, each.totalMs].map((ms) => percent(Math.min(1, ms / busyMs)))
      return tableRow(withPlace(each.name, whereOf(each)), [markup`<strong>${own}</strong>`, all, ownerOf(each)])
    })
  const title = `Functions with most time of their own in ${variant}`
  const columns = ['Function', 'Own\u00a0time, of\u00a0busy', 'With\u00a0calls, of\u00a0busy', 'Code of']
  return scrolling(view, title, table('functions ten', columns, rows))
}

function whereOf({ place, line, calledBy, owner }: ProfiledFunction) {
  const verb = owner === 'garbage collection' ? 'mostly right after' : 'called by'
  const parts = [
    placeText(place),
    line !== null && owner === 'app' && `mostly line ${line}`,
    calledBy !== null && markup`${verb} ${functionName(calledBy.name)} ${placeText(calledBy.place)}`
  ]
  return markup`${parts.filter(Boolean).map((part, i) => markup`${i > 0 && ', '}${part}`)}`
}

/** @returns of a dependency, its package */
function ownerOf({ owner, place }: ProfiledFunction) {
  const [first = '', second] = (owner === 'dependency' ? (place ?? '') : '').split('/')
  const name = first.startsWith('@') ? `${first}/${second}` : first
  return markup`${keyed(owner)}${name !== '' && `: ${shortName(name, 40)}`}`
}

/** Stretches with the same stack stand together. What Node did before it called the app is left out. */
function blockedPart(blocked: readonly BlockedStretch[]) {
  const alike = [...Map.groupBy(blocked, ({ stack }) => JSON.stringify(stack)).values()].map((own) => {
    const [{ stack }] = own
    const first = Math.max(
      0,
      stack.findIndex(({ owner }) => owner !== 'node')
    )
    const shown = stack.slice(first).slice(-longestStack)
    const called = shown.map(
      ({ name, place }, i) =>
        markup`${i > 0 && ' → '}${functionName(name)}${i === shown.length - 1 && markup` ${placeText(place)}`}`
    )
    const pids = list([...new Set(own.map(({ pid }) => shortName(pid)))])
    const share = lowest(own, (each) => each.share)
    const times = list(own.map(({ ms }) => roughMs(ms)))
    return markup`<li><strong>${times} ms</strong> in process ${pids}, ${own.length > 1 && 'at least '}\
${percent(share)} of it in: ${stack.length - first > shown.length && '… → '}${called}</li>\n`
  })
  return markup`<p>Longest stretches in which an event loop was blocked, and everything else had to wait:</p>
<ul class="blocked">${alike}</ul>
`
}

const inMs = (ms: number) => `${ms === 0 ? '0' : milliseconds(ms)} ms`

/** What takes a worker more time for a response than the baseline's, or less. */
function differencePart(view: ScenarioView, { variant, busy, factor, owners: byOwner, functions }: ProfileDifference) {
  const title = `Busy time for a response, ${shortName(variant)} against ${shortName(view.baseline)}`
  const row = (name: Content, { baselineMs, candidateMs }: ProfileDifference['busy']) => {
    const by = candidateMs - baselineMs
    const sign = by < 0 ? '−' : '+'
    const share = baselineMs > 0 ? ` (${sign}${percent(Math.abs(by) / baselineMs)})` : ' (new)'
    return tableRow(name, [...[baselineMs, candidateMs].map(inMs), `${sign}${inMs(Math.abs(by))}${share}`])
  }
  const rows = [
    row('all', busy),
    ...byOwner.map(({ owner, ...change }) => row(keyed(owner), change)),
    ...functions.map(({ name, place, owner: _, ...change }) => row(withPlace(name, placeText(place)), change))
  ]
  const isShared = Math.abs(factor - 1) >= leastFactor
  const why =
    factor > 1
      ? '. That happens where processes share cores or caches.'
      : ': its processes waited less for a core, or ran warmer code.'
  const lead = paragraph([
    isShared && `Most functions take ${factor.toFixed(2)} times as long in ${shortName(variant)}${why}`,
    isShared
      ? 'Listed is what changed beyond this factor and beyond the noise of sampling; the figures include the factor.'
      : 'Listed is what changed beyond the noise of sampling.'
  ])
  const columns = ['Own time of', nameOf(view.baseline), nameOf(variant), 'Change']
  const least =
    byOwner.length + functions.length === 0 && note('Nothing else differs by more than the noise of sampling.')
  return markup`${subheading(view, title)}
${note(lead)}${scrolling(view, title, table('functions', columns, rows))}${least}`
}

export const profilePage = {
  section: ['profile', 'Profile', profileSection] as const,
  style: 'profile',
  isShown: ({ profiles }: ProfileAdds['result']) => profiles.length > 0
}
