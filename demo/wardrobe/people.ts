import type { Hex } from '#demo/draw/color.ts'
import { plain } from '#demo/draw/fabric.ts'
import { BODIES, type BodyName } from '#demo/figure/body.ts'
import type { Appearance } from '#demo/figure/dressed.ts'
import { grayHair, makeFace } from '#demo/figure/face.ts'
import type { HairName } from '#demo/figure/hair.ts'
import { LIP_COLORS } from '#demo/figure/head.ts'
import { randomFrom } from '#demo/random.ts'
import { BOLD_HAIR, FAMILIES, HAIR_COLORS, SKINS, type Family } from './palette.ts'
import type { StyleName } from './styles.ts'

export type Person = {
  name: string
  styleType: 'celebrity' | 'creator'
  home: boolean
  manner: 'feminine' | 'masculine'
  styles: readonly StyleName[]
  family: Family
  second: Family
  appearance: Appearance
  /** The backdrops used for this person. */
  backdrops: readonly [number, number, number]
}
type Entry = readonly [
  name: string,
  style: 'celebrity' | 'creator',
  manner: 'f' | 'm',
  skin: number,
  hair: HairName,
  body: BodyName,
  family: number,
  styles: readonly StyleName[],
  extra?: 'home' | 'beard' | 'bold',
]

/** Invented people. Any resemblance to real names is accidental. */
const ENTRIES: readonly Entry[] = [
  ['Amara Okonjo-Bell', 'celebrity', 'f', 8, 'afro', 'slender', 0, ['tailored', 'glam'], 'home'],
  ['Léa Montclaire', 'celebrity', 'f', 1, 'bob', 'willowy', 1, ['tailored', 'romantic'], 'home'],
  [
    'Ca$h Delacroix-Reyes',
    'celebrity',
    'm',
    7,
    'locs',
    'athletic',
    7,
    ['street', 'tailored'],
    'home',
  ],
  ['Noor al-Tamimi', 'creator', 'f', 4, 'hijab', 'slender', 5, ['minimal', 'tailored'], 'home'],
  ['Ravi Santhanam', 'celebrity', 'm', 6, 'quiff', 'lanky', 9, ['tailored', 'preppy'], 'home'],
  ['Mei-Lin Zhaoyang', 'creator', 'f', 1, 'fringe', 'willowy', 4, ['street', 'preppy'], 'home'],
  ["Siobhán O'Dalaigh", 'celebrity', 'f', 0, 'waves', 'curvy', 3, ['bohemian', 'romantic'], 'home'],
  ['Tomás Iriarte Luz', 'creator', 'm', 4, 'curls', 'slender', 8, ['minimal', 'street'], 'home'],
  ['Adwoa Mensah-Clarke', 'creator', 'f', 9, 'braids', 'curvy', 9, ['glam', 'romantic']],
  ['Ingrid Solvang', 'celebrity', 'f', 0, 'long', 'willowy', 8, ['minimal', 'tailored']],
  ['Kenji Morikawa-Lund', 'celebrity', 'm', 2, 'crop', 'lanky', 6, ['minimal', 'street']],
  ['Zuri Wanjala', 'celebrity', 'f', 10, 'buzz', 'willowy', 6, ['glam', 'minimal']],
  ['Esperanza Villaverde', 'celebrity', 'f', 4, 'bun', 'curvy', 2, ['glam', 'romantic']],
  ["D'Angelo Whitcombe", 'celebrity', 'm', 9, 'buzz', 'broad', 0, ['street', 'tailored'], 'beard'],
  ['Priya Venkataraghavan', 'creator', 'f', 6, 'long', 'slender', 9, ['bohemian', 'glam']],
  ['Élodie Marchand-Roy', 'creator', 'f', 1, 'pixie', 'willowy', 2, ['preppy', 'minimal']],
  ['Mateus Carvalhal', 'creator', 'm', 5, 'curls', 'athletic', 7, ['athletic', 'street']],
  ['Hana Kurosawa-Bright', 'creator', 'f', 1, 'topknot', 'slender', 1, ['street', 'preppy']],
  [
    'Oluwaseun Adebanjo',
    'celebrity',
    'm',
    9,
    'crop',
    'athletic',
    3,
    ['tailored', 'minimal'],
    'beard',
  ],
  ['Freyja Lindström-Ek', 'creator', 'f', 0, 'ponytail', 'slender', 8, ['athletic', 'minimal']],
  ['Yasmin Benhaddou', 'creator', 'f', 4, 'waves', 'curvy', 0, ['bohemian', 'romantic']],
  ['Malik Thibodeaux', 'celebrity', 'm', 8, 'locs', 'lanky', 5, ['street', 'preppy']],
  ['Aroha Te Kanawai', 'celebrity', 'f', 5, 'waves', 'full', 3, ['bohemian', 'minimal']],
  ['Giulietta Sforzani', 'celebrity', 'f', 2, 'bob', 'curvy', 2, ['glam', 'tailored']],
  ['Björn Hallgrímur', 'creator', 'm', 0, 'bun', 'broad', 8, ['street', 'minimal'], 'beard'],
  ['Naledi Khumo', 'creator', 'f', 9, 'turban', 'slender', 9, ['glam', 'bohemian']],
  ['Camila Restrepo-Díaz', 'creator', 'f', 3, 'long', 'slender', 7, ['athletic', 'romantic']],
  ['Jun-ho Baekseon', 'celebrity', 'm', 1, 'fringe', 'slender', 4, ['street', 'preppy']],
  ['Anaïs Beaurivage', 'celebrity', 'f', 7, 'halo', 'slender', 1, ['romantic', 'glam']],
  ['Dmitri Volkonsky-Hart', 'creator', 'm', 0, 'quiff', 'athletic', 6, ['tailored', 'street']],
  ['Leilani Kahananui', 'creator', 'f', 5, 'long', 'curvy', 7, ['bohemian', 'athletic']],
  ['Fatoumata Diarrassou', 'celebrity', 'f', 10, 'turban', 'willowy', 0, ['tailored', 'glam']],
  ['Rowan Ashgrove', 'creator', 'm', 1, 'waves', 'slender', 3, ['preppy', 'bohemian']],
  ['Ximena Quetzal', 'creator', 'f', 4, 'braids', 'slender', 5, ['bohemian', 'street']],
  ['Samir Haddadi', 'celebrity', 'm', 4, 'crop', 'athletic', 1, ['tailored', 'minimal'], 'beard'],
  ['Thandeka Moloi-Grant', 'celebrity', 'f', 9, 'afro', 'full', 2, ['glam', 'tailored']],
  ['Ondřej Malinovský', 'creator', 'm', 0, 'curls', 'lanky', 4, ['preppy', 'street']],
  ['Soraya Farrokhnia', 'celebrity', 'f', 3, 'waves', 'slender', 9, ['glam', 'minimal']],
  ['Kwabena Asante-Frost', 'creator', 'm', 9, 'halo', 'slender', 7, ['street', 'athletic']],
  ['Maëlys Fontvieille', 'creator', 'f', 1, 'long', 'slender', 3, ['romantic', 'preppy']],
  ['Tala Bituin-Cruz', 'creator', 'f', 3, 'bob', 'slender', 4, ['street', 'romantic']],
  ['Caspian Thornfield', 'celebrity', 'm', 1, 'quiff', 'lanky', 3, ['tailored', 'preppy']],
  ['Ngozi Chukwuemeka-Hale', 'celebrity', 'f', 8, 'braids', 'curvy', 5, ['tailored', 'bohemian']],
  [
    "Ruairí Mac an t'Saoir",
    'creator',
    'm',
    0,
    'crop',
    'athletic',
    8,
    ['athletic', 'street'],
    'beard',
  ],
  ['Paloma Etxeberria', 'celebrity', 'f', 2, 'bun', 'willowy', 6, ['minimal', 'glam']],
  ['Hamza Qureshi-Lane', 'creator', 'm', 5, 'quiff', 'slender', 0, ['street', 'tailored'], 'beard'],
  ['Lindiwe Sekgoba', 'creator', 'f', 9, 'pixie', 'slender', 7, ['athletic', 'street']],
  ['Valentina Cardellini-Ruiz', 'celebrity', 'f', 3, 'ponytail', 'slender', 0, ['glam', 'street']],
  ['Ayumi Sakuragawa', 'celebrity', 'f', 1, 'long', 'willowy', 6, ['minimal', 'preppy']],
  [
    'Emeka Obiora-Stone',
    'celebrity',
    'm',
    10,
    'bald',
    'broad',
    9,
    ['tailored', 'minimal'],
    'beard',
  ],
  ['Pernille Dahlgaard', 'creator', 'f', 0, 'fringe', 'curvy', 1, ['romantic', 'street']],
  ['Farah Suleimanova', 'creator', 'f', 3, 'hijab', 'curvy', 2, ['romantic', 'minimal']],
  ['Diego Altamirano Paz', 'celebrity', 'm', 4, 'crop', 'athletic', 5, ['tailored', 'street']],
  ['Saffron Wildehart', 'creator', 'f', 0, 'curls', 'full', 4, ['bohemian', 'preppy'], 'bold'],
  ['Ikram Bouazizi', 'celebrity', 'f', 5, 'hijab', 'slender', 1, ['tailored', 'romantic']],
  ['Nikau Rangihuna', 'creator', 'm', 6, 'bun', 'broad', 7, ['athletic', 'street'], 'beard'],
  ['Clémence Duvallier', 'celebrity', 'f', 1, 'topknot', 'slender', 9, ['romantic', 'glam']],
  ['Taj Bhattarai', 'creator', 'm', 5, 'curls', 'slender', 6, ['street', 'minimal']],
  ['Wanjiku Mwangaza', 'creator', 'f', 8, 'locs', 'slender', 3, ['bohemian', 'street']],
  ['Isolde Kestrel', 'celebrity', 'f', 0, 'bob', 'willowy', 5, ['minimal', 'bohemian']],
  ['Chidi Nwosu-Park', 'creator', 'm', 8, 'crop', 'lanky', 1, ['preppy', 'street']],
  ['Lupe Arriaga-Moon', 'creator', 'f', 4, 'fringe', 'full', 7, ['romantic', 'street'], 'bold'],
  ['Sun-hee Narae', 'creator', 'f', 1, 'waves', 'slender', 2, ['preppy', 'romantic']],
  ['Bastien Corvaisier', 'celebrity', 'm', 2, 'waves', 'lanky', 2, ['tailored', 'minimal']],
  ['Makana Ferreira', 'celebrity', 'f', 6, 'halo', 'curvy', 8, ['street', 'glam']],
  ['Oriana Pellicciari', 'creator', 'f', 2, 'pixie', 'curvy', 8, ['tailored', 'minimal'], 'bold'],
]

const at = <T>(list: readonly T[], index: number): T => {
  const item = list[index % list.length]
  if (item === undefined) throw new Error('Cannot take an item from an empty list')
  return item
}

const personFrom = ([
  name,
  styleType,
  manner,
  skin,
  hair,
  body,
  family,
  styles,
  extra,
]: Entry): Person => {
  const random = randomFrom(`person ${name}`)
  const feminine = manner === 'f'
  const ownFamily = at(FAMILIES, family)
  const hairColor: Hex =
    extra === 'bold'
      ? random.pick(BOLD_HAIR)
      : skin > 5
        ? at(HAIR_COLORS, random.whole(0, 2))
        : random.pick(HAIR_COLORS)
  const lips = feminine && random.odds(0.85) ? random.pick(LIP_COLORS) : null
  const face = makeFace(name, {
    skin: at(SKINS, skin),
    hairColor,
    lips,
    isFeminine: feminine,
    hasBeard: extra === 'beard',
  })
  const appearance: Appearance = {
    body: BODIES[body],
    skin: at(SKINS, skin),
    face,
    hair,
    hairColor: extra === 'bold' ? hairColor : grayHair(hairColor, face.age),
    headCloth: plain(random.pick(ownFamily.dyes).hex),
    beard: extra === 'beard',
  }
  return {
    name,
    styleType,
    home: extra === 'home',
    manner: feminine ? 'feminine' : 'masculine',
    styles,
    family: ownFamily,
    second: at(FAMILIES, family + 3 + random.whole(0, 3)),
    appearance,
    backdrops: [random.whole(0, 100), random.whole(0, 100), random.whole(0, 100)],
  }
}
export const makePeople = (): Person[] => ENTRIES.map(personFrom)
