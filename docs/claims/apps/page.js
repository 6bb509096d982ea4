// What each app answers, whatever runs it: nothing but language, so that Node, Bun and Deno do the same work.
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text) => text.replace(/[&<>"]/g, (character) => entities[character])

/** Those in stock of so many made up, the cheapest first. */
function productsOf(count) {
  const all = Array.from({ length: count }, (_, id) => ({
    id,
    name: `Product <${id}> & "more"`,
    price: (id * 7919) % 1000,
    tags: [`tag-${id % 7}`, `tag-${id % 11}`],
    inStock: id % 3 > 0
  }))
  return all.filter(({ inStock }) => inStock).sort((a, b) => a.price - b.price || a.id - b.id)
}

/** As a small API answers: JSON, about 0.1 ms of CPU in Node. */
export const products = () => productsOf(400).slice(0, 20)
export const list = () => JSON.stringify(products())

/** As a server renders: HTML and its data, 35 kB, about 0.7 ms of CPU in Node. */
export function page() {
  const shown = productsOf(2000).slice(0, 200)
  const rows = shown.map(
    ({ name, price, tags }) =>
      `<li><b>${escape(name)}</b> ${(price / 100).toFixed(2)} ${tags.map(escape).join(', ')}</li>`
  )
  return `<!doctype html><title>Products</title><ul>${rows.join('')}</ul><script type="application/json">${JSON.stringify(shown)}</script>`
}
