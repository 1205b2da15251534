import type CATEGORY_NAMES from './category-names.json'

/**
 * Colours and patterns, and frequent words that no category is called by, in languages whose kinds come from
 * category names alone. Adjectives are in the form of a feminine noun too where that is not regular.
 */
export const APPEARANCE_WORDS: Readonly<Partial<Record<keyof typeof CATEGORY_NAMES, string>>> = {
  ru: `
women: женский, женская, женское, женские
men: мужской, мужская, мужское, мужские
summer: летний, летняя, летнее
winter: зимний, зимняя, зимние
black: черный, черная, черное, черные
white: белый, белая, белое, белые
grey: серый, серая, серое, серые
beige: бежевый, бежевая, бежевое, бежевые
brown: коричневый, коричневая, коричневое, коричневые
red: красный, красная, красное, красные
burgundy: бордовый, бордовая, бордовое, бордовые
pink: розовый, розовая, розовое, розовые
orange: оранжевый, оранжевая, оранжевое, оранжевые
yellow: желтый, желтая, желтое, желтые
green: зеленый, зеленая, зеленое, зеленые
olive: хаки, оливковый
turquoise: бирюзовый, бирюзовая
light blue: голубой, голубая, голубое, голубые
blue: синий, синяя, синее, синие
purple: фиолетовый, фиолетовая, сиреневый
gold: золотой, золотистый
silver: серебряный, серебристый
multicolour: разноцветный, мультиколор
striped: в полоску, полосатый, полосатая
checked: в клетку, клетчатый, клетчатая
dotted: в горошек
floral: цветочный принт, в цветочек
leopard: леопардовый, леопардовая
watch: часы
underwear: белье, термобелье
glasses: очки
shoe: туфли, ботильоны
boot: ботильоны
beanie: шапка, шапки
trouser: штаны
cardigan: кардиган
shirt: сорочка
blouse: блуза
dress: сарафан
bag: сумочка
scarf: платок, палантин
`,
  cs: `
women: dámské, dámská, dámský
men: pánské, pánská, pánský
summer: letní
winter: zimní
black: černá, černý, černé
white: bílá, bílý, bílé
grey: šedá, šedý, šedé
beige: béžová, béžový
brown: hnědá, hnědý, hnědé
red: červená, červený, červené
burgundy: vínová
pink: růžová, růžový
orange: oranžová, oranžový
yellow: žlutá, žlutý
green: zelená, zelený, zelené
blue: modrá, modrý, modré
purple: fialová, fialový
gold: zlatá, zlatý
silver: stříbrná, stříbrný
striped: pruhovaný, pruhované
checked: kostkovaný, kostkovaná
floral: květinový, květovaný
dress: šaty
shoe: boty, lodičky
boot: kozačky
jacket: bunda
`,
  'sk-SK': `
black: čierna, čierny, čierne
white: biela, biely, biele
grey: sivá, šedá
brown: hnedá, hnedý
red: červená, červený
pink: ružová, ružový
yellow: žltá, žltý
green: zelená, zelený
blue: modrá, modrý
purple: fialová
striped: pásikavý
checked: kockovaný
floral: kvetinový
dress: šaty
`,
  'ro-RO': `
black: negru, neagra, negre
white: alb, alba
grey: gri
brown: maro
red: rosu, rosie
pink: roz
yellow: galben, galbena
green: verde
blue: albastru, albastra
purple: mov
striped: dungi
checked: carouri
floral: floral, flori
`,
  hu: `
black: fekete
white: fehér
grey: szürke
beige: bézs
brown: barna
red: piros, vörös
pink: rózsaszín
yellow: sárga
green: zöld
blue: kék
purple: lila
striped: csíkos
checked: kockás
dotted: pöttyös
floral: virágos, virágmintás
`,
  sv: `
black: svart, svarta
white: vit, vita
grey: grå, gråa
brown: brun, bruna
red: röd, röda
pink: rosa
yellow: gul, gula
green: grön, gröna
blue: blå, blåa
purple: lila
striped: randig, randiga
checked: rutig, rutiga
dotted: prickig
floral: blommig, blommiga
`,
  da: `
black: sort, sorte
white: hvid, hvide
grey: grå
brown: brun, brune
red: rød, røde
pink: lyserød
yellow: gul, gule
green: grøn, grønne
blue: blå
purple: lilla
striped: stribet, stribede
checked: ternet, ternede
floral: blomstret
`,
  'lt-LT': `
black: juoda, juodas, juodos
white: balta, baltas, baltos
grey: pilka, pilkas
brown: ruda, rudas
red: raudona, raudonas
pink: rožinė
yellow: geltona, geltonas
green: žalia, žalias
blue: mėlyna, mėlynas
striped: dryžuota
checked: languota
floral: gėlėta
`,
  el: `
black: μαύρο, μαύρη, μαύρα
white: λευκό, λευκή, άσπρο
grey: γκρι
beige: μπεζ
brown: καφέ
red: κόκκινο, κόκκινη
pink: ροζ
yellow: κίτρινο, κίτρινη
green: πράσινο, πράσινη
blue: μπλε
purple: μωβ
striped: ριγέ
checked: καρό
floral: φλοράλ
`,
}
