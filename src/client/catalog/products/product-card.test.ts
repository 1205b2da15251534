import { expect, it } from 'vitest'
import { focusOnBox } from './product-card.tsx'

it.each([
  [{ x: 0.4, y: 0.8, width: 0.2, height: 0.1 }, '50% 85%'],
  [{ x: 0.9, y: -0.3, width: 0.4, height: 0.2 }, '100% 0%'],
])('a product is looked for where it is worn: %j', (box, position) => {
  expect(focusOnBox(box)).toBe(position)
})
