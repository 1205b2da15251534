/**
 * Why feeds and catalogue files are refused, and what is wrong with their items. Threads and jobs write these
 * in English; `restateMessage` says them in the language of the reader.
 */

/** About a whole feed. */
export const FEED_TEXT = {
  sentence: (problem: string) => `${problem}.`,
  asks: (problem: string, question: string) => `${problem}. ${question}`,
  empty: 'The feed is empty',
  noItems: 'The feed has no items',
  noTitleColumn: (columns: string) => `No column has a title. The first line names ${columns}`,
  unclosedQuote: (line: number) => `A quoted value that begins in line ${line} never ends`,
  endsInLine: (line: number) => `The feed ends in the middle of line ${line}`,
  lineTooLong: (line: number) => `Line ${line} is too long`,
  tooDeep: (line: number) => `Line ${line} is nested too deeply`,
  endlessText: (line: number) => `Line ${line} begins a text that does not end`,
  tooLarge: 'The feed is too large',
  largerThan: (megabytes: number) => `The feed is larger than ${megabytes} MB`,
  fileLargerThan: (megabytes: number) => `The file is larger than ${megabytes} MB`,
  pageTooLarge: 'A page of the shop is too large',
  takesTooLong: 'The feed takes too long to read',
  takesTooMuchMemory: 'The feed needs too much memory to read',
  pageTakesTooLong: 'The page takes too long to read',
  pageTakesTooMuchMemory: 'The page needs too much memory to read',
  notAllowed: (status: number) =>
    `The shop does not let this server read the feed (status ${status})`,
  gone: (status: number) => `There is no longer a feed at this address (status ${status})`,
  fewerRequests: 'The shop asks for fewer requests (status 429)',
  shopFailed: (status: number) => `The shop's server failed (status ${status})`,
  noServer: (host: string) => `There is no server called ${host}`,
  unreachable: (host: string) => `${host} cannot be reached`,
  cutOff: (host: string) => `${host} ended the connection before the feed was complete`,
  tooSlow: (host: string) => `${host} did not answer in time`,
  badCertificate: (host: string) => `The security certificate of ${host} is not valid`,
  noFeedInZip: (names: string) =>
    `The ZIP archive has no feed (${names}); pack the one with the products alone`,
  feedsInZip: (count: number, names: string) =>
    `The ZIP archive has ${count} feeds (${names}); pack the one with the products alone`,
  damagedZip: 'The file is a damaged or truncated ZIP archive',
  hugeZip: 'ZIP archives of more than 4 GB are not read',
  filesInZip: 'The ZIP archive has too many files',
  lockedZip: 'The ZIP archive is protected by a password',
  zipMethod: 'The ZIP archive is packed by a method that cannot be read',
  zipInZip: 'The feed is a ZIP archive inside another; unpack the outer one',
  damagedGzip: 'The feed is a damaged or truncated gzip file',
  unknownEncoding: (name: string) => `The feed is written in an unknown encoding, ${name}`,
  badJson: (detail: string) => `The feed is not valid JSON, or truncated: ${detail}`,
  noProductList: 'The JSON has no list of products',
  badXml: (detail: string) => `The feed is not well-formed XML: ${detail}`,
  badXmlInLine: (line: string, detail: string) =>
    `The feed is not well-formed XML: line ${line}, ${detail}`,
  noXmlItems: 'The XML has no items: neither RSS nor Atom, Yandex YML or a list of products',
  noSheet: 'The Excel file has no sheet',
  complicatedExcel: 'The Excel file is too complicated',
  damagedExcel: (detail: string) => `The Excel file is damaged: ${detail}`,
  textInExcel: 'The Excel file has too much text',
  isWebPage: 'This is a web page. It can be read if it is the page of a product',
  noProductOnPage: 'The page describes no product with a price',
  answersWithPage: 'The address answers with a web page instead of a feed',
  uploadGone: 'The uploaded file no longer exists. Upload it again',
  notFinished: 'This server could not finish reading the feed; see its log',
  noFile: (source: string) => `There is no file ${source}`,
  mayNotRead: (source: string) => `This server may not read the file ${source}`,
  isFolder: (source: string) => `${source} is a folder, not a file`,
  sellerOffersThese: (seller: string) =>
    `The shop '${seller}' already offers these items, at the same addresses`,
  noneIsFashion: (items: number, categories: string) =>
    `None of the ${items} items is certainly fashion: ${categories}`,
  moreCategories: (categories: string, more: number) => `${categories} and ${more} more categories`,
  unusable: (skipped: number, items: number) => `${skipped} of ${items} items are unusable`,
  unusableMostly: (skipped: number, items: number, problem: string) =>
    `${skipped} of ${items} items are unusable. Most often, an item ${problem}`,
  fewLeft: (offers: number, before: number) =>
    `The feed has only ${offers} items left; it had ${before}`,
} as const

/** About an item; `problem` follows its name. */
export const ITEM_TEXT = {
  titleAndId: (title: string, id: string, problem: string) => `'${title}' (id ${id}) ${problem}`,
  titleAlone: (title: string, problem: string) => `'${title}' ${problem}`,
  idAlone: (id: string, problem: string) => `Item ${id} ${problem}`,
  line: (line: number, problem: string) => `Line ${line}: ${problem}`,
  sharedId: (items: number, id: string) =>
    `${items} items share the id ${id}; the last one was used`,
  noTitle: 'has no title',
  noLink: 'has no link',
  noPrice: 'has no price',
  impossiblePrice: (price: string) => `has an impossible price, ${price}`,
  priceWithoutCurrency: 'has a price without a currency',
  priceWithoutCurrencyIn: (price: string) => `has a price without a currency, ${price}`,
  linkWithoutShop: "has a link without the shop's address",
  linkWithoutShopIn: (link: string) => `has a link without the shop's address: ${link}`,
  badLink: 'has a link that is not a web address',
  badLinkIn: (link: string) => `has a link that is not a web address: ${link}`,
  longLink: 'has a link that is too long',
  privateLink: 'has a link into a private network',
  privateLinkIn: (link: string) => `has a link into a private network: ${link}`,
  notPublished: 'is not published',
  noProduct: 'is not a product',
  noFashion: 'is not fashion',
  unknownKind: 'is of no kind that we know',
  notJson: 'is not valid JSON',
  withheld: 'was removed after a notice and is not imported',
} as const

/** About a row of a catalogue file or a setting of a shop; `problem` follows the name of its column. */
export const ROW_TEXT = {
  inColumn: (column: string, problem: string) => `${column} ${problem}`,
  columnMissing: (column: string) => `The column ${column} is missing`,
  columnUnused: (column: string) => `The column ${column} is not used`,
  unnamedColumn: 'A column without a name is not used',
  lookMoved: (former: string, owner: string) =>
    `The look belonged to ${former} and now belongs to ${owner}`,
  listedAs: (given: string, name: string) => `${given} is listed as ${name}`,
  steps: {
    reading: 'reading',
    people: 'celebrities and images',
    products: 'products',
    counting: 'counting',
    done: 'done',
  },
  emptyFile: 'The file is empty',
  longerThan: (characters: number) => `is longer than ${characters} characters`,
  longerThanBytes: (bytes: number) => `is longer than ${bytes} bytes`,
  tooLong: 'is too long',
  nullCharacter: 'holds a null character',
  noPicture: (prefix: string) => `is neither an http(s) address nor a picture of ours (${prefix}…)`,
  noHttpAddress: 'is not an http(s) address',
  noNumber: 'is not a number',
  noWholeNumber: 'is not a whole number',
  noPixels: 'is not a size in pixels',
  noBox: 'is not "x y width height" in fractions (0 to 1) of the image, inside the image',
  noPoint: 'has a point after the box that is not "x y" inside the box',
  noLetter: 'has neither letter nor digit',
  fashionOrAll: 'is neither fashion nor all',
  noneOf: (values: string) => `is none of ${values}`,
  noInterval: 'must look like 30m, 6h or 1d',
  shortInterval: 'must be at least 5m',
  noCurrency: 'must be a three-letter code such as EUR',
  badPair: (pair: string, attributes: string) =>
    `has '${pair}', which is not ATTRIBUTE=COLUMN with one of ${attributes}`,
  wrong: 'is wrong',
} as const
