import { expect, it } from 'vitest'
import { createVisionService, dedupeVariants } from './vision.service.ts'

const product = (name: string, similarity: number, product_image: string | null = null) => ({
  name,
  similarity,
  product_image,
})
const names = (products: readonly { name: string }[]) => products.map(({ name }) => name)

it.each([
  ['another size', 'Linen midi dress, L'],
  ['another colour', 'Linen midi dress navy blue'],
  ['another order of words', 'Midi dress linen'],
])('%s of a thing is not listed again', (_, name) => {
  const products = [product('Linen midi dress black', 0.9), product(name, 0.7)]
  expect(names(dedupeVariants(products, undefined))).toEqual(['Linen midi dress black'])
  expect(
    dedupeVariants([product(name, 0.7)], { name: 'Linen midi dress', product_image: null }),
  ).toEqual([])
})

it('the same picture is the same thing, whatever its shop calls it', () => {
  const picture = 'https://cdn.example/dress.jpg'
  const products = [product('Robe en lin', 0.9, picture), product('Summer dress', 0.9, picture)]
  expect(names(dedupeVariants(products, undefined))).toEqual(['Robe en lin'])
})

it('nearly the same words are the same thing only if both look equally like the product', () => {
  const first = product('Ribbed wool turtleneck sweater', 0.91)
  const added = 'Ribbed wool turtleneck sweater Nord'
  expect(dedupeVariants([first, product(added, 0.909)], undefined)).toHaveLength(1)
  expect(dedupeVariants([first, product(added, 0.8)], undefined)).toHaveLength(2)
})

it('different things of one kind stay', () => {
  const products = ['Linen midi dress', 'Linen maxi dress', 'Red tote', 'Blue tote', 'Thing 1']
  const listed = products.map((name) => product(name, 0.8))
  expect(names(dedupeVariants(listed, undefined))).toEqual(products)
})

it('a scan lists nothing for an object that nothing is close to', async () => {
  const engine = {
    cards: { vectorVersion: '1' },
    embed: async () => ({ vectors: [Float32Array.of(1), Float32Array.of(-1)] }),
  }
  const service = createVisionService({
    openVision: async () => ({ engine }),
    similarTo: async ({ vector }: { vector: Float32Array }) => ({
      products: [product('Linen midi dress', 0.5)],
      noneOfKind: null,
      isNothingClose: (vector[0] ?? 0) < 0,
    }),
  } as unknown as Parameters<typeof createVisionService>[0])
  const squares = { pixels: new Uint8Array(6), side: 1, contentSizes: [] }
  const found = { detections: [{}, {}], squares } as unknown as Parameters<
    typeof service.findProducts
  >[0]
  const listed: number[] = []
  for await (const { products } of service.findProducts(
    found,
    undefined,
    new AbortController().signal,
  ))
    listed.push(products.length)
  expect(listed).toEqual([1, 0])
})
