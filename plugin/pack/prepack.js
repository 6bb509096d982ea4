// npm runs it before it packs.
import { fileURLToPath } from 'node:url'
import { buildDist } from './build.js'
import { putPublishedForm } from './forms.js'
import { currentPacker } from './lock.js'

const plugin = fileURLToPath(new URL('..', import.meta.url))
await putPublishedForm(plugin, currentPacker(), (written) => buildDist(plugin, written))
