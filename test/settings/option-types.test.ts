import { expect } from 'chai'
import { describe, it } from 'mocha'
import { optionShapes, type GivenOptions } from '../../plugin/settings/option-shapes.ts'
import type { Options } from '../../plugin/concepts/options.ts'

/** Its keys, each of which may be undefined, as where exactOptionalPropertyTypes is off. */
type Loose<T> = T extends (infer Item)[]
  ? Loose<Item>[]
  : T extends object
    ? { [Key in keyof T]?: Loose<T[Key]> | undefined }
    : T

describe('the options that code gives', () => {
  it('are those of the shapes: the compiler says where one knows a key or a value that the other does not', () => {
    // What a suite in TypeScript may write, the shapes accept; and the other way round.
    const written: (options: Options) => GivenOptions = (options) => options
    const accepted: (options: GivenOptions) => Loose<Options> = (options) => options
    const keys: (keyof Options)[] = Object.keys(optionShapes.options) as (keyof GivenOptions)[]
    expect(written(accepted({ users: 20 }) as Options)).to.eql({ users: 20 })
    expect(keys).to.include('users')
  })
})
