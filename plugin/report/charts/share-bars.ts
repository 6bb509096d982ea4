import { counted } from '../../wording.ts'
import { markup, type Markup } from '../markup.ts'
import { grouped, groupedCount } from '../numbers.ts'
import { inconclusive, ink, muted, page, shade, type Look } from '../palette.ts'
import { across, plot, short } from './plot.ts'
import { beyondChance, shareText, type WorkerShares, type WorkerSum } from './worker-shares.ts'

/** So many workers have room; more stand close together. */
const roomy = 8
/** The rest of the width is for the numbers. */
const barsPart = 0.75

/** Colour is never alone. */
export const beyondMark = { more: '▲', less: '▼' }

/** How high a worker's row and its bar are, in px. */
export function rowOf(workers: number) {
  return workers <= roomy ? { rowPx: 22, barPx: 14 } : { rowPx: 13, barPx: 10 }
}

/**
 * A bar for each worker: its share of the requests, against the fair share (a line). A tick on each: its share of the
 * connections, against what chance allows (a zone).
 */
export function shareBars(shares: WorkerShares, { name, look }: { name: string, look: Look }): Markup {
  const { workers, fair, zone: [low, high] } = shares
  const { rowPx } = rowOf(workers.length)
  const bottom = workers.length * rowPx
  const most = Math.max(fair, ...workers.flatMap(({ share, connectionShare }) => [share, connectionShare]), ...(shares.connections > 0 ? [high] : []))
  const x = (share: number) => across((barsPart * share) / most)
  return plot({ height: bottom + 20, label: labelOf(shares, name), className: 'shares' }, [
    shares.connections > 0 && markup`<rect x="${x(low)}" width="${x(high - low)}" height="${bottom}" fill="${shade}"/>`,
    ...workers.map((worker, i) => bar(worker, { shares, x, top: i * rowPx, colour: look.colour })),
    markup`<line x1="${x(fair)}" x2="${x(fair)}" y1="0" y2="${bottom + 4}" stroke="${ink}" stroke-width="1.5"/><text x="${x(fair)}" y="${bottom + 16}" text-anchor="middle" fill="${muted}">fair share ${shareText(fair)}</text>`
  ])
}

function bar(worker: WorkerSum, { shares, x, top, colour }: { shares: WorkerShares, x: (share: number) => string, top: number, colour: string }): Markup {
  const { number, share, connectionShare, requests, connections } = worker
  const { rowPx, barPx } = rowOf(shares.workers.length)
  const beyond = beyondChance(worker, shares)
  const title = `Worker ${number}: ${shareText(share)}, ${groupedCount(requests, 'request')} on ${groupedCount(connections, 'connection')} (${shareText(connectionShare)}${beyond === null ? '' : `, ${beyond} than chance allows`})`
  const tick = shares.connections > 0 && markup`<line x1="${x(connectionShare)}" x2="${x(connectionShare)}" y1="${short(top + 1)}" y2="${short(top + rowPx - 1)}" stroke="${page}" stroke-width="5"/><line x1="${x(connectionShare)}" x2="${x(connectionShare)}" y1="${short(top + 1)}" y2="${short(top + rowPx - 1)}" stroke="${ink}" stroke-width="2"/>`
  const text = markup`y="${short(top + rowPx / 2 + 4)}" text-anchor="end"`
  return markup`<text x="-6" ${text} fill="${muted}">${number}</text><rect width="${x(share)}" y="${short(top + (rowPx - barPx) / 2)}" height="${barPx}" fill="${beyond === null ? colour : inconclusive}" fill-opacity="0.85"><title>${title}</title></rect>${tick}<text x="100%" dx="-14" ${text} fill="${ink}">${shareText(share)}</text>${beyond && markup`<text x="100%" ${text} fill="${inconclusive}">${beyondMark[beyond]}</text>`}`
}

function labelOf(shares: WorkerShares, name: string) {
  const { workers, fair, requests } = shares
  const sorted = workers.toSorted((a, b) => b.share - a.share)
  const [most, least] = [sorted[0], sorted[sorted.length - 1]]
  const beyond = workers.filter((worker) => beyondChance(worker, shares) !== null).length
  const chance = `${beyond === 0 ? 'none' : beyond} with connections beyond what chance allows`
  return `Shares of ${grouped(requests)} requests among ${counted(workers.length, 'worker')} of ${name}: from ${shareText(least.share)} (worker ${least.number}) to ${shareText(most.share)} (worker ${most.number}), fair share ${shareText(fair)}, ${chance}.`
}
