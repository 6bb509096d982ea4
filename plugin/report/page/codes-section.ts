import { explainedCodes, type CodeGroup } from '../explanations.ts'
import { markup, type Content } from '../markup.ts'
import { folded, framed } from './section.ts'

const anchorOf = (anchor: string) => `code-${anchor}`

/** A code that leads to what it means. */
export function codeLink(group: CodeGroup, code: string) {
  const explained = explainedCodes.find((each) => each.group === group && each.code === code)
  const shown = markup`<code>${code}</code>`
  return explained === undefined ? shown : markup`<a class="code" href="#${anchorOf(explained.anchor)}">${shown}</a>`
}

/** What the codes mean to which a page has links; null: it has none. */
export function codesSection(page: string) {
  const codes = explainedCodes.filter(({ anchor }) => page.includes(`href="#${anchorOf(anchor)}"`))
  if (codes.length === 0) return null
  const entries = codes.map(
    ({ anchor, code, kind, meaning, cause, cure }) => markup`\
<dt id="${anchorOf(anchor)}"><code>${code}</code> <span class="muted">${kind}</span></dt>
<dd><p>${withCode(meaning)}</p>${cause && paragraphOf('Cause', cause)}${cure && paragraphOf('What to do', cure)}</dd>\n`
  )
  return framed(
    { id: 'codes', title: 'What the codes mean' },
    folded(
      'Each code of this page, its cause, and what to do',
      markup`<p class="lead">For any other code, \
run <code>npx artillery-speedup explain</code> followed by the code.</p>
<dl class="codes">
${entries}</dl>`
    )
  )
}

const paragraphOf = (title: Content, text: string) => markup`<p><strong>${title}:</strong> ${withCode(text)}</p>`

/** What stands in backticks is code. */
export const withCode = (text: string) =>
  text.split('`').map((part, i) => (i % 2 === 1 ? markup`<code>${part}</code>` : part))
