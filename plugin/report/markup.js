/** Text that is markup already, so that nothing has to be escaped. */
export class Markup {
  /** @param {string} text */
  constructor(text) {
    this.text = text
  }

  toString() {
    return this.text
  }
}

/**
 * @typedef {Markup | string | number | null | undefined | false} Content
 *
 * A template of HTML, SVG or XML. Whatever is put in is text and gets escaped, unless it is Markup; a list is put in
 * one after the other, null, undefined and false are nothing.
 *
 * @param {TemplateStringsArray} strings
 * @param {...(Content | readonly Content[])} values
 * @returns {Markup}
 */
export function markup(strings, ...values) {
  return new Markup(strings.reduce((all, string, i) => all + asText(values[i - 1]) + string))
}

/** @param {Content | readonly Content[]} value */
function asText(value) {
  if (Array.isArray(value)) return value.map(asContent).join('')
  return asContent(/** @type {Content} */ (value))
}

/** @param {Content} value */
function asContent(value) {
  if (value instanceof Markup) return value.text
  if (value === null || value === undefined || value === false) return ''
  return escape(String(value))
}

/** @type {Record<string, string>} */
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/**
 * Also for attributes, whichever quotes they have. What no XML may contain is replaced.
 *
 * @param {string} text
 */
function escape(text) {
  // eslint-disable-next-line no-control-regex
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd').replace(/[&<>"']/g, (character) => entities[character])
}
