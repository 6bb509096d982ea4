import { sound } from '../concepts/foreign-text.ts'

/** Text that is markup already, so that nothing has to be escaped. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString() {
    return this.text
  }
}

export type Content = Markup | string | number | null | undefined | false | readonly Content[]

/**
 * A template of HTML, SVG or XML: text gets escaped, lists are put in one after the other, null, undefined and false
 * are nothing.
 */
export const markup = (strings: TemplateStringsArray, ...values: Content[]) =>
  new Markup(strings.reduce((all, string, i) => all + asText(values[i - 1]) + string))

function asText(value: Content): string {
  if (Array.isArray(value)) return value.map(asText).join('')
  if (value instanceof Markup) return value.text
  return value == null || value === false ? '' : escape(String(value))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Also for attributes, whichever quotes they have. */
const escape = (text: string) => sound(text).replace(/[&<>"']/g, (character) => entities[character])
