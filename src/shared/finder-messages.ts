/** Every text of the photo finder (§5 and §8), apart from the others: no other screen needs it. */

export const PHOTO_TEXT = {
  upload: 'Upload your photo',
  scanning: 'Scanning...',
  scanningImage: 'Scanning image...',
  analyzing: 'Analyzing objects in the image...',
  detectedObjects: 'Detected Objects',
  objectsFound: (objects: number) => `${objects} objects found`,
  noneDetected: 'No objects detected. Try scanning the image again or upload a different image.',
  noneComplete: 'No complete product information found.',
  beforeScan: 'Upload an image and scan to detect objects',
  findingObjects: 'Finding objects...',
} as const

/** Ours: what the finder says where the specification has no words. */
export const FINDER_TEXT = {
  title: 'Find products in a photo',
  lead: 'Every garment, shoe and bag in your photo, matched with products you can buy.',
  takePhoto: 'Take a photo',
  dropHint: 'Drop it here, or paste one from the clipboard.',
  dropNow: 'Let go to scan this photo',
  addressLabel: 'Or the address of a picture',
  addressAction: 'Fetch',
  anotherPhoto: 'Another photo',
  preparing: 'Preparing your photo',
  uploading: (percent: number) => `Uploading ${percent}%`,
  findingObjects: 'Finding objects',
  searching: (searched: number, total: number) => `Searching ${searched} of ${total}`,
  scanAgain: 'Scan again',
  connectionLost: 'The connection was lost.',
  remoteTrouble: (provider: string) =>
    `${provider} could not be reached. These matches are our own.`,
  remoteBudget: 'Today’s searches in outside shops are used up. These matches are our own.',
  notAPicture: 'Please choose an image file',
  heicNotReadable:
    'This browser cannot open HEIC photos. Save it as a JPEG, or use Safari, and try again.',
  damagedPicture: 'This picture could not be opened. It may be damaged.',
  addBox: 'Add a box',
  drawBox: 'Draw a box',
  drawing: 'Drag across what you want to find',
  stopDrawing: 'Stop drawing',
  showBox: 'Show box',
  hideBox: 'Hide box',
  editInfo: 'Edit info',
  deleteBox: 'Delete',
  deleteQuestion: (name: string) => `Delete ${name}?`,
  deleteExplanation: 'Its card and everything stored about it go with it.',
  sureOf: (category: string, percent: number, products: number) =>
    `${category}, ${percent}% sure, ${products} ${products === 1 ? 'product' : 'products'}`,
  manualBox: (category: string, products: number) =>
    `${category}, added by you, ${products} ${products === 1 ? 'product' : 'products'}`,
  notThis: 'Not this',
  takeThis: 'Use this',
  moreLikeIt: 'More like it',
  inYourBox: 'In your box',
  describeBox: 'Tell us what it is, or take one of the matches below.',
  keep: 'Keep it',
  tools: 'Boxes',
  yourPhoto: 'Your photo',
  noMatch: 'Nothing like it in our catalogue yet.',
  byWords: 'Found by words',
  selectDot: 'Select a dot to see what comes closest, or to add it yourself.',
  addYourself: 'Add it yourself',
  commission: 'Links to shops may earn a commission.',
  copied: 'Link copied',
  changeImage: 'Change image',
  fromSource: (source: string) => `From ${source}`,
} as const

export const EDIT_DETECTION_TEXT = {
  title: 'Edit Product Information',
  category: 'Category',
  productTitle: 'Product Title',
  price: 'Price',
  productLink: 'Product Link',
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
  /** An error that contains this is no failure: the photo simply shows nothing we know. */
  noVisualMatches: 'No visual matches found',
  nothingFound: 'No objects found in the image',
  scanError: (message: string) => `Scan error: ${message}`,
} as const
