import { matchPath } from 'react-router'
import { expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { isRoute } from './match-route.ts'

const PATTERNS = [...Object.values(paths).map(({ pattern }) => pattern), '*']
const WORDS = [...new Set(PATTERNS.flatMap((pattern) => pattern.split('/')))]
const SEGMENTS = ['', '%20', 'é', '..', 'PROFILE', 'profiles', ...WORDS]
const PATHS = SEGMENTS.flatMap((first) =>
  [`/${first}`].concat(SEGMENTS.map((second) => `/${first}/${second}`)),
)

test('a path is of the routes that the router says', () => {
  const routesBy = (isOne: (pattern: string, pathname: string) => boolean) =>
    PATHS.map((pathname) => [pathname, PATTERNS.filter((pattern) => isOne(pattern, pathname))])
  expect(routesBy(isRoute)).toEqual(
    routesBy((pattern, pathname) => matchPath(pattern, pathname) !== null),
  )
})
