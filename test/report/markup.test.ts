import { describe } from 'mocha'
import { Markup, markup } from '../../plugin/report/markup.ts'
import { itFinds } from '../support/cases.ts'

describe('a template of markup', () => {
  itFinds({
    'escapes whatever is put in, for text and for attributes of either quote':
      [[markup`<b title="${`"'`}">${'<script>&amp;'}</b>`.text, '<b title="&quot;&#39;">&lt;script&gt;&amp;amp;</b>']],
    'takes markup as it is, and lists of both':
      [[markup`<p>${['<', markup`<i>${'>'}</i>`, 3]}</p>`.text, '<p>&lt;<i>&gt;</i>3</p>'], [markup`${new Markup('<hr>')}`.text, '<hr>']],
    'leaves out what is nothing, but not zero or an empty text':
      [[markup`[${null}${undefined}${false}${0}${''}]`.text, '[0]'], [markup`[${[null, 0, false]}]`.text, '[0]']],
    'replaces what neither HTML nor XML can hold':
      ([['a\u0000b\u001bc\uffff', 'a\ufffdb\ufffdc\ufffd'], ['lone \ud800 half', 'lone \ufffd half'], ['tab\tline\n😀', 'tab\tline\n😀']] as const)
        .map(([text, expected]) => [markup`${text}`.text, expected])
  })
})
