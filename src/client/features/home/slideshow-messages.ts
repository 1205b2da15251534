/** The slideshow of sample products on Home. */

export const SLIDESHOW_TEXT = {
  role: 'carousel',
  label: 'Sample products',
  position: (number: number, count: number) => `${number} of ${count}`,
  pause: 'Pause the slideshow',
  play: 'Play the slideshow',
} as const
