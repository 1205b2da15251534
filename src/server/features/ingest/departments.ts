import { type Department, DEPARTMENTS } from '#shared/domain/department.ts'
import { keyByWord } from '#shared/vocabulary/word-forms.ts'

/** Words by which feeds say whom an item is for, in lower case. */
const WORDS = {
  women:
    'female woman women womens women’s ladies lady damen dame frauen femme femmes mujer mujeres donna donne mulher mulheres feminino dames vrouwen kobieta kobiety damskie damska kadın kadin женский женская женские женщинам женщины жіночий жіноча',
  men: 'male man men mens men’s gents herren herr männer homme hommes hombre hombres uomo uomini homem homens masculino heren mannen mężczyzna męskie męska erkek мужской мужская мужские мужчинам мужчины чоловічий чоловіча',
  girls:
    'girl girls mädchen fille filles niña niñas bambina bambine menina meninas meisje meisjes dziewczynka dziewczęce девочки девочкам девочка дівчинка',
  boys: 'boy boys jungen junge garçon garçons niño niños bambino bambini menino meninos jongen jongens chłopiec chłopięce мальчики мальчикам мальчик хлопчик',
  baby: 'baby babies newborn infant infants bébé bébés bebé bebés neonato neugeborene säugling малыши новорожденные',
  kids: 'kid kids child children toddler toddlers youth junior teen kinder kind enfant enfants infantil kinderen dzieci çocuk дети детский детская детям',
  unisex: 'unisex neutral унисекс унісекс',
} as const
type Word = keyof typeof WORDS
const DEPARTMENT_OF_WORD = keyByWord(WORDS)

const wordsIn = (text: string): Set<Word> =>
  new Set(
    text
      .toLowerCase()
      .replaceAll("'", '’')
      .split(/[^\p{L}’]+/u)
      .flatMap(
        (name) =>
          DEPARTMENT_OF_WORD.get(name) ?? DEPARTMENT_OF_WORD.get(name.replace(/’s$/, '')) ?? [],
      ),
  )

/**
 * Whom an item is for, by its gender and age group, or else by the path of its category ('Women >
 * Dresses'). Empty if the feed does not say.
 */
export const departmentsOf = (
  gender: string | undefined,
  ageGroup: string | undefined,
  path: string | undefined,
): Department[] => {
  const statedWords = wordsIn(`${gender ?? ''} ${ageGroup ?? ''}`)
  const words = statedWords.size > 0 ? statedWords : wordsIn(path ?? '')
  const isChild = words.has('kids') || words.has('girls') || words.has('boys')
  const departments = new Set<Department>()
  if (words.has('baby')) departments.add('baby')
  else if (isChild) {
    const isFemale = words.has('girls') || words.has('women')
    const isMale = words.has('boys') || words.has('men')
    if (isFemale || !isMale) departments.add('girls')
    if (isMale || !isFemale) departments.add('boys')
  } else if (words.has('women') && words.has('men')) departments.add('unisex')
  else if (words.has('women')) departments.add('women')
  else if (words.has('men')) departments.add('men')
  else if (words.has('unisex')) departments.add('unisex')
  return DEPARTMENTS.filter((department) => departments.has(department))
}
