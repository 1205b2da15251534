import { describe, expect, it } from 'vitest'
import { type BuildManifest, listScreenFiles } from './client-files.ts'

const MANIFEST: BuildManifest = {
  'index.html': { file: 'assets/index-1.js', isEntry: true, imports: ['_app.js'], css: ['a.css'] },
  '_app.js': { file: 'assets/app-1.js', css: ['assets/app-1.css'] },
  '_card.js': { file: 'assets/card-1.js', imports: ['_app.js', '_loop.js'], css: ['card.css'] },
  '_loop.js': { file: 'assets/loop-1.js', imports: ['_card.js'] },
  'src/client/app/start.tsx': { file: 'assets/start-1.js', imports: ['_app.js'], css: ['s.css'] },
  'src/page.tsx': {
    file: 'assets/page-1.js',
    imports: ['_app.js', '_card.js'],
    css: ['page.css', 'card.css'],
  },
}

describe('the files of a screen', () => {
  it('are the app’s, its own and their imports, except those in the template', () => {
    expect(listScreenFiles(MANIFEST, 'src/page.tsx')).toEqual({
      scripts: [
        '/assets/start-1.js',
        '/assets/page-1.js',
        '/assets/card-1.js',
        '/assets/loop-1.js',
      ],
      styles: ['/s.css', '/page.css', '/card.css'],
    })
  })

  it('are only the app’s if the screen is part of it or unknown to the build', () => {
    const app = { scripts: ['/assets/start-1.js'], styles: ['/s.css'] }
    expect(listScreenFiles(MANIFEST, null)).toEqual(app)
    expect(listScreenFiles(MANIFEST, 'src/other.tsx')).toEqual(app)
  })

  it('are none without a build', () => {
    expect(listScreenFiles({}, null)).toEqual({ scripts: [], styles: [] })
  })
})
