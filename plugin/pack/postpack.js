// npm runs it after it has packed.
import { fileURLToPath } from 'node:url'
import { putWrittenForm } from './forms.js'

putWrittenForm(fileURLToPath(new URL('..', import.meta.url)))
