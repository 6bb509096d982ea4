import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { packageFile } from '../../../package-files.ts'
import type { Grown, Share } from '../concepts.ts'

/** As V8 names what holds variables of a function, or of a module, for the functions in it. */
const scope = 'system / Context'
/** What V8 keeps for itself, and may throw away: code, and how objects are laid out. */
const ofEngine = ['code', 'object shape', 'synthetic']

/**
 * What is new in the second of two heap snapshots, and what holds it: the variable of the app's own code from which it
 * is reached in the fewest steps, else one of a package, else none. Nothing is looked for behind variables of Node.
 * Texts and keys, which may be secrets of users, are not told.
 *
 * @param folder from which files are told
 */
export function whatGrew(before: string, after: string, folder: string): Grown {
  const { last } = readHeap(before)
  const heap = readHeap(after)
  const { all, id, size, type, name, eachEdge } = heap
  const places = placesOf(heap, folder)
  const kindOf = (node: number) => {
    if (type(node) === 'closure')
      return places.has(node) ? `function ${name(node) || '(anonymous)'} of ${places.get(node)}` : ''
    if (type(node).endsWith('string')) return 'strings'
    return ['object', 'native'].includes(type(node)) && !name(node).startsWith('system / ') ? name(node) : ''
  }
  const isOld = (node: number) => id(node) <= last
  const reached: number[] = []
  const [held, kinds] = [new Map<number, string>(), new Map<number, string>()]
  const [ofKind, ofHolder] = [new Map<string, Share>(), new Map<string, Share>()]
  let [bytes, next] = [0, 0]
  const reach = (node: number, holder: string, kindBefore = '') => {
    reached.push(node)
    held.set(node, holder)
    if (isOld(node) || ofEngine.includes(type(node))) return
    const kind = kindOf(node)
    // What has none, such as the table of a list, is part of what it is reached from.
    kinds.set(node, kind || kindBefore)
    bytes += size(node)
    add(ofKind, kind || kindBefore, kind === '' ? 0 : 1, size(node))
    add(ofHolder, holder, 1, size(node))
  }
  const scopes = all.filter((node) => name(node) === scope && isOld(node) && places.get(node))
  for (const sources of [scopes.filter((node) => !places.get(node)?.includes('node_modules/')), scopes, [0]]) {
    const isEnd = (node: number) => sources[0] !== 0 && (ofEngine.includes(type(node)) || places.get(node) === '')
    for (const node of sources) if (!held.has(node)) reach(node, node === 0 ? '' : `what ${places.get(node)} exports`)
    for (; next < reached.length; next++) {
      const node = reached[next]
      const place = isOld(node) && places.get(node)
      eachEdge(node, (edgeType, variable, to) => {
        if (held.has(to) || edgeType === 'weak' || edgeType === 'shortcut' || isEnd(to)) return
        const kind = type(to) === 'object' ? `${name(to)} ` : ''
        const holder = edgeType === 'context' && place ? `the ${kind}\`${variable}\` of ${place}` : held.get(node)
        reach(to, holder ?? '', kinds.get(node))
      })
    }
  }
  return { bytes, kinds: largestFirst(ofKind), holders: largestFirst(ofHolder) }
}

type Heap = ReturnType<typeof readHeap>

/** V8 writes flat lists. A node is a place in that of their fields. */
function readHeap(file: string) {
  const { snapshot, nodes, edges, strings } = JSON.parse(readFileSync(file, 'utf8'))
  const { node_fields: fields, node_types: types, edge_types: edgeTypes } = snapshot.meta
  const [type, name, id, size, count] = ['type', 'name', 'id', 'self_size', 'edge_count'].map((field) => {
    const at = fields.indexOf(field)
    return (node: number) => nodes[node + at]
  })
  const all: number[] = []
  const firstEdge = new Uint32Array(nodes.length)
  let [edge, last] = [0, 0]
  for (let node = 0; node < nodes.length; node += fields.length) {
    all.push(node)
    firstEdge[node] = edge
    edge += 3 * count(node)
    last = Math.max(last, id(node))
  }
  return {
    all,
    last, // what comes later has a higher id
    id,
    size,
    type: (node: number): string => types[0][type(node)],
    name: (node: number) => strings[name(node)],
    eachEdge(node: number, see: (type: string, name: string, to: number) => void) {
      const first = firstEdge[node]
      for (let at = first; at < first + 3 * count(node); at += 3)
        see(edgeTypes[0][edges[at]], strings[edges[at + 1]], edges[at + 2])
    }
  }
}

/** @returns the file of each function, and of each scope that one has; empty: the scope is Node's, or ours */
function placesOf({ all, type, name, eachEdge }: Heap, folder: string) {
  const places = new Map<number, string>()
  const follow = (node: number, wanted: string) => {
    let found = 0
    eachEdge(node, (edgeType, edge, to) => {
      if (edgeType === 'internal' && edge === wanted) found = to
    })
    return found
  }
  for (const node of all) {
    if (type(node) !== 'closure') continue
    const file = name(follow(follow(node, 'shared'), 'script')).replace('file://', '')
    const place = file.startsWith('/') && !file.startsWith(packageFile('dist')) ? relative(folder, file) : ''
    if (place !== '') places.set(node, place)
    const context = follow(node, 'context')
    places.set(context, name(context) === scope ? place : '')
  }
  return places
}

function add(shares: Map<string, Share>, name: string, count: number, bytes: number) {
  const share = shares.get(name) ?? { name, count: 0, bytes: 0 }
  share.count += count
  share.bytes += bytes
  shares.set(name, share)
}

/** Without what has no name. */
const largestFirst = (shares: Map<string, Share>) =>
  [...shares.values()].filter(({ name }) => name !== '').sort((a, b) => b.bytes - a.bytes)
