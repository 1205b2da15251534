const splitWords = (...lists: string[]): ReadonlySet<string> => new Set(lists.join(' ').split(' '))

/** Words that carry no information about a product. */
export const FILLER_WORDS = splitWords(
  'a an the i im i m we you me my your his her their our it its this that these those some any all',
  'is are was be do does did has have had can could should would will want wants need needs looking',
  'look for find show get buy buying shop shopping search please to of on at by from as and or with without in',
  'into up out about what which who where how why when something anything thing things stuff item',
  'items product products piece pieces pair pairs set kind type style styles fashion wear wears',
  'wearing worn wore outfit outfits looks good best nice great',
  'perfect favourite favorite really very more most',
  'newest latest s t go goes everything every day like similar same one ones go-to',
  'little am not no non never but except nothing none excluding minus other than free able years old age ages year',
  'dont doesnt cant wont isnt arent need needs',
  'called named gear attire online store recommend suggestions ideas idea s colour color coloured colored print prints',
)

/**
 * Known words that the catalogue has no data for. They are never corrected into something else, and
 * filter only if a title contains them; the page says that they were ignored.
 */
export const UNFILTERABLE_WORDS = splitWords(
  'season seasonal lightweight light heavy thick thin soft modern designer luxury sale discount deal',
  'deals size sizes oversize feet foot head hands legs body wrist neck ears',
  'celebrity celebrities creator creators quality high low low-cut pockets pocket stretch breathable',
  'sustainable ethical organic handmade custom machine washable trendy stylish fashionable elegant chic',
  'classy cool pretty beautiful cute lovely popular sexy sultry sweet adorable edgy',
  // Details of a product.
  'slit neckline backless zip zipper button buttons strap straps laces sole soles collar cuffs hem lining',
  'toe toes buckle tassel tassels pleats ruching arms shoulders chest tummy waistline ankle ankles calf calves',
  // What people also look for when they shop.
  'dupe dupes lookalike lookalikes alternative alternatives inspo inspiration recommendation recommendations',
  'haul review reviews clearance offer offers reduced brand brands outlet rental hire aesthetic vibe vibes',
  'essentials staple staples ootd price prices cost delivery wishlist',
)

/** Everyday words that are spelled much like a word of the vocabulary: 'read' is not 'red'. */
export const EVERYDAY_WORDS = splitWords(
  'able above across actually add after again against ago almost alone along already also although',
  'always am among another answer apart area around arrive ask away back bad bar bear because become',
  'been before begin behind being below beside better between beyond big bit book both break bring',
  'build busy call came care carry case catch change check choose city clean clear close come comes',
  'cook cost count cover covers cross cut dance dark dear deep door down draw dream drink drive dry',
  'during each early earn easy eat end enough even ever eye eyes face fact fair far fast feel few fill',
  'film final fine fire first fit fits fix floor fly follow food forget friend friends front full fun',
  'game garden gave give given glad going gone got grow had half hall hand happy hard hate hear heart',
  'heat hello help helps here hide high hit hold holds hope hour house idea indoors inside instead job',
  'join just keep keeps kitchen know lake land last late laugh lead learn least leave left less let',
  'letter letters life lift line list listen live long lose lost lot love low mail main make makes many',
  'map mark market matter may maybe mean meet meeting might mind minute miss money month moon morning',
  'mother motorbike mountain mouth move movie much music must name near never next nobody nothing now',
  'office often old once only open order out outdoors outside over own park part pass past pay people',
  'phone photo pick picture pictures place plan play point pool poor post protect pull push put quick',
  'quiet race reach read ready real rest ride riding right river road room round rule sad safe said',
  'same sand save say sea seat see seen sell send sense serve shape share sharp shine shiny short side',
  'sight sign simple since sing sit sky sleep slow small smell smile sofa someone song soon sound space',
  'speak spend stand start state stay step still stop store story street strong sun sure swim table',
  'take takes talk tell than thank then there thing think thought through ticket time times tired today',
  'together tomorrow tonight too took total touch tough town train tree trip true try turn under',
  'amsterdam athens bali bangkok barcelona berlin brooklyn cannes chicago copenhagen dubai dublin florence',
  'france germany greece hawaii ibiza india istanbul italy japan korea lisbon london madrid mallorca manchester',
  'mexico miami milan monaco morocco moscow mykonos oslo paris poland portugal prague rome santorini seoul',
  'spain stockholm sydney tokyo toronto turkey tuscany vegas venice vienna warsaw york zurich',
  'understand until upon upper use used useful usual view visit voice wait wake walk wall warm was wash',
  'watching water way ways week weekend well went were wet while whole whom wide wife wild win wind',
  'window wish woke won word words world worry write wrong year years yes yet young',
)

/** Words that exist, but that somebody who looks for clothes types by mistake. */
export const SPELLING_SLIPS: Readonly<Record<string, string>> = {
  neckless: 'necklace',
  necklesses: 'necklaces',
  earing: 'earring',
  earings: 'earrings',
  broach: 'brooch',
  cloths: 'clothes',
  tites: 'tights',
  wite: 'white',
  whit: 'white',
  gren: 'green',
  blak: 'black',
  sute: 'suit',
}
