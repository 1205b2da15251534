/** For whom a product is made; unknown if no source states it. */
export const DEPARTMENTS = ['women', 'men', 'girls', 'boys', 'baby', 'unisex'] as const
export type Department = (typeof DEPARTMENTS)[number]

/** Departments with everything people call them. */
export const DEPARTMENT_NAMES: Readonly<Record<string, string>> = {
  women:
    'women, womens, woman, womans, ladies, lady, ladys, female, females, womenswear, for her, wife, my wife, girlfriend, my girlfriend, mum, mom, mother, sister, grandma, aunt, fiancee',
  men: 'men, mens, man, mans, male, males, gent, gents, gentleman, gentlemen, gentlemens, menswear, guy, guys, for him, husband, my husband, dad, father, brother, boyfriend, my boyfriend, grandpa, uncle, fiance',
  girls:
    'girl, girls, little girl, little girls, daughter, niece, granddaughter, schoolgirl, year old girl',
  boys: 'boy, boys, little boy, little boys, son, nephew, grandson, schoolboy, year old boy',
  baby: 'baby, babies, babys, newborn, newborns, infant, infants, new born, baby girl, baby boy',
  'girls boys':
    'kid, kids, child, children, childrens, childs, junior, juniors, youth, preschooler, year old',
  'girls boys baby': 'toddler, toddlers, little one',
  'girls women': 'teen girl, teenage girl, teen girls, teenage girls',
  'boys men': 'teen boy, teenage boy, teen boys, teenage boys',
  unisex: 'unisex, gender neutral, genderless, all gender, androgynous',
}
