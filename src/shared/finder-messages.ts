/** Every text of the photo finder, in a file of its own so that other screens do not load it. */

export const PHOTO_TEXT = {
  upload: 'Upload your photo',
  scanning: 'Scanning...',
  scanningImage: 'Scanning image...',
  analyzing: 'Analyzing objects in the image...',
  detectedObjects: 'Detected Objects',
  objectsFound: (objects: number) =>
    objects === 1 ? '1 object found' : `${objects} objects found`,
  noneDetected: 'No objects detected. Try scanning the image again or upload a different image.',
  noneComplete: 'No complete product information found.',
  beforeScan: 'Upload an image and scan to detect objects',
  findingObjects: 'Finding objects...',
} as const

/** Texts of the finder that the specification does not give. */
export const FINDER_TEXT = {
  title: 'Find products in a photo',
  lead: 'Every garment, shoe and bag in your photo, matched with products you can buy.',
  noAccount: 'No account needed.',
  dropHint: 'Drop it here, or paste it from the clipboard.',
  addressLabel: 'Or paste an image link',
  anotherPhoto: 'Another photo',
  preparing: 'Preparing your photo',
  uploading: (percent: number) => `Uploading ${percent}%`,
  waiting: (ahead: number) =>
    ahead === 0 ? 'Yours is next' : `${ahead} ${ahead === 1 ? 'scan' : 'scans'} ahead of yours`,
  findingObjects: 'Finding objects',
  searching: (searched: number, total: number) => `Searching ${searched} of ${total}`,
  scanAgain: 'Scan again',
  afterFailure: 'Scan this photo again, or choose another photo.',
  connectionLost: 'The connection was lost.',
  savedWithoutPicture:
    'Saved without a picture. To add one, choose Edit info and change the image.',
  invalidAddress: 'Please enter a valid image link starting with http:// or https://',
  remoteTrouble: (provider: string) =>
    `${provider} could not be reached. These matches come from our own catalogue.`,
  remoteBudget:
    'We have used up today’s web shop searches. These matches come from our own catalogue.',
  notAPicture: 'Please choose an image file.',
  heicNotReadable: 'This browser cannot open HEIC photos. Save the photo as a JPEG, or use Safari.',
  tooLarge: (megapixels: number) => `The picture has more than ${megapixels} megapixels.`,
  damagedPicture: 'This picture could not be opened. It may be damaged.',
  missing: 'Missing something? Tap it',
  adding: 'Tap it in the photo, or drag a box around it.',
  addInMiddle: 'Box in the middle',
  stopAdding: 'Cancel',
  addCandidate: (kind: string) => `Add ${kind}`,
  offers: 'Also in the photo?',
  addOffer: (kind: string) => `Possibly also in the photo: ${kind}. Add it`,
  showBox: 'Show box',
  hideBox: 'Hide box',
  editInfo: 'Edit info',
  deleteBox: 'Delete',
  deleteObject: (name: string) => `Delete ${name} from the results`,
  deleteQuestion: (name: string) => `Delete ${name}?`,
  deleteExplanation: 'This also deletes its card and anything you saved for it.',
  sureOf: (category: string, percent: number) => `${category}, ${percent}% sure`,
  manualBox: (category: string) => `${category}, added by you`,
  somethingElse: 'Something else',
  notThis: 'Not this',
  takeThis: 'Use this',
  keep: 'Keep in My Products',
  isKept: 'In My Products',
  describeBox: (hasMatches: boolean) =>
    `Edit it to say what it is${hasMatches ? ', or use one of the matches' : ''}.`,
  tools: 'Boxes',
  yourPhoto: 'Your photo',
  sharedPhoto: 'The shared photo',
  scanShared: 'Scan this photo?',
  scanSharedLead: 'It was shared with this site. It is uploaded only if you choose Scan.',
  scanSharedYes: 'Scan',
  scanSharedNo: 'Cancel',
  selectDot: 'Select a dot to see the closest matches or to add the product yourself.',
  addYourself: 'Add it yourself',
  copied: 'Link copied',
  changeImage: 'Change image',
  editedByYou: 'edited by you',
  fromSource: (source: string) => `From ${source}`,
  editObject: (name: string) => `Edit ${name}`,
} as const

/** Where a photo is scanned: on the device, or on the server if the visitor prefers that. */
export const DEVICE_TEXT = {
  stays: 'Your photo stays on this device. Only a description of each item is sent.',
  isSent: 'Your photo is sent to our server, scanned there and not stored.',
  preferServer: 'Scan on our server instead',
  preferDevice: 'Scan on this device instead',
  linkNote: 'Our server fetches the picture behind a link for you.',
  loading: (percent: number) => `Downloading the photo scanner ${percent}%`,
  loadingOnce: 'This is about 16 MB, once.',
  offline: 'Waiting for the network',
  offlineNote: 'You are offline. We will search for matches when you are back online.',
  offlineProductsNote: (names: string) =>
    `You are offline. These matches come from your offline products: ${names}. We will search for others when you are back online.`,
  notKept:
    'This browser has no space to keep the photo scanner, so the next visit downloads it again.',
  question: 'Send this photo to our server?',
  serverNote: 'The server scans the photo and does not store it.',
  send: 'Send photo',
  tryAgain: 'Try again on this device',
  download: 'Download and scan here',
  reload: 'Reload the page',
  reasons: {
    unsupported: 'This browser cannot scan photos on the device.',
    'save-data':
      'Your device asks to save data. Scanning here takes a download of about 16 MB, once.',
    network:
      'The download stopped because the connection was lost. What has arrived is kept for the next try.',
    damaged: 'Part of the photo scanner was damaged during the download.',
    outdated: 'This page is from an earlier version. Reload it to scan photos on the device.',
    slow: 'This device took too long.',
    memory: 'This device does not have enough memory for this photo.',
    stopped: 'The browser stopped the scan.',
  },
} as const

/** The results of one object, or of all. */
export const ANSWER_TEXT = {
  /** How certain the best match of an object is. */
  sureness: {
    'same item': 'same item',
    close: 'close',
    similar: 'similar',
    'closest we have': 'closest we have',
    'added by you': 'added by you',
  },
  sameItem: 'Same item',
  close: 'Close match',
  closest: 'Closest we have',
  nothingClose: 'Nothing close here',
  showClosest: 'Show the closest we have',
  tellMe: 'Tell me when there is',
  noneLikeThis: (kind: string) => `No ${kind} like this yet`,
  nearest: 'These come nearest.',
  matches: (name: string) => `Matches for ${name}`,
  refine: 'Refine',
  refineExample: (amount: string) => `in black, leather, under ${amount}`,
  refineNow: 'Show',
  filters: 'Filters',
  add: (label: string, products: number | null) =>
    products === null
      ? `Only ${label}`
      : `Only ${label} ${products} ${products === 1 ? 'product' : 'products'}`,
  clear: 'Clear all',
  showMore: 'Show more',
  moreMatches: 'More matches',
  allShown: (products: number) => `These are the ${products} closest. Refine to see others.`,
  noneLeft: 'No matches for these filters. Remove one to see more.',
  noneOfKind: 'We don’t have anything like this yet.',
  everything: 'All objects',
  strip: 'Objects in your photo',
  moreNotLoaded: 'Couldn’t load more matches',
  notLoaded: 'Couldn’t load the results',
  all: 'All',
} as const

/** One product for each object, bought together. */
export const LOOK_TEXT = {
  title: 'Shop the whole look',
  short: 'Whole look',
  description: 'Products that make a look together, and what they cost in all.',
  summary: (pieces: number, total: string) =>
    `${pieces} ${pieces === 1 ? 'piece' : 'pieces'}, ${total}`,
  total: 'Total',
  unpriced: (pieces: number) =>
    `plus ${pieces} ${pieces === 1 ? 'piece' : 'pieces'} without a known price`,
  budget: (currency: string) => `Budget in ${currency}`,
  best: 'Best matches',
  cheapest: 'Cheapest',
  overBudget: (lowestTotal: string) =>
    `The cheapest combination costs ${lowestTotal}. Leave something out, or raise the budget.`,
  exchange: 'Swap',
  exchangeFor: (name: string) => `Instead of ${name}`,
  leaveOut: 'Leave out',
  leftOut: 'Left out',
  putBack: 'Put back',
  share: 'Share this look',
  shareNote: 'The link shows these products, and neither your photo nor who you are.',
  notShared: (pieces: number) =>
    `${pieces} ${pieces === 1 ? 'piece is' : 'pieces are'} from outside our catalogue and not part of the link.`,
  empty: 'There are no products in this link.',
  findYours: 'Find a look from your own photo',
} as const

export const EDIT_DETECTION_TEXT = {
  title: 'Edit Product Information',
  category: 'Category',
  productTitle: 'Product Title',
  price: 'Price',
  productLink: 'Product Link',
  copyLink: 'Copy link',
  saveChanges: 'Save Changes',
  cancel: 'Cancel',
} as const

export const DETECTION_PROBLEMS = {
  requiredFields: 'Please fill in all required fields: Title, Price, and Product Link',
  invalidLink: 'Please enter a valid product link starting with http:// or https://',
  manualNotComplete:
    'Please edit this manual detection and add title, price, and valid product link before saving!',
  loginToFavorite: 'Please login to save favorite!',
} as const

export const SEARCH_ERRORS = {
  imageUploadFailed: (status: number) => `Image upload failed: ${status}`,
  uploadFailed: 'Upload failed',
  lensStatus: (status: number) => `Google Lens API error: ${status}`,
  lensFailed: 'Google Lens API failed',
  shoppingFailed: 'Google Shopping API failed',
  noTitles: 'No titles provided for shopping search',
  noValidTitles: 'No valid titles found for shopping search',
} as const

export const SCAN_MESSAGES = {
  detectionFailed: (error: string) => `Detection failed: ${error}`,
  /** Providers report an empty result as an error with this text. */
  noVisualMatches: 'No visual matches found',
  nothingFound: 'No objects found in the image',
  photoGone:
    'This photo was deleted because nothing in it was saved for a day. Upload it again to save this.',
  scanError: (message: string) => `Scan error: ${message}`,
} as const
