import { expect } from 'chai'
import { describe, it } from 'mocha'
import { neededOf } from '../../plugin/pack/needed-declarations.js'

describe('the declarations that are published', () => {
  const all = new Map(Object.entries({
    'kit/chai.d.ts': `import type { Reader, Unused } from '../words.js';
import type { Words } from './chai-words.d.ts';
/**
 * @import { Reader, Unused } from '../words.js'
 */
/**
 * Reads.
 *
 * @param {Reader} reader
 */
export default function read(reader: Reader): Words;
`,
    'kit/chai-words.d.ts': `import type {} from 'chai'
import type { Word } from '../words.js'

export type Words = Word[]

/** For everybody. */
declare global {
  interface Everybody {
    last: import('../last.js').Last
  }
}
`,
    'words.d.ts': `export type Word = 'one' | 'two';
export type Reader = {
    /**
     * one of them
     */
    word: Word;
};
export type Unused = string;
`,
    'last.d.ts': 'export declare class Last {\n}\nexport declare class First {\n}\n',
    'kit/errors.d.ts': "import { Last } from '../last.js';\nexport { Last };\nexport declare function failed(): Last;\n",
    'other.d.ts': 'export type Other = string;\n'
  }))

  it('are those of the entries and all that these need, with what is said of them', () => {
    const needed = neededOf(['kit/chai.d.ts'], all)
    expect([...needed.keys()].sort()).to.eql(['kit/chai-words.d.ts', 'kit/chai.d.ts', 'last.d.ts', 'words.d.ts'])
    expect(needed.get('kit/chai.d.ts')).to.equal(`import type { Reader } from '../words.js';
import type { Words } from './chai-words.d.ts';
/**
 * Reads.
 *
 * @param {Reader} reader
 */
export default function read(reader: Reader): Words;
`)
    expect(needed.get('words.d.ts')).to.equal(all.get('words.d.ts')?.replace('export type Unused = string;\n', ''))
    expect(needed.get('last.d.ts')).to.equal('export declare class Last {\n}\n')
    expect(needed.get('kit/chai-words.d.ts')).to.include("import type {} from 'chai'").and.to.include('/** For everybody. */\ndeclare global {')
  })

  it('hand on as a value what an entry does', () => {
    const needed = neededOf(['kit/errors.d.ts'], all)
    expect([...needed.keys()].sort()).to.eql(['kit/errors.d.ts', 'last.d.ts'])
    expect(needed.get('kit/errors.d.ts')).to.equal(all.get('kit/errors.d.ts'))
  })

  it('are missed when there is none for an entry', () => {
    expect(() => neededOf(['kit/mocha.d.ts'], all)).to.throw('There is no declaration file kit/mocha.d.ts.')
  })
})
