import styles from './icon.module.css'

/** Drawn on a 24-unit grid in one line weight. */
const STROKES = {
  heart:
    'M12 20.2C5.7 15.8 3 12.6 3 9.1A4.9 4.9 0 0 1 7.9 4.2c1.7 0 3.2.8 4.1 2.2a4.9 4.9 0 0 1 4.1-2.2A4.9 4.9 0 0 1 21 9.1c0 3.5-2.7 6.7-9 11.1Z',
  search: 'M10.8 17.6a6.8 6.8 0 1 0 0-13.6 6.8 6.8 0 0 0 0 13.6ZM20 20l-4.3-4.3',
  menu: 'M3.5 8h17M3.5 16h17',
  close: 'M5.5 5.5l13 13M18.5 5.5l-13 13',
  person:
    'M12 11.6a3.9 3.9 0 1 0 0-7.8 3.9 3.9 0 0 0 0 7.8ZM4.5 20.2c.9-3.6 3.8-5.6 7.5-5.6s6.6 2 7.5 5.6',
  plus: 'M12 4.5v15M4.5 12h15',
  check: 'M4.5 12.6l4.8 4.8L19.5 7',
  'arrow-right': 'M4 12h15.5M13.5 6l6 6-6 6',
  'arrow-left': 'M20 12H4.5M10.5 6l-6 6 6 6',
  'arrow-up': 'M12 20V4.5M6 10.5l6-6 6 6',
  'arrow-down': 'M12 4v15.5M6 13.5l6 6 6-6',
  board: 'M4 4.5h7v9H4v-9ZM14 4.5h6v5h-6v-5ZM14 12.5h6v7h-6v-7ZM4 16.5h7v3H4v-3Z',
  'arrow-up-right': 'M7 17L17.5 6.5M8.5 6.5h9v9',
  'chevron-down': 'M6 9.5l6 6 6-6',
  mail: 'M3.5 6h17v12h-17V6ZM3.5 7l8.5 6.5L20.5 7',
  more: 'M5 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0ZM11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0ZM17 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0Z',
  pause: 'M8.5 5v14M15.5 5v14',
  play: 'M7.5 5.2v13.6L18.5 12 7.5 5.2Z',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.8v2M12 19.2v2M2.8 12h2M19.2 12h2M5.5 5.5l1.4 1.4M17.1 17.1l1.4 1.4M18.5 5.5l-1.4 1.4M6.9 17.1l-1.4 1.4',
  moon: 'M19.8 14.4A8.2 8.2 0 0 1 9.6 4.2a8.2 8.2 0 1 0 10.2 10.2Z',
  edit: 'M4.5 19.5h3.6L19 8.6a2.5 2.5 0 0 0-3.6-3.6L4.5 15.9v3.6Z',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12.5h9.4L17.5 7M10 10.5v5.5M14 10.5v5.5',
  upload: 'M12 15.5V4.5M7.5 9L12 4.5 16.5 9M4.5 15.5v4h15v-4',
  bag: 'M5 8.5h14L18 20H6L5 8.5ZM9 11V7a3 3 0 0 1 6 0v4',
  camera:
    'M4 7.8h3.6L9.2 5.4h5.6l1.6 2.4H20v11H4v-11ZM12 16.4a3.6 3.6 0 1 0 0-7.2 3.6 3.6 0 0 0 0 7.2Z',
  eye: 'M2.8 12S6 5.8 12 5.8 21.2 12 21.2 12 18 18.2 12 18.2 2.8 12 2.8 12ZM12 14.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2Z',
  'eye-off':
    'M2.8 12S6 5.8 12 5.8 21.2 12 21.2 12 18 18.2 12 18.2 2.8 12 2.8 12ZM12 14.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2ZM4.5 19.5l15-15',
  copy: 'M8.5 8.5h11v11h-11v-11ZM15.5 8.5v-4h-11v11h4',
  key: 'M8.2 19.6a4.2 4.2 0 1 0 0-8.4 4.2 4.2 0 0 0 0 8.4ZM11.2 12.4L20 3.6M15.4 8.2l3 3M18 5.6l2.2 2.2',
  refresh: 'M19.5 5v4.5H15M19 9.2A7.6 7.6 0 1 0 19.6 13',
  warning: 'M12 4.2L21 19.5H3L12 4.2ZM12 10v4.5M12 17v.2',
  bell: 'M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5l1.5 2H5l1.5-2ZM10 21h4M12 5.5V3.5',
  picture: 'M4 5h16v14H4V5ZM4 16l4.5-4.5 3.5 3.5 3-3 5 5M15.5 9.2v.1',
} as const

export type IconName = keyof typeof STROKES

type IconProps = {
  name: IconName
  size?: number
  /** Whether the shape is filled, as the heart of a saved product is. */
  isFilled?: boolean
}

/** They point along the line of text. */
const DIRECTED = /^arrow-(?:left|right|up-right)$/

/** Decorative: the control around it has a label. */
export const Icon = ({ name, size = 20, isFilled = false }: IconProps) => (
  <svg
    className={DIRECTED.test(name) ? `${styles.icon} ${styles.directed}` : styles.icon}
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill={isFilled ? 'currentColor' : 'none'}
    aria-hidden="true"
    focusable="false"
  >
    <path d={STROKES[name]} />
  </svg>
)

/** Decorative; nearby text describes what is loading. */
export const Spinner = ({ size = 24 }: { size?: number }) => (
  <svg
    className={styles.spinner}
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    aria-hidden="true"
  >
    <circle className={styles.track} cx="12" cy="12" r="10" />
    <path className={styles.head} d="M12 2a10 10 0 0 1 10 10" />
  </svg>
)
