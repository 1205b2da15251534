import type { Hex } from '#demo/draw/color.ts'

export type Dye = { name: string; hex: Hex }
export type Family = {
  name: string
  /** Statement colours. */
  dyes: readonly Dye[]
  neutrals: readonly Dye[]
  /** Colours of a backdrop: ground, shape and accent. */
  grounds: readonly (readonly [Hex, Hex, Hex])[]
}
const dye = (name: string, hex: Hex): Dye => ({ name, hex })
const INK = dye('Ink', '#1B1820')
const CREAM = dye('Cream', '#F4EFE6')
const CAMEL = dye('Camel', '#C08A4E')
const NAVY = dye('Navy', '#1F2A4A')
const CHOCOLATE = dye('Chocolate', '#4A2C20')
const STONE = dye('Stone', '#B9AE9C')
const CHARCOAL = dye('Charcoal', '#3B3A42')

/** All families share ink and cream, so that a page of many people looks consistent. */
export const FAMILIES: readonly Family[] = [
  {
    name: 'terracotta',
    dyes: [
      dye('Terracotta', '#D9563C'),
      dye('Marigold', '#F4B942'),
      dye('Bottle Green', '#1B5E4B'),
      dye('Amber', '#C9853B'),
      dye('Brick', '#8E3B2A'),
      dye('Peach', '#F5B78F'),
    ],
    neutrals: [INK, CREAM, NAVY, CAMEL],
    grounds: [
      ['#E8563F', '#F4B942', '#D9432F'],
      ['#F6C453', '#E8563F', '#F9DC94'],
      ['#F3D9BF', '#E8563F', '#E7B58F'],
      ['#17564A', '#F4B942', '#0F4339'],
      ['#F2A57E', '#FBE3CB', '#D9563C'],
    ],
  },
  {
    name: 'riviera',
    dyes: [
      dye('Cobalt', '#1F4FB8'),
      dye('Tomato', '#E5432D'),
      dye('Lemon', '#F6D24A'),
      dye('Sky', '#8EC5E8'),
      dye('Aegean', '#1A7FA3'),
      dye('Coral', '#F58B6C'),
    ],
    neutrals: [NAVY, CREAM, INK, STONE],
    grounds: [
      ['#8EC5E8', '#F6F1E4', '#1F4FB8'],
      ['#F6D24A', '#1F4FB8', '#F9E48C'],
      ['#2C6BD1', '#F6D24A', '#1F4FB8'],
      ['#F5EBDA', '#8EC5E8', '#E5432D'],
      ['#F7B6A0', '#E5432D', '#FBE0D2'],
    ],
  },
  {
    name: 'rose',
    dyes: [
      dye('Burgundy', '#7A1F35'),
      dye('Blush', '#F2B8B5'),
      dye('Fuchsia', '#D12C6B'),
      dye('Mauve', '#A4749A'),
      dye('Cherry', '#C2223A'),
      dye('Powder', '#F7D9D4'),
    ],
    neutrals: [INK, CREAM, CHARCOAL, CHOCOLATE],
    grounds: [
      ['#F2B8B5', '#7A1F35', '#E79A9B'],
      ['#8C2340', '#F2B8B5', '#701A31'],
      ['#F9E1DA', '#D12C6B', '#F2B8B5'],
      ['#D8426F', '#F7C6C4', '#B92E5A'],
      ['#C9A0BE', '#F7E6E6', '#A4749A'],
    ],
  },
  {
    name: 'forest',
    dyes: [
      dye('Forest', '#174A40'),
      dye('Sage', '#9DB694'),
      dye('Mustard', '#D9A441'),
      dye('Rust', '#B4532A'),
      dye('Moss', '#66703D'),
      dye('Fern', '#2F7A5E'),
    ],
    neutrals: [CREAM, INK, CHOCOLATE, CAMEL],
    grounds: [
      ['#A9C0A0', '#F1E9D2', '#2F6F5E'],
      ['#174A40', '#D9A441', '#103A32'],
      ['#E9D9A8', '#2F7A5E', '#D9A441'],
      ['#D9A441', '#174A40', '#EBC777'],
      ['#C7D6BE', '#B4532A', '#9DB694'],
    ],
  },
  {
    name: 'lilac',
    dyes: [
      dye('Lilac', '#B9A4E0'),
      dye('Plum', '#4B2A60'),
      dye('Mint', '#A9DCC4'),
      dye('Apricot', '#FF9A6C'),
      dye('Iris', '#6A55C2'),
      dye('Butter', '#F7E3A1'),
    ],
    neutrals: [INK, CREAM, STONE, NAVY],
    grounds: [
      ['#C3B1E6', '#F7E3A1', '#A98FDB'],
      ['#4B2A60', '#FF9A6C', '#3A1E4C'],
      ['#BFE3D0', '#6A55C2', '#DFF2E7'],
      ['#F7E3A1', '#B9A4E0', '#FBF1CE'],
      ['#FFB08A', '#4B2A60', '#FFCFB4'],
    ],
  },
  {
    name: 'desert',
    dyes: [
      dye('Clay', '#A8502F'),
      dye('Sand', '#E3C9A0'),
      dye('Olive', '#66683A'),
      dye('Ochre', '#CC8B2C'),
      dye('Dusk Blue', '#7D9DB5'),
      dye('Rosewood', '#8A4B45'),
    ],
    neutrals: [CREAM, CHOCOLATE, CAMEL, INK],
    grounds: [
      ['#E8C9A0', '#C9683F', '#F4E3C6'],
      ['#C9683F', '#F0D3A6', '#A8502F'],
      ['#9DB9C9', '#E8C9A0', '#7D9DB5'],
      ['#F1DEC0', '#66683A', '#E3C9A0'],
      ['#7A6A3F', '#E8C187', '#66583A'],
    ],
  },
  {
    name: 'mono',
    dyes: [
      dye('Lipstick Red', '#D7263D'),
      dye('Black', '#17151A'),
      dye('Ivory', '#F7F2E8'),
      dye('Dove', '#C9C4BC'),
      dye('Graphite', '#55535C'),
      dye('Silver', '#DDDBDA'),
    ],
    neutrals: [INK, CREAM, CHARCOAL, STONE],
    grounds: [
      ['#D7263D', '#F4EFE6', '#B81B31'],
      ['#EFEAE1', '#D7263D', '#DAD3C6'],
      ['#26242B', '#F4EFE6', '#D7263D'],
      ['#CFC9BF', '#17151A', '#E6E1D8'],
      ['#F4EFE6', '#26242B', '#E4DCCD'],
    ],
  },
  {
    name: 'miami',
    dyes: [
      dye('Hot Pink', '#F0508C'),
      dye('Turquoise', '#2BB6B0'),
      dye('Tangerine', '#FF8A3C'),
      dye('Lagoon', '#0E7C86'),
      dye('Bubblegum', '#F9A8C4'),
      dye('Lime', '#C6D84E'),
    ],
    neutrals: [CREAM, INK, NAVY, STONE],
    grounds: [
      ['#2BB6B0', '#F9A8C4', '#149C98'],
      ['#F9A8C4', '#FF8A3C', '#FBCBDB'],
      ['#FF9E57', '#0E7C86', '#FFC08E'],
      ['#F5E6C8', '#F0508C', '#2BB6B0'],
      ['#0E7C86', '#F6D36B', '#0A6670'],
    ],
  },
  {
    name: 'nordic',
    dyes: [
      dye('Ice Blue', '#B9D6E2'),
      dye('Slate', '#4E6478'),
      dye('Saffron', '#E0A63A'),
      dye('Oatmeal', '#DCCDB4'),
      dye('Spruce', '#274B4A'),
      dye('Cranberry', '#A02B3A'),
    ],
    neutrals: [CREAM, NAVY, CHARCOAL, CAMEL],
    grounds: [
      ['#B9D6E2', '#F4EFE6', '#8FB7C9'],
      ['#E9DCC4', '#4E6478', '#DCCDB4'],
      ['#4E6478', '#E0A63A', '#3E5265'],
      ['#E6B65A', '#F4EFE6', '#D39A34'],
      ['#D6E4E4', '#A02B3A', '#B9D6E2'],
    ],
  },
  {
    name: 'jewel',
    dyes: [
      dye('Emerald', '#0F7A5A'),
      dye('Magenta', '#B3246E'),
      dye('Turmeric', '#E9A21B'),
      dye('Sapphire', '#243C9C'),
      dye('Ruby', '#A8172F'),
      dye('Peacock', '#0B5E73'),
    ],
    neutrals: [INK, CREAM, CHOCOLATE, NAVY],
    grounds: [
      ['#0F7A5A', '#E9A21B', '#0A644A'],
      ['#E9A21B', '#B3246E', '#F4C765'],
      ['#B3246E', '#F6C9A8', '#951A5A'],
      ['#F2DDB8', '#243C9C', '#E9A21B'],
      ['#2A4BB0', '#F2B33C', '#1E388C'],
    ],
  },
]
export const DENIM: readonly Dye[] = [
  dye('Indigo', '#2E4A7D'),
  dye('Mid Blue', '#5B82B5'),
  dye('Light Wash', '#9BB9D8'),
  dye('Washed Black', '#3A3A42'),
  dye('Ecru', '#EDE3CF'),
  dye('Deep Indigo', '#1F2F55'),
]
/** Colours that most people wear most days, beside those of the families. */
export const EVERYDAY: readonly Dye[] = [
  dye('White', '#FBFAF7'),
  dye('Grey', '#8B8A90'),
  dye('Brown', '#5F3B26'),
  dye('Tan', '#B07D4B'),
  dye('Beige', '#D3BF9F'),
  dye('Red', '#B8232F'),
  dye('Gold', '#D9A441'),
]
const GOLD: Hex = '#D9A441'
const SILVER: Hex = '#C9CDD2'
const ROSE_GOLD: Hex = '#E0B48A'
export const METALS: readonly Hex[] = [GOLD, SILVER, ROSE_GOLD, GOLD]
/** Materials and colours that name a metal. */
export const METAL_BY_MATERIAL: ReadonlyMap<string, Hex> = new Map([
  ['Gold', GOLD],
  ['Silver', SILVER],
  ['Gold-Trimmed', GOLD],
  ['Silver-Trimmed', SILVER],
])
export const SKINS: readonly Hex[] = [
  '#F6D7BC',
  '#F0C6A0',
  '#E8B58C',
  '#D9A075',
  '#C68B5E',
  '#B97A50',
  '#A86B44',
  '#8D5A3B',
  '#734731',
  '#5C3A26',
  '#482C1E',
]
export const HAIR_COLORS: readonly Hex[] = [
  '#16130F',
  '#241712',
  '#3A2416',
  '#5A3219',
  '#7B3F1D',
  '#A9682F',
  '#D6A558',
  '#B8B2AA',
  '#16130F',
  '#1D1512',
]
/** Dyed hair. */
export const BOLD_HAIR: readonly Hex[] = ['#D12C6B', '#2A6FB8', '#E07A2F', '#7A5FC0']
