import { expect } from 'chai'
import type { GivenOptions } from '../../plugin/settings/option-shapes.ts'
import type { Options } from '../../plugin/concepts/options.ts'

/** Its keys, each of which may be undefined, as where exactOptionalPropertyTypes is off. */
type Loose<T> = T extends (infer Item)[]
  ? Loose<Item>[]
  : T extends object
    ? { [Key in keyof T]?: Loose<T[Key]> | undefined }
    : T

/** The paths of all keys, such as app.script; without names that users choose, and places in lists. */
type Paths<T> = T extends readonly (infer Item)[]
  ? Paths<Item>
  : T extends object
    ? string extends keyof T
      ? Paths<T[keyof T]>
      : { [Key in keyof T & string]-?: Key | `${Key}.${Paths<NonNullable<T[Key]>>}` }[keyof T & string]
    : never

describe('the options that code gives', () => {
  it('are those of the shapes: the compiler says where one knows a key or a value that the other does not', () => {
    // What a suite in TypeScript may write, the shapes accept; and the other way round.
    const written: (options: Options) => GivenOptions = (options) => options
    const accepted: (options: GivenOptions) => Loose<Options> = (options) => options
    const documented: (path: Paths<GivenOptions>) => Paths<Options> = (path) => path
    const known: (path: Paths<Options>) => Paths<GivenOptions> = (path) => path
    expect(written(accepted({ users: 20 }) as Options)).to.eql({ users: 20 })
    expect(documented(known('variants.mode'))).to.equal('variants.mode')
  })
})
