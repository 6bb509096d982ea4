import { expect } from 'chai'
import { describe, it } from 'mocha'
import { Markup, markup } from '../../plugin/report/markup.ts'

describe('a template of markup', () => {
  it('escapes whatever is put in, for text and for attributes of either quote', () => {
    expect(markup`<b title="${`"'`}">${'<script>&amp;'}</b>`.text).to.equal('<b title="&quot;&#39;">&lt;script&gt;&amp;amp;</b>')
  })

  it('takes markup as it is, and lists of both', () => {
    const list = ['<', markup`<i>${'>'}</i>`, 3]
    expect(markup`<p>${list}</p>`.text).to.equal('<p>&lt;<i>&gt;</i>3</p>')
    expect(markup`${new Markup('<hr>')}`.text).to.equal('<hr>')
  })

  it('leaves out what is nothing, but not zero or an empty text', () => {
    expect(markup`[${null}${undefined}${false}${0}${''}]`.text).to.equal('[0]')
    expect(markup`[${[null, 0, false]}]`.text).to.equal('[0]')
  })

  it('replaces what neither HTML nor XML can hold', () => {
    expect(markup`${'a\u0000b\u001bc\uffff'}`.text).to.equal('a\ufffdb\ufffdc\ufffd')
    expect(markup`${'lone \ud800 half'}`.text).to.equal('lone \ufffd half')
    expect(markup`${'tab\tline\n😀'}`.text).to.equal('tab\tline\n😀')
  })
})
