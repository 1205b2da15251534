/** How things are cut: `group:value` with the words that say so in a title or a query. */
export const TRAITS: Readonly<Record<string, string>> = {
  'sleeves:none':
    'sleeveless, strapless, no sleeves, without sleeves, spaghetti strap, spaghetti straps, strappy, halter, halterneck, halter neck, bandeau, with straps, cami, slip dress, sundress, tank dress, pinafore',
  'sleeves:short':
    'short sleeve, short sleeves, short sleeved, cap sleeve, cap sleeves, half sleeve, half sleeves',
  'sleeves:long':
    'long sleeve, long sleeves, long sleeved, full sleeve, balloon sleeve, bishop sleeve, bell sleeve, batwing, longsleeve',
  'sleeves:some': 'with sleeves, sleeve, sleeved, puff sleeve',
  'heel:flat':
    'flat, flat heel, no heel, no heels, without heel, without heels, heelless, flat sole',
  'heel:high':
    'heel, heeled, high heel, high heeled, stiletto, block heel, kitten heel, wedge, platform, pump',
  'hood:yes': 'hood, hooded, hoodie, with hood, with a hood',
  'hood:no': 'no hood, without hood, without a hood, hoodless',
  // A shawl collar is no shawl.
  'collar:shawl': 'shawl collar',
  'length:mini': 'mini, short dress, short skirt, miniskirt, minidress',
  'length:midi': 'midi, knee length, tea length, calf length',
  'length:maxi': 'maxi, long dress, long skirt, floor length, full length, ankle length',
  'waist:high': 'high waisted, high waist, high rise, highwaisted',
  'waist:low': 'low waisted, low waist, low rise',
}

/** Lengths of dresses and skirts, anywhere in a query: 'long floral dress'. */
export const LENGTH_WORDS: Readonly<Record<string, string>> = {
  long: 'length:maxi',
  short: 'length:mini',
}

/** Traits that several values satisfy. */
export const TRAIT_VALUES: Readonly<Record<string, readonly string[]>> = {
  'sleeves:some': ['sleeves:some', 'sleeves:short', 'sleeves:long'],
}

/** Traits that a kind implies. */
export const TRAITS_OF_KIND: Readonly<Record<string, string>> = {
  tanks: 'sleeves:none',
  camisoles: 'sleeves:none',
  tshirts: 'sleeves:short',
  'polo-shirts': 'sleeves:short',
  'long-sleeve-tops': 'sleeves:long',
  knitwear: 'sleeves:long',
  sweaters: 'sleeves:long',
  turtlenecks: 'sleeves:long',
  cardigans: 'sleeves:long',
  hoodies: 'sleeves:long hood:yes',
  sweatshirts: 'sleeves:long',
  parkas: 'hood:yes',
  sneakers: 'heel:flat',
  flats: 'heel:flat',
  slippers: 'heel:flat',
  loafers: 'heel:flat',
  'rain-boots': 'heel:flat',
  'dress-shoes': 'heel:flat',
  heels: 'heel:high',
}

export const TRAIT_LABELS: Readonly<Record<string, string>> = {
  'sleeves:none': 'Sleeveless',
  'sleeves:short': 'Short sleeves',
  'sleeves:long': 'Long sleeves',
  'sleeves:some': 'With sleeves',
  'heel:flat': 'Flat',
  'heel:high': 'With heel',
  'hood:yes': 'With hood',
  'hood:no': 'Without hood',
  'length:mini': 'Mini',
  'length:midi': 'Midi',
  'length:maxi': 'Maxi',
  'waist:high': 'High waist',
  'waist:low': 'Low waist',
}
