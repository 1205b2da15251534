import { beforeAll, expect, it } from 'vitest'
import { listLanguages } from '#server/core/languages.ts'
import { bindMessages, runInLanguage } from '#server/core/messages/translation.ts'
import { describeAttribute } from '#server/features/catalog/description/index.ts'
import { formatSizeToken } from '#server/features/catalog/description/index.ts'
import { completeQuery, indexBrands } from '#server/features/search/suggestions/complete-query.ts'
import { listRelatedQueries } from '#server/features/search/suggestions/related-queries.ts'
import { getWording } from '#server/features/search/suggestions/suggestion-terms.ts'
import { MESSAGE_MODULES } from '#server/message-modules.ts'
import { searchSmallCatalog } from '#tests/support/small-catalog.ts'
import { describeObject } from '#shared/domain/object-label.ts'
import { describeSize } from '#shared/domain/offer.ts'
import { formatConvertedPrice, showPrice } from '#shared/domain/price.ts'

beforeAll(() => bindMessages(MESSAGE_MODULES))

const inLanguage = <T>(code: string, work: () => T): T => {
  const language = listLanguages().find((offered) => offered.code === code)
  if (!language) throw new Error(`${code} is not offered`)
  return runInLanguage(language, work)
}

const RATES = { date: '2026-11-19', perEuro: { USD: 1.1, JPY: 170 } }

it.each([
  ['en', '€1,299', '€1,299'],
  ['en', '1299.5', '$1,299.50'],
  ['de', '€1,299', '1.299\u00a0€'],
  ['de', '$19.90', '19,90\u00a0$'],
  ['fr', '€1,299.50', '1\u00a0299,50\u00a0€'],
  ['es', '£25', '25\u00a0GBP'],
  ['ja', '¥12,800', '￥12,800'],
  ['ja', 'JOD 12.345', 'JOD\u00a012.345'],
  ['ar', '€13.90', '13.90\u00a0€'],
  // What is more than one amount with its currency stays as the shop writes it.
  ['de', 'from €20', 'from €20'],
  ['de', '€20 – €30', '€20 – €30'],
  ['de', '129 kr', '129 kr'],
  ['de', 'N/A', null],
])('in %s the price %s is %s', (code, price, shown) =>
  expect(inLanguage(code, () => showPrice(price))).toBe(shown),
)

it('a converted price is written in the same way', () => {
  const convert = () => formatConvertedPrice({ amount: 1000, currency: 'EUR' }, 'USD', RATES)
  expect(inLanguage('en', convert)).toBe('$1,100')
  expect(inLanguage('de', convert)).toBe('1.100\u00a0$')
  expect(inLanguage('ar', convert)).toBe('1,100\u00a0US$')
})

it.each([
  ['en', 'navy striped shirt', 'navy striped shirt'],
  ['de', 'striped navy shirt', 'Hemd, gestreift, marineblau'],
  ['ja', 'light blue jeans', 'ライトブルーのデニムパンツ'],
  ['fr', 'leather jacket', 'veste en cuir'],
  ['es', 'striped navy shirt', 'camisa de rayas en azul marino'],
  ['ar', 'white sneakers', 'حذاء رياضي، أبيض'],
  ['de', 'Omas Mantel', 'Omas Mantel'],
])('in %s the object %s is %s', (code, label, shown) =>
  // Marks of direction around what is put in.
  expect(inLanguage(code, () => describeObject(label)).replaceAll(/[\u2068\u2069]/g, '')).toBe(
    shown,
  ),
)

it.each([
  ['en', 'colors', 'Petrol', 'Petrol'],
  ['de', 'colors', 'Navy', 'Marineblau'],
  ['ja', 'colors', 'Schwarz', 'ブラック'],
  ['de', 'colors', 'Bottle green', 'Grün (Bottle green)'],
  ['de', 'type', 'Fedora', 'Hüte (Fedora)'],
  ['ar', 'material', 'Cotton', 'قطن'],
  ['ja', 'material', '80% cotton, 20% wool', '80% cotton, 20% wool'],
  ['de', 'departments', 'women', 'Damen'],
  ['es', 'sold_as', 'Pack of 3', 'Pack de 3'],
  ['fr', 'fit', 'Boxy', 'Boxy'],
] as const)('in %s the %s %s is %s', (code, column, value, shown) =>
  expect(inLanguage(code, () => describeAttribute(column, value))).toBe(shown),
)

it('sizes are said in the language', () => {
  expect(inLanguage('de', () => formatSizeToken('shoe38.5', 'eu'))).toBe('EU 38,5')
  expect(inLanguage('en', () => formatSizeToken('shoe38.5', 'eu'))).toBe('EU 38.5')
  expect(inLanguage('ja', () => [describeSize('ONE SIZE'), describeSize('M')])).toEqual([
    'フリーサイズ',
    'M',
  ])
  expect(inLanguage('en', () => describeSize('ONE SIZE'))).toBe('ONE SIZE')
})

const group = (kind: string, color: string, count: number) => ({
  kind,
  colors: [color],
  patterns: [],
  materials: [],
  departments: ['women'],
  count,
})
const CATALOG = {
  products: [group('dresses', 'red', 3), group('dresses', 'black', 2), group('boots', 'red', 1)],
  brands: [],
}

it.each([
  ['de', 'Kleid', ['Kleider']],
  ['de', 'Kleider', ['Kleider', 'Kleider in Rot']],
  ['de', 'rot', ['Kleider in Rot']],
  ['fr', 'robes rou', ['robes couleur rouge']],
  ['es', 'vestidos en ro', ['vestidos en rojo']],
  ['es', 'muj', ['vestidos para mujer']],
  ['ja', 'レッド', ['レッド ワンピース・ドレス']],
  ['ar', 'فسا', ['فساتين']],
  ['en', 'dres', ['dress']],
])('in %s %s is completed to %s', (code, typed, completions) => {
  const texts = inLanguage(code, () =>
    completeQuery(typed, CATALOG, indexBrands(CATALOG), getWording()),
  ).map(({ text }) => text)
  expect(texts).toEqual(expect.arrayContaining(completions))
})

it.each([
  ['en', 'black dress'],
  ['de', 'Kleider in Schwarz'],
  ['fr', 'robes couleur noir'],
  ['es', 'vestidos en negro'],
  ['ja', 'ブラック ワンピース・ドレス'],
  ['ar', 'فساتين بلون أسود'],
])('in %s a related search is %s', (code, text) =>
  expect(
    inLanguage(code, () =>
      listRelatedQueries(
        [
          { facet: 'kind', value: 'dresses', label: '' },
          { facet: 'colour', value: 'red', label: '' },
        ],
        CATALOG,
      ),
    ),
  ).toContain(text),
)

it.each([
  [
    'en',
    'No results for second-hand black striped leather boots for women in size 38 under €60 (with laces).',
  ],
  [
    'de',
    'Keine Ergebnisse für: Stiefel (Secondhand) in Schwarz Streifen aus Leder für Damen in Größe 38 bis 60\u00a0€ (Zum Schnüren).',
  ],
  [
    'fr',
    'Aucun résultat pour\u00a0: bottes et bottines état seconde main couleur noir motif rayures en cuir pour femme taille 38 moins de 60\u00a0€ (à lacets).',
  ],
  [
    'es',
    'No hay resultados para botas en estado de segunda mano en negro diseño rayas de piel para mujer en talla 38 menos de 60\u00a0€ (con cordones).',
  ],
  [
    'ja',
    'ウィメンズ サイズ 38 €60以下 中古 ブラック ストライプ・ボーダー レザー レースアップ ブーツの検索結果はありません。',
  ],
  [
    'ar',
    'لا نتائج لـبوتات (مستعمل) بلون أسود بتصميم مخطط من جلد برباط في قسم «نساء» مقاس 38 أقل من \u200f60\u00a0€.',
  ],
])('in %s a request that nothing meets is named: %s', async (code, said) => {
  const { find } = searchSmallCatalog([])
  const reply = await inLanguage(code, () =>
    find('used black striped leather boots for women size 38 under €60 with laces'),
  )
  expect(reply.said.map((notice) => notice.replaceAll(/[\u2068\u2069]/g, ''))).toEqual([
    `: ${said}`,
  ])
})
