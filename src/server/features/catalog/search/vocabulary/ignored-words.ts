const words = (...lists: string[]): ReadonlySet<string> => new Set(lists.join(' ').split(' '))

/** Words of a sentence that name no thing. */
export const FILLER_WORDS = words(
  'a an the i im i m we you me my your his her their our it its this that these those some any all',
  'is are was be do does did has have had can could should would will want wants need needs looking',
  'look for find show get buy buying shop shopping search please to of on at by from as and or with without in',
  'into up out about what which who where how why when something anything thing things stuff item',
  'items product products piece pieces pair pairs set kind type style styles fashion wear wears',
  'wearing worn wore outfit outfits looks good best nice great cool pretty beautiful cute lovely',
  'perfect favourite favorite trendy stylish fashionable elegant chic classy really very more most',
  'other new newest latest s t go goes everything every day like similar same one ones go-to',
  'not no non never but except little',
  'recommend suggestions ideas idea s colour color coloured colored print prints',
)

/**
 * Known words that the catalogue has no fact for: whom and what a thing is for, seasons and sizes. They
 * are never corrected into something else, and filter only where a title has them.
 */
export const OCCASION_WORDS = words(
  'men mens man male women womens woman female ladies lady girl girls boy boys kid kids children',
  'childrens baby unisex teen gentleman gentlemen wedding weddings guest party parties date night',
  'evening cocktail prom formal informal smart casual office work business interview school uni',
  'college gym sport sports sporty running run jogging yoga workout fitness training hiking walking',
  'cycling travel holiday vacation beach festival concert christmas birthday graduation funeral',
  'brunch dinner club clubbing home lounge winter summer spring autumn fall season seasonal warm',
  'cold hot weather rain rainy snow sunny cosy cozy comfy comfortable lightweight light heavy thick',
  'thin soft everyday daily streetwear vintage retro boho bohemian preppy goth grunge y2k minimal',
  'minimalist classic modern designer luxury cheap affordable budget expensive sale discount deal',
  'deals gift gifts present size sizes small medium large xs xl xxl petite tall plus maternity',
  'oversize feet foot head hands legs body wrist neck ears suit celebrity celebrities creator creators',
)
