/** Shops of the demo are invented, so their links lead here. */
export const DEMO_SHOP_TEXT = {
  title: 'Demo shop',
  lead: 'This shop is part of the demo: it is invented, and nothing is for sale here.',
  back: 'Back to the product',
  sellerPhoto: 'The seller’s photo',
  photoCredit:
    'Its photos come from the Clothing dataset by Alexey Grigorev and contributors (CC0).',
} as const
