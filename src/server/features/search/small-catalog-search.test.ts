import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { searchSmallCatalog, type SmallProduct } from '#tests/support/small-catalog.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { createPriceFilter } from './price-filter.service.ts'

const PRODUCTS: readonly SmallProduct[] = [
  {
    name: 'Maxi dress Ana',
    kind: 'dresses',
    colors: ['red', 'black'],
    patterns: ['floral'],
    materials: ['silk'],
    sizes: ['s', 'm'],
    tags: ['dept:women', 'length:maxi', 'best:bridal', 'stated:material'],
    brand: 'Almara',
    euros: 120,
    amount: 150,
    currency: 'USD',
    people: [1],
  },
  {
    name: 'Dress Bo',
    kind: 'dresses',
    colors: ['black', 'red'],
    sizes: ['?'],
    tags: ['dept:?', 'sale:no'],
    euros: 60,
    amount: 75,
    currency: 'USD',
    shop: 1,
    condition: 'used',
  },
  {
    name: 'Mini dress Cleo',
    kind: 'dresses',
    colors: ['blue'],
    patterns: ['checked'],
    materials: ['cotton'],
    sizes: ['l'],
    tags: ['dept:women', 'length:mini', 'stated:material', 'sale:yes'],
    euros: 40,
    amount: 50,
    currency: 'USD',
  },
  {
    name: 'Shirt Dev',
    kind: 'shirts',
    colors: ['white'],
    patterns: ['striped'],
    materials: ['cotton'],
    sizes: ['m'],
    tags: ['dept:men', 'sleeves:long', 'stated:material'],
    euros: 30,
    amount: 24,
    currency: 'GBP',
    brand: 'Mini',
  },
  {
    name: 'Shirt Eli',
    kind: 'shirts',
    colors: ['blue'],
    sizes: ['xl'],
    tags: ['dept:unisex', 'sleeves:short'],
    euros: null,
    amount: 900,
    currency: 'ISK',
  },
  {
    name: 'Chelsea boots Fay',
    kind: 'boots',
    colors: ['black'],
    materials: ['leather'],
    sizes: ['shoe40'],
    tags: ['dept:women', 'stated:material'],
    euros: 200,
    amount: 250,
    currency: 'USD',
  },
  {
    name: 'Boots Gil',
    kind: 'boots',
    colors: ['brown'],
    sizes: ['?'],
    tags: ['dept:?'],
    euros: 90,
    amount: 90,
    currency: 'EUR',
  },
  {
    name: 'Silver necklace Hana',
    kind: 'necklaces',
    colors: ['silver'],
    materials: ['silver'],
    tags: ['dept:women', 'stated:material'],
    euros: 25,
    amount: 25,
    currency: 'EUR',
  },
  {
    name: 'Skirt Ida',
    kind: 'skirts',
    colors: ['green'],
    patterns: ['checked'],
    sizes: ['m'],
    tags: ['dept:women', 'length:midi'],
    euros: 35,
    amount: 35,
    currency: 'EUR',
  },
  {
    name: 'Coat Jo',
    kind: 'coats',
    colors: ['blue'],
    materials: ['wool'],
    sizes: ['?'],
    tags: ['dept:men', 'hood:yes', 'stated:material'],
    euros: 300,
    amount: 300,
    currency: 'EUR',
    isSoldOut: true,
    shop: 2,
  },
]

const NAMES = {
  brands: ['Almara', 'Mini'],
  people: ['Ada Lune'],
  shops: ['Second Look', 'Mini'],
}
const { find, counts, count } = searchSmallCatalog(PRODUCTS, NAMES)

/** The last words of the names | filters | what is said | [headings] | or: other queries */
const readReply = async (...request: Parameters<typeof find>): Promise<string> => {
  const { found, filters, said, headings, nearest } = await find(...request)
  return [
    found.map((name) => name.split(' ').at(-1)).join(' '),
    filters.join(', '),
    ...said,
    ...headings.map((heading) => `[${heading}]`),
    ...(nearest.length > 0 ? [`or: ${nearest.join(', ')}`] : []),
  ].join(' | ')
}
const readTable = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(/ ?=> /) as [request: string, reply: string])

const OF_WORDS = `
pleated dress => Ana Bo Cleo | Dresses | pleated: We ignored “pleated”: we do not know this word.
floral striped dress => Ana | Dresses, Floral, Striped
gingham skirt => Ida | Skirts, Checked | gingham: No results for gingham skirts. Showing checked.
tartan dress => Cleo | Dresses, Checked | tartan: No results for tartan dresses. Showing checked.
sterling silver necklace => Hana | Necklaces, Silver | sterling silver: No results for sterling silver necklaces. Showing silver.
cashmere coat => Jo | Coats | cashmere: No results for cashmere coats. Showing results without “cashmere”.
linen dress => Bo | Dresses | linen: No results for linen dresses. Showing products with material not stated. | [Material not stated (1) from 0]
leather boots => Fay Gil | Boots, Leather | [Material not stated (1) from 1]
maxi dress => Ana Bo | Dresses, Maxi | [Length not stated (1) from 1]
midi dress => Bo | Dresses | midi: No results for midi dresses. Showing products with length not stated. | [Length not stated (1) from 0]
mini skirt => Ida | Skirts | mini: No results for mini skirts. Showing results without “mini”.
dress size s => Ana Bo | Dresses, Size S | [Size not stated (1) from 1]
dress size xl => Bo | Dresses | size XL: No results for dresses in size XL. Showing products with size not stated. | [Size not stated (1) from 0]
skirt size 38 => Ida | Skirts, Size 38
boots size 41 => Gil | Boots | size 41: No results for boots in size 41. Showing products with size not stated. | [Size not stated (1) from 0]
dress for men => Bo | Dresses | men: No results for dresses for men. Showing products with department not stated. | [Department not stated (1) from 0]
coat for women => Jo | Coats | women: No results for coats for women. Showing results without “women”.
kids boots => Gil | Boots | girls, boys: No results for boots for girls and boys. Showing products with department not stated. | [Department not stated (1) from 0]
red dress => Ana Bo | Dresses, Red
light blue dress => Cleo | Dresses | light blue: No results for light blue dresses. Showing blue.
navy coat => Jo | Coats | navy: No results for navy coats. Showing blue.
orange dress => Ana Bo Cleo | Dresses | orange: No results for orange dresses. Showing results without “orange”.
black and white dress => Ana Bo | Dresses, Black, White | black and white: No results for black white dresses. Showing black or white.
black and red dress => Ana Bo | Dresses, Black, Red
emerald skirt => Ida | Skirts, Green | emerald: Nothing that fits is called “emerald”. Showing green.
wedding dress => Ana | Dresses, Bridal
wedding skirt => Ida | Skirts | wedding: No results for skirts for “wedding”. Showing results without “wedding”.
beach dress => Ana Bo Cleo | Dresses | beach: We ignored “beach”: it says little about dresses.
backpack =>  | Backpacks | : No results for backpacks.
ankle boots => Fay Gil | Boots | ankle boots: No results for ankle boots. Showing boots.
cocktail dress => Ana Bo Cleo | Dresses | cocktail: No results for dresses for “cocktail”. Showing results without “cocktail”.
chelsea boots => Fay Gil | Boots | [Also close (1) from 1]
brown chelsea boots => Gil | Boots, Brown | chelsea: Nothing called “chelsea” is all of that. Showing other boots.
coat without hood => Jo | Coats | without hood: No results for coats (without hood). Showing results without “without hood”.
coat with hood for women => Jo | Coats | with hood: No results for coats for women (with hood). Showing results without “with hood”. | women: No results for coats for women. Showing results without “women”.
long sleeve shirt => Dev | Shirts, Long sleeves
short sleeve shirt with long sleeves => Dev Eli | Shirts, Short sleeves, Long sleeves
dress under $50 => Cleo | Dresses, Under $50
shirt under 1000 isk => Eli | Shirts, Under kr 1,000
shirt under £20 => Eli | Shirts | under £20: No results for shirts under £20. Showing products with price in another currency. | [Price in another currency (1) from 0]
dress ada lune => Ana | Dresses, Ada Lune
skirt ada lune =>  | Skirts, Ada Lune | : No results for skirts (Ada Lune).
used dress ada lune =>  | Dresses, Ada Lune, Second-hand | : No results for second-hand dresses (Ada Lune).
dresses not red under $40 ada lune =>  | Dresses, Ada Lune, Under $40, Not red | : No results for dresses under $40 (Ada Lune, not red).
mini => Cleo | Mini
almara => Ana | Almara
almara coat =>  | Coats, Almara | : No results for coats by Almara.
second look => Bo | Second Look
second look shirt =>  | Shirts, Second Look | : No results for shirts by Second Look.
used skirt =>  | Skirts, Second-hand | : No results for second-hand skirts.
coat in stock =>  | Coats, In stock | : No results for coats (in stock).
toaster =>  |  | toaster: Nothing here is called “toaster”.
where is my order =>  |  | order: This search finds products only. Ask the shop where you bought about an order.
what is trending =>  |  | trending: This search finds products by what they are. The Trending Feed shows what many people look at.
what goes with a red dress =>  |  | what goes with a red dress: Say what you look for, such as “tops to wear with white jeans”.
 =>  |  | : We found nothing to look for in this search.
silk maxi dress for women size s => Ana Bo | Dresses, Silk, Women, Size S, Maxi | [Department, material, size or length not stated (1) from 1]
floral red silk dress size xl for men => Ana Bo | Dresses, Red | floral: No results for red floral silk dresses for men in size XL. Showing results without “floral”. | silk: No results for red silk dresses for men in size XL. Showing results without “silk”. | size XL: No results for red dresses for men in size XL. Showing results without “size XL”. | men: No results for red dresses for men. Showing results without “men”.
dress no floral => Bo Cleo | Dresses, No floral
dress not called ana => Bo Cleo | Dresses, Not “ana”
dress called ana => Ana Bo Cleo | Dresses | [Also close (2) from 1]
shirt not cotton => Eli | Shirts | no cotton: No results for shirts (no cotton). Showing products with material not stated. | [Material not stated (1) from 0]
boots no leather => Gil | Boots | no leather: No results for boots (no leather). Showing products with material not stated. | [Material not stated (1) from 0]
dress not black => Cleo | Dresses, Not black
not a dress => Dev Eli Fay Gil Hana Ida Jo | Not dresses
dress without print => Bo | Dresses, No print
coat not used => Jo | Coats, Not second-hand
cheap dress => Ana Bo Cleo | Dresses, Cheapest first
dress newest => Ana Bo Cleo | Dresses, Newest first
dress on sale => Cleo Ana | Dresses, On sale | [Earlier price not stated (1) from 1]
reduced coats => Jo | Coats | on sale: No results for coats (on sale). Showing results without “on sale”.
dress on sale size s => Ana Bo | Dresses, Size S | on sale: No results for dresses in size S (on sale). Showing results without “on sale”. | [Size not stated (1) from 1]
sale => Cleo | On sale
women on sale => Cleo | Women, On sale
blue sale => Cleo | Blue, On sale
green sale => Ida | Green | on sale: No results for green products (on sale). Showing results without “on sale”.
xyzzy dress => Ana Bo Cleo | Dresses | xyzzy: We ignored “xyzzy”: we do not know this word.
women => Ana Cleo Eli Fay Hana Ida | Women
size m => Ana Dev Ida | Size M
silk => Ana | Silk
silver => Hana | Silver
dress 38 in stock => Ana Bo | Dresses, In stock, Size 38 | [Size not stated (1) from 1]
gingham and striped skirt => Ida | Skirts, Checked, Striped | gingham, striped: No results for gingham striped skirts. Showing checked, striped.
cashmere sweater =>  | Sweaters, Cashmere | : No results for cashmere sweaters.
sandals => Fay Gil | Shoes | sandals: No results for sandals. Showing shoes.
wedges => Fay Gil | Shoes | wedge: No heels here are called “wedge”. Showing all of them. | heels: No results for heels. Showing shoes.
jacket => Jo | Coats and jackets | jackets: No results for jackets. Showing coats and jackets.
silk fay => Ana | Silk | fay: No results for “fay” in silk products. Showing results without “fay”.
necklace fay => Hana | Necklaces | fay: No results for “fay” in necklaces. Showing results without “fay”.
floral fay boots => Fay Gil | Boots | fay: No results for “fay” in floral boots. Showing results without “fay”. | floral: No results for floral boots. Showing results without “floral”.
boots 40 => Fay Gil | Boots, Size 40 | [Size not stated (1) from 1]
leather shoes size 40 => Fay Gil | Shoes, Leather, Size 40 | [Material or size not stated (1) from 1]
red or blue dress => Ana Bo Cleo | Dresses, Red, Blue
white shirt for men under £25 size m => Dev | Shirts, White, Under £25, Men, Size M
snaekers => Fay Gil | Shoes | sneakers: No results for sneakers. Showing shoes.
white shirt and green skirt => Dev Ida | Shirts, Skirts, White, Green
red dress, black boots and a necklace under €130 => Ana Gil Hana | Dresses, Boots, Necklaces, Red, Under €130 | black: No results for black boots under €130. Showing results without “black”.
black dress and sandals => Bo Fay Gil | Dresses, Shoes, Black | sandals: No results for sandals. Showing shoes.
backpack and boots => Fay Gil | Boots | : No results for backpacks.
matching hat scarf and necklace set => Hana | Necklaces | matching: We ignored “matching”: shops do not list it. | set: We ignored “set”: shops do not list it. | : No results for hats. | : No results for scarves.
hat and scarf =>  | Hats, Scarves | : No results for hats. | : No results for scarves.
mini dress or short sleeve shirt => Cleo Eli | Dresses, Shirts, Mini, Short sleeves
`

const WITH_FILTERS = `
dress {"price":{"min":50,"max":100,"currency":"EUR"}} => Bo | Dresses, €50 – €100
dress {"size":["m"]} => Ana | Dresses, Size M
dress {"department":["men"]} => Ana Bo Cleo | Dresses | men: No results for dresses for men. Showing results without “men”.
dress {"colour":["black"]} => Ana Bo | Dresses, Black
silk {"kind":["dresses"]} => Ana Bo | Dresses, Silk | [Material not stated (1) from 1]
women {"kind":["coats"]} => Jo | Coats | women: No results for coats for women. Showing results without “women”.
size m {"kind":["shirts"]} => Dev | Shirts, Size M
coat {"stock":["in_stock"]} =>  | Coats, In stock | : No results for coats (in stock).
boots {"category":"top"} =>  | Boots | : No results for boots.
blue {"brand":["Mini"]} =>  | Blue, Mini | : No results for blue products by Mini.
mini {"shop":[2]} => Jo | Mini | mini: No results for mini products by Mini. Showing results without “mini”.
mini {"brand":["Almara"]} => Ana | Almara | mini: No results for mini products by Almara. Showing results without “mini”.
leather boots {"limit":1} => Fay | Boots, Leather | [Material not stated (1) from null]
red dress {"without":["colour:red"]} => Ana Bo Cleo | Dresses
dress on sale {"without":["sale:reduced"]} => Ana Bo Cleo | Dresses
almara dress {"without":["brand:Almara"]} => Ana Bo Cleo | Dresses
wedding dress {"without":["occasion:bridal"]} => Ana Bo Cleo | Dresses
maxi dress {"without":["cut:length:maxi"]} => Ana Bo Cleo | Dresses
silk dress {"without":["material:silk"]} => Ana Bo Cleo | Dresses
dress size s {"without":["size:s"]} => Ana Bo Cleo | Dresses
white shirt and green skirt {"without":["kind:shirts"]} => Ida | Skirts, Green
white shirt and green skirt {"without":["colour:white"]} => Dev Eli Ida | Shirts, Skirts, Green
white shirt and green skirt {"kind":["skirts"]} => Ida | Skirts, Green | : No results for white skirts.
dress no floral {"without":["not:floral"]} => Ana Bo Cleo | Dresses
dress without print {"without":["not:print"]} => Ana Bo Cleo | Dresses
used dress {"without":["condition:used"]} => Ana Bo Cleo | Dresses
cheap dress {"without":["sort:price"]} => Ana Bo Cleo | Dresses
dress ada lune {"without":["person:Ada Lune"]} => Ana Bo Cleo | Dresses
coat in stock {"without":["stock:in_stock"]} => Jo | Coats
women dress {"without":["department:women"]} => Ana Bo Cleo | Dresses
floral dress {"without":["pattern:floral"]} => Ana Bo Cleo | Dresses
second look dress {"without":["shop:1"]} => Ana Bo Cleo | Dresses
drses {"exact":"1"} =>  |  | drses: Nothing here is called “drses”. | or: dress
drses bag {"exact":"1"} =>  | Bags | drses: We ignored “drses”: we do not know this word. | : No results for bags.
`

describe('every word of a search is a filter, or what became of it is said', () => {
  it.each(readTable(OF_WORDS))('%s', async (q, reply) => expect(await readReply(q)).toBe(reply))
})

describe('a chosen filter takes precedence, and a removed one stays away', () => {
  it.each(readTable(WITH_FILTERS))('%s', async (request, reply) => {
    const at = request.indexOf('{')
    const query = JSON.parse(request.slice(at)) as Parameters<typeof find>[1]
    expect(await readReply(request.slice(0, at).trim(), query)).toBe(reply)
  })
})

describe('a product whose title names a denied material', () => {
  const coat = (name: string, material: string): SmallProduct => ({
    name,
    kind: 'coats',
    materials: [material],
    tags: ['dept:?', 'stated:material'],
  })
  const furs = searchSmallCatalog([
    coat('Wool coat with fur collar', 'wool'),
    coat('Coat with faux fur trim', 'polyester'),
    coat('Shearling coat', 'leather'),
    coat('Plain coat', 'wool'),
  ])
  it.each(['coat without fur', 'coat no fur', 'fur free coat', 'coat but not fur'])(
    'is left out: %s',
    async (q) => expect((await furs.find(q)).found).toEqual(['Plain coat']),
  )
})

describe('the number of a query', () => {
  it('is that of its list, with what was changed to find something', async () => {
    expect(await count('dress')).toEqual({ total: 3, isMore: false, relaxed: [], corrected: null })
    expect(await count('orange dress')).toMatchObject({
      total: 3,
      relaxed: [{ words: 'orange' }],
    })
    expect(await count('toaster')).toMatchObject({ total: 0 })
    expect(await count('snaekers')).toMatchObject({ total: 2, corrected: 'sneakers' })
  })
})

describe('facets count what choosing a value would list', () => {
  const read = async (query: Parameters<typeof counts>[0]) => {
    const { total, facets } = await counts(query)
    const ofColor = facets.filter(({ facet }) => facet === 'colour')
    const sums = new Map<string, number>()
    for (const { label } of ofColor) sums.set(label, (sums.get(label) ?? 0) + 1)
    return { total, colors: Object.fromEntries(sums) }
  }
  it.each([
    [{ q: 'dress' }, { total: 3, colors: { Red: 2, Black: 2, Blue: 1 } }],
    // Instead of red, so red does not limit them.
    [{ q: 'red dress' }, { total: 2, colors: { Red: 2, Black: 2, Blue: 1 } }],
    [
      { q: 'dress', colour: ['blue'] },
      { total: 1, colors: { Red: 2, Black: 2, Blue: 1 } },
    ],
    [
      { q: 'red shirt', colour: ['white'] },
      { total: 1, colors: { White: 1, Blue: 1 } },
    ],
    [{ q: 'toaster' }, { total: 0, colors: {} }],
    [
      { q: 'toaster', colour: ['blue'] },
      { total: 0, colors: {} },
    ],
    [
      { colour: ['blue'] },
      { total: 3, colors: { Red: 2, Black: 3, Blue: 3, White: 1, Brown: 1, Silver: 1, Green: 1 } },
    ],
  ])('of %j', async (query, expected) => expect(await read(query)).toEqual(expected))
})

describe('whether prices lack a rate', () => {
  afterEach(() => vi.useRealTimers())

  test('is asked once a minute, and only for prices with a bound', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const hasUnconvertedPrices = vi.fn(async () => false)
    const readPrice = createPriceFilter({ hasUnconvertedPrices }, async () => ({
      date: '2026-11-17',
      perEuro: { USD: 1.25 },
    }))
    expect(await readPrice(null)).toEqual({
      bounds: { minEuros: null, maxEuros: null, minAmount: null, maxAmount: null },
      stated: [],
    })
    await readPrice({ currency: 'USD' })
    expect(hasUnconvertedPrices).not.toHaveBeenCalled()
    const under = await readPrice({ max: 50, currency: 'USD' })
    expect(under.bounds).toEqual({
      minEuros: null,
      maxEuros: 40,
      minAmount: null,
      maxAmount: null,
    })
    // In the shop's currency and in dollars.
    expect((await readPrice({ min: 50 })).bounds).toEqual({
      minEuros: 40,
      maxEuros: null,
      minAmount: 50,
      maxAmount: null,
    })
    expect(hasUnconvertedPrices).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(MINUTE_MS + 1)
    hasUnconvertedPrices.mockResolvedValue(true)
    expect(await readPrice({ min: 10, max: 50, currency: 'USD' })).toMatchObject({
      bounds: { minEuros: null, maxEuros: null },
      stated: [
        {
          column: 'price',
          filters: ['price:10-50USD'],
          bounds: { minEuros: 8, maxEuros: 40 },
          min: 10,
          max: 50,
          currency: 'USD',
        },
      ],
    })
    expect(hasUnconvertedPrices).toHaveBeenCalledTimes(2)
    // A currency without a rate is compared in its own amounts, whatever the others are.
    expect((await readPrice({ max: 50, currency: 'ISK' })).stated).toMatchObject([{ bounds: null }])
  })
})
