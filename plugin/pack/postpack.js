// npm runs it after it has packed. After a pack that failed npm does not: then it is run by hand.
import { fileURLToPath } from 'node:url'
import { putWrittenForm } from './forms.js'
import { currentPacker } from './lock.js'

putWrittenForm(fileURLToPath(new URL('..', import.meta.url)), currentPacker())
