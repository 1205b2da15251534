import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { FEED, paths } from '#shared/paths.ts'
import { SCREENS } from './app/screens.ts'
import { renderScreen } from './server-render.tsx'

const reply = (data: unknown) => ({ status: 'success', data })
const visitor = { '/api/session': reply({ user: null }) }
const celebrity = { name: 'Zoë O’Hara $&', image: '/media/celebrities/zoe.jpg' }

describe('a screen rendered by the server', () => {
  it('shows what the data of its page holds', () => {
    const { markup, module } = renderScreen(paths.home.href(), {
      ...visitor,
      '/api/home': reply({ celebrities: [celebrity], samples: [] }),
    })
    expect(markup).toContain('Personal AI for Celebrity &amp; Creator Styles')
    expect(markup).toContain('Zoë O’Hara $&amp;')
    expect(module).toBeNull()
  })

  it('keeps nothing of one page for the next', () => {
    renderScreen(paths.home.href(), {
      '/api/home': reply({ celebrities: [celebrity], samples: [] }),
    })
    expect(renderScreen(paths.home.href(), {}).markup).not.toContain('Zoë')
  })

  it('leaves nothing running behind it', () => {
    const timers = () =>
      process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    const before = timers()
    renderScreen(paths.home.href(), visitor)
    expect(timers()).toBe(before)
  })

  it('escapes what it is given', () => {
    const name = '</script><img src=x onerror=alert(1)>'
    const { markup } = renderScreen(paths.home.href(), {
      '/api/home': reply({ celebrities: [{ ...celebrity, name }], samples: [] }),
    })
    expect(markup).not.toContain('<img src=x')
  })

  it.each([
    ...Object.values(paths)
      .filter(({ access, pattern }) => access === 'public' && !pattern.includes(':'))
      .map(({ pattern }) => pattern),
    paths.celebritySearchResult.href(FEED),
    paths.celebrity.href('Zoë'),
    paths.celebrityImage.href('https://pictures.example.com/1.jpg'),
    paths.celebrityImage.href('').replace(/[^/]*$/, 'not-base64!'),
    '/nothing/here',
  ])('%s needs no browser to render', (address) => {
    expect(renderScreen(address, visitor).markup).toContain('Skip to content')
  })
})

describe('the source file of a screen', () => {
  it.each(SCREENS.map(([pattern, { module }]) => ({ pattern, module })))(
    'of $pattern is a file of the project',
    async ({ module }) => {
      if (module !== null)
        await expect(readFile(module, 'utf8')).resolves.toContain('export default')
    },
  )
})
